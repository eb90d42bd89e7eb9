/** How much is read of the body of a client's request, and of an upstream's answer. */
import type { OwnFault } from "../reply.js";
import type { Bytes } from "../sse/bytes.js";

type Body = { readonly bytes: Bytes; readonly fault?: undefined } | { readonly fault: OwnFault };

/** Nobody reads it but the log of a server. */
export const clientLeft: OwnFault = { kind: "cancelled", message: "The client closed the request." };

/** The bytes of a body up to a limit; what is beyond stays unread. */
export async function bodyOf({ headers, body }: Request, limit: number): Promise<Body> {
  const tooLarge: OwnFault = { kind: "request-too-large", message: `The body must not be longer than ${limit} bytes.` };
  if (Number(headers.get("content-length")) > limit) return { fault: tooLarge };
  try {
    const bytes = await bytesUpTo(body, limit);
    return bytes === undefined ? { fault: tooLarge } : { bytes };
  } catch {
    return { fault: clientLeft };
  }
}

/** Of whole answers of the upstream, in bytes, where the caller sets no number: some images as base64 are below it. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

export function answerTooLong(limit: number): OwnFault {
  return { kind: "bad-gateway", message: `The upstream's answer is longer than ${limit} bytes.` };
}

/** All bytes of a body; undefined of one that is longer than the limit, of which the rest stays unread. Fails where the body fails. */
export async function bytesUpTo(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(next.value);
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Bytes {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
