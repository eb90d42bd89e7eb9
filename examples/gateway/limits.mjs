/** How long the gateway waits for an upstream that says nothing. */

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
