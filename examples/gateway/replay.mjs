/** An upstream of any style that answers from `fixtures/`: the model's name is the scenario, `plain-text` where there is none. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseAuthorization, parseRoute, streamResponse, toErrorReply, validateRequest } from "interlingua";

const folder = new URL("../../fixtures/", import.meta.url);

/** A `fetch` that answers by itself. What it is sent must be valid, as at a real service. */
export function createReplay(style, { delay = 0 } = {}) {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const key = request.headers.get("x-api-key") ?? request.headers.get("x-goog-api-key");
    const authorized = parseAuthorization(request.headers.get("authorization") ?? (key === null ? "" : `Bearer ${key}`));
    if (!authorized.ok) return refuse(authorized.issues);
    if (request.method === "GET" && /\/models$/.test(pathname)) return Response.json(models());
    const route = parseRoute(request.method, pathname, { profile: "vendor" });
    if (!route.ok) return refuse(route.issues);
    const body = await request.json();
    const checked = validateRequest(body, { style, path: pathname + search, profile: "vendor" });
    if (!checked.ok) return refuse(checked.issues);
    const scenario = String(route.value.model ?? body.model);
    const failure = read(scenario, "error.json");
    if (failure !== undefined) {
      const { status = 500, headers = {}, body: error } = JSON.parse(failure);
      return new Response(typeof error === "string" ? error : JSON.stringify(error), { status, headers });
    }
    const headers = { "request-id": `req_${scenario}` };
    const answer = read(scenario, "response.json") ?? read("plain-text", "response.json");
    if (!route.value.stream && body.stream !== true)
      return new Response(answer, { headers: { ...headers, "content-type": "application/json" } });
    const streamed = read(scenario, "stream.sse") ?? streamResponse(JSON.parse(answer), { style }).value;
    return new Response(ReadableStream.from(slowly(streamed, delay)), { headers: { ...headers, "content-type": "text/event-stream" } });
  };

  /** As the list of each style. */
  function models() {
    const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/${style}.response.json`, folder)));
    return {
      object: "list",
      data: names.map((id) => ({ id, object: "model", created: 0, owned_by: "fixtures" })),
      models: names.map((name) => ({ name: `models/${name}` })),
    };
  }

  function read(scenario, kind) {
    const file = new URL(`${encodeURIComponent(scenario)}/${style}.${kind}`, folder);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  function refuse(issues) {
    const { status, body } = toErrorReply(issues, { style, profile: "vendor" });
    return new Response(JSON.stringify(body), { status });
  }
}

/** One event after the other. */
async function* slowly(text, delay) {
  const encoder = new TextEncoder();
  for (const event of text.split(/(?<=\n\n)/)) {
    yield encoder.encode(event);
    await wait(delay);
  }
}
