/**
 * A gateway as one function from `Request` to `Response`: clients of all three styles, one upstream of any style.
 * `server.mjs` puts it behind node:http, `hono.mjs` behind Hono, `worker.mjs` behind `export default { fetch }`.
 */
import { parseAuthorization, parseRoute, toErrorReply } from "interlingua";
import { createFetch } from "interlingua/web";
import { bodyOf, impatient, notAllowed } from "./limits.mjs";
import { counting, issuesHeader, lineOf } from "./report.mjs";

/**
 * @param {object} options
 * @param {import("interlingua").StyleName} options.to the upstream's style
 * @param {string} options.baseUrl where the upstream is
 * @param {string} [options.key] the upstream's key; default: the client's is passed on
 * @param {Record<string, string>} [options.models] the upstream's names for the models of the clients
 * @param {(key: string) => boolean} [options.accepts] whether a client's key is good; default: any is
 * @param {import("interlingua").Profile} [options.profile] whose rules and words the clients get; default `"vendor"`
 * @param {import("interlingua").Profile} [options.upstreamProfile] whose dialect the upstream speaks; default: the same
 * @param {number} [options.maxBodyBytes] of a request; default 32 MiB
 * @param {number} [options.timeout] milliseconds that the upstream may say nothing; default five minutes
 * @param {typeof fetch} [options.fetch]
 * @param {(line: string) => void} [options.log]
 */
export function createGateway({
  to,
  baseUrl,
  key,
  models = {},
  accepts = () => true,
  maxBodyBytes = 32 * 1024 * 1024,
  timeout = 300_000,
  fetch = globalThis.fetch,
  log = () => {},
  ...profiles
}) {
  const { profile = "vendor", upstreamProfile = profile } = profiles;
  const headers = key === undefined ? {} : keyHeader(to, upstreamProfile, key);
  const open = (from, call) =>
    createFetch({
      from,
      to,
      baseUrl,
      headers,
      profile,
      upstreamProfile,
      model: (name) => (Object.hasOwn(models, name) ? models[name] : undefined),
      onIssues: (issues) => call.issues.push(...issues),
      fetch: counting(impatient(fetch, timeout), to, call),
    });
  // Wrong settings are told now, and not to the first client.
  open(to, {});
  return async function handle(request) {
    const { pathname: path, searchParams } = new URL(request.url);
    const call = { status: 0, issues: [], usage: undefined };
    const report = () => log(lineOf(request.method, path, call));
    const answer = (response) => {
      call.status = response.status;
      for (const [name, value] of issuesHeader(call.issues)) response.headers.set(name, value);
      if (!isStream(response)) report();
      return isStream(response) ? new Response(ReadableStream.from(until(response.body, report)), response) : response;
    };
    const refuse = (fault) => {
      const { status, body } = toErrorReply(fault, { path, profile });
      if (Array.isArray(fault)) call.issues.push(...fault);
      return answer(Response.json(body, { status }));
    };

    const wrongMethod = notAllowed(request.method, path, profile);
    if (wrongMethod !== undefined) return answer(wrongMethod);
    const route = parseRoute(request.method, path, { profile });
    if (!route.ok) return refuse(route.issues);
    const authorized = parseAuthorization(authorizationOf(request.headers, searchParams));
    if (!authorized.ok) return refuse(authorized.issues);
    if (!accepts(authorized.value.key)) return refuse({ kind: "authentication", message: "This key is not known here." });
    if (route.value.endpoint === "models")
      return answer(Response.json({ object: "list", data: Object.keys(models).map((id) => ({ id, object: "model" })) }));

    try {
      const { fault, body } = await bodyOf(request, maxBodyBytes);
      if (fault !== undefined) return refuse(fault);
      const { url, method, headers: sent, signal } = request;
      return answer(await open(route.value.style, call)(url, { method, headers: sent, signal, body }));
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (error.name === "TimeoutError") return refuse({ kind: "timeout", message: "The upstream did not answer in time." });
      return refuse({ kind: "bad-gateway", message: "The upstream cannot be reached, or broke off." });
    }
  };
}

/** A bearer token, or the key where the official clients of the other two styles put it. */
function authorizationOf(headers, query) {
  const key = headers.get("x-api-key") ?? headers.get("x-goog-api-key") ?? query.get("key");
  return headers.get("authorization") ?? (key === null ? undefined : `Bearer ${key}`);
}

function keyHeader(style, profile, key) {
  if (profile === "gateway" || style === "chat-completions") return { authorization: `Bearer ${key}` };
  return style === "messages" ? { "x-api-key": key } : { "x-goog-api-key": key };
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
