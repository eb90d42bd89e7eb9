/**
 * A gateway as one function from `Request` to `Response`: clients of all three styles, one upstream of any style.
 * `server.mjs` puts it behind node:http, `hono.mjs` behind Hono, `worker.mjs` behind `export default { fetch }`.
 */
import { createExchange, parseAuthorization, parseJson, parseRoute, styles, toErrorReply } from "interlingua";
import { issuesHeader, lineOf, usageReader } from "./report.mjs";

/**
 * @param {object} options
 * @param {import("interlingua").StyleName} options.to the upstream's style
 * @param {string} options.baseUrl where the upstream is, without the style's own path
 * @param {string} [options.key] the upstream's key; default: the client's is passed on
 * @param {Record<string, string>} [options.models] the upstream's names for the models of the clients
 * @param {(key: string) => boolean} [options.accepts] whether a client's key is good; default: any is
 * @param {import("interlingua").Profile} [options.profile] whose rules and words the clients get; default `"vendor"`
 * @param {import("interlingua").Profile} [options.upstreamProfile] whose dialect the upstream speaks; default: the same
 * @param {typeof fetch} [options.fetch]
 * @param {(line: string) => void} [options.log]
 */
export function createGateway({
  to,
  baseUrl,
  key,
  models = {},
  accepts = () => true,
  fetch = globalThis.fetch,
  log = () => {},
  ...profiles
}) {
  const { profile = "vendor", upstreamProfile = profile } = profiles;
  return async function handle(request) {
    const { pathname: asWritten, search, searchParams } = new URL(request.url);
    // Newer clients of generate-content ask for its version 1; the paths of the specification are of v1beta.
    const pathname = asWritten.replace(/^\/v1(?:alpha)?(?=\/models\/.*:)/, "/v1beta");
    const line = { status: 0, issues: [], usage: undefined };
    const report = () => log(lineOf(request.method, pathname, line));
    const refuse = (fault, status) => {
      const reply = toErrorReply(fault, { path: pathname, profile });
      if (Array.isArray(fault)) line.issues.push(...fault);
      return json(reply.body, status ?? reply.status);
    };
    const json = (body, status, headers = {}) => {
      line.status = status;
      report();
      return new Response(JSON.stringify(body), {
        status,
        headers: { ...headers, "content-type": "application/json", ...issuesHeader(line.issues) },
      });
    };

    const route = parseRoute(request.method, pathname);
    if (!route.ok) return refuse(route.issues);
    const authorized = parseAuthorization(authorizationOf(request.headers, searchParams));
    if (!authorized.ok) return refuse(authorized.issues);
    if (!accepts(authorized.value.key)) return refuse({ kind: "authentication", message: "This key is not known here." });
    if (route.value.endpoint === "models")
      return json({ object: "list", data: Object.keys(models).map((id) => ({ id, object: "model" })) }, 200);

    const body = parseJson(new Uint8Array(await request.arrayBuffer()), { style: route.value.style });
    if (!body.ok) return refuse(body.issues);
    const asked = route.value.model ?? body.value?.model;
    const model = Object.hasOwn(models, asked) ? { model: models[asked] } : {};
    const opened = createExchange({ path: pathname + withoutKey(search), body: body.value }, { to, profile, upstreamProfile, ...model });
    if (!opened.ok) return refuse(opened.issues);
    const exchange = opened.value;
    line.issues.push(...exchange.issues);

    let answer;
    try {
      answer = await fetch(baseUrl + exchange.upstream.path, {
        method: "POST",
        headers: { "content-type": "application/json", ...authentication(to, upstreamProfile, key ?? authorized.value.key) },
        body: JSON.stringify(exchange.upstream.body),
        signal: request.signal,
      });
    } catch (error) {
      if (request.signal.aborted) throw error;
      return refuse({ kind: "bad-gateway", message: "The upstream cannot be reached." });
    }
    const headers = keptHeaders(answer.headers);
    if (!answer.ok) {
      const error = exchange.error({ status: answer.status, body: await bodyOf(answer), headers: Object.fromEntries(answer.headers) });
      return json(error.body, error.status, { ...headers, ...error.headers });
    }
    if (exchange.stream) {
      line.status = answer.status;
      const stream = translated(answer.body, exchange.streamTranslator(), request.signal, usageReader(to), (usage, issues) => {
        line.usage = usage;
        line.issues.push(...issues);
        report();
      });
      const type = { "content-type": "text/event-stream", "cache-control": "no-cache" };
      return new Response(ReadableStream.from(stream), { headers: { ...headers, ...type, ...issuesHeader(line.issues) } });
    }
    const value = await bodyOf(answer);
    const result = exchange.response(value);
    line.issues.push(...result.issues);
    if (!result.ok) return json(exchange.error({ status: 502, body: value }).body, 502, headers);
    const decoded = styles[to].response.decode(value);
    line.usage = decoded.ok ? decoded.value.usage : undefined;
    return json(result.value, 200, headers);
  };
}

/** The upstream's bytes in the client's style. A connection that breaks ends in the client's own error event. */
async function* translated(body, translator, signal, usage, finished) {
  let last;
  try {
    for await (const chunk of body) {
      usage.push(chunk);
      const bytes = translator.push(chunk);
      if (bytes.length > 0) yield bytes;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  } finally {
    last = translator.end();
    finished(usage.latest(), translator.issues);
  }
  yield last;
}

/** A bearer token, or the key where the official clients of the other two styles put it. */
function authorizationOf(headers, query) {
  const key = headers.get("x-api-key") ?? headers.get("x-goog-api-key") ?? query.get("key");
  return headers.get("authorization") ?? (key === null ? undefined : `Bearer ${key}`);
}

function authentication(style, profile, key) {
  if (profile === "gateway" || style === "chat-completions") return { authorization: `Bearer ${key}` };
  return style === "messages" ? { "x-api-key": key, "anthropic-version": "2023-06-01" } : { "x-goog-api-key": key };
}

function withoutKey(search) {
  const query = new URLSearchParams(search);
  query.delete("key");
  return query.size === 0 ? "" : `?${query}`;
}

/** The request id under both of its names, and what the clients' retries go by. */
function keptHeaders(headers) {
  const requestId = headers.get("request-id") ?? headers.get("x-request-id");
  const kept = { "request-id": requestId, "x-request-id": requestId };
  for (const name of ["retry-after-ms", "x-should-retry"]) kept[name] = headers.get(name);
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
}

async function bodyOf(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
