/**
 * A gateway for clients of all three styles, one upstream of any style: `createHandler`, with a line of the log for each request.
 * `server.mjs` puts it behind node:http, `hono.mjs` behind Hono, `worker.mjs` behind `export default { fetch }`.
 */
import { createHandler } from "interlingua/web";
import { impatient } from "./limits.mjs";
import { counting, issuesHeader, lineOf } from "./report.mjs";

/**
 * @param {object} options those of `createHandler`, but for these
 * @param {string} [options.key] the upstream's key; default: the client's is passed on
 * @param {(key: string) => boolean} [options.accepts] whether a client's key is good; default: any is
 * @param {import("interlingua").Profile} [options.upstreamProfile] whose dialect the upstream speaks; default: that of the client's side
 * @param {number} [options.timeout] milliseconds that the upstream may say nothing; default five minutes
 * @param {(line: string) => void} [options.log]
 */
export function createGateway({
  key,
  accepts,
  profile,
  upstreamProfile = profile,
  timeout = 300_000,
  fetch = globalThis.fetch,
  log = () => {},
  ...options
}) {
  const handlerFor = (call) =>
    createHandler({
      ...options,
      profile,
      upstreamProfile,
      upstreamKey: key,
      keys: accepts,
      onIssues: (issues) => call.issues.push(...issues),
      fetch: counting(impatient(fetch, timeout), options.to, call),
    });
  // Wrong settings are told now, and not to the first client.
  handlerFor({});
  return async (request) => {
    const call = { status: 0, issues: [], usage: undefined };
    const report = () => log(lineOf(request.method, new URL(request.url).pathname, call));
    const response = await handlerFor(call)(request);
    call.status = response.status;
    for (const [name, value] of issuesHeader(call.issues)) response.headers.set(name, value);
    if (isStream(response)) return new Response(ReadableStream.from(until(response.body, report)), response);
    report();
    return response;
  };
}

function isStream({ headers, body }) {
  return body !== null && headers.get("content-type") === "text/event-stream";
}

/** The body, and word of its end: also when the client goes away before. */
async function* until(body, ended) {
  try {
    yield* body;
  } finally {
    ended();
  }
}
