/** What the gateway takes and how long it waits: methods, content types, sizes of bodies, upstreams that say nothing. */
import { checkContentType, toErrorReply } from "interlingua";

const METHODS = ["GET", "POST"];

/** The answer to a method that no path has; undefined for the others. */
export function notAllowed(method, path, profile = "vendor") {
  if (METHODS.includes(method)) return undefined;
  const message = `${method.slice(0, 20)} is not taken here; send GET or POST.`;
  const { status, body } = toErrorReply({ kind: "invalid-request", status: 405, message }, { path, profile });
  return Response.json(body, { status, headers: { allow: METHODS.join(", ") } });
}

/** The body of a request, or why it is refused. What is beyond the limit stays unread. */
export async function bodyOf({ headers, body }, limit) {
  const type = checkContentType(headers.get("content-type"), { of: "request" });
  if (!type.ok) return { fault: type.issues };
  const fault = { kind: "request-too-large", message: `The body must not be longer than ${limit} bytes.` };
  if (Number(headers.get("content-length")) > limit) return { fault };
  const chunks = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return { body: new Blob(chunks) };
    size += value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {});
      return { fault };
    }
    chunks.push(value);
  }
}

/** The same `fetch`, but an upstream that says nothing for so many milliseconds is given up, also in the middle of a body. */
export function impatient(fetch, timeout) {
  return async (input, init = {}) => {
    const abort = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal;
    const inTime = async (step) => {
      const timer = setTimeout(() => abort.abort(new DOMException("The upstream said nothing.", "TimeoutError")), timeout);
      return step.finally(() => clearTimeout(timer));
    };
    const answer = await inTime(fetch(input, { ...init, signal }));
    return answer.body === null ? answer : new Response(ReadableStream.from(chunksOf(answer.body, inTime)), answer);
  };
}

/** A slow reader is not waited for: the time runs while a chunk is awaited, and not while one waits to be read. */
async function* chunksOf(body, inTime) {
  const reader = body.getReader();
  try {
    for (let next = await inTime(reader.read()); !next.done; next = await inTime(reader.read())) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}
