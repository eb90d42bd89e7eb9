/** The body of a client's request, and how much of it is read. */
import type { OwnFault } from "../reply.js";
import type { Bytes } from "../sse/bytes.js";
import { clientLeft } from "./upstream.js";

type Body = { readonly bytes: Bytes; readonly fault?: undefined } | { readonly fault: OwnFault };

/** The bytes of a body up to a limit; what is beyond stays unread. */
export async function bodyOf({ headers, body }: Request, limit: number): Promise<Body> {
  const tooLarge: OwnFault = { kind: "request-too-large", message: `The body must not be longer than ${limit} bytes.` };
  if (Number(headers.get("content-length")) > limit) return { fault: tooLarge };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
      size += next.value.byteLength;
      if (size > limit) {
        reader?.cancel().catch(() => {});
        return { fault: tooLarge };
      }
      chunks.push(next.value);
    }
  } catch {
    return { fault: clientLeft };
  }
  return { bytes: joined(chunks, size) };
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
