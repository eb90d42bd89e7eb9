/**
 * How much a stream may make its machines hold. Real answers have a hundredth of it, and a stream that goes on without end
 * must not fill the memory: beyond these it ends in an error, but for what an answer can do without.
 */
import { failure, type Issue } from "../core/issue.js";
import type { Path } from "../core/path.js";
import type { CanonicalError } from "./error.js";

/** Parts of one stream besides texts, thoughts and refusals: calls, pictures, results of tools. */
export const MAX_PARTS = 16_384;
/** Citations of one stream that are read; the others are left out. */
export const MAX_CITATIONS = 16_384;
/** UTF-16 units of one stream that are held until they are whole: arguments, media in pieces, refusals. */
export const MAX_GATHERED = 32 * 1024 * 1024;
/** Unknown fields of one node that are held; those of more names are left out. */
export const MAX_FIELDS = 256;

/** What a stream ends in that would go beyond. `what`: `parts besides texts`. */
export function tooMuch(what: string, limit: number, path: Path): { readonly error: CanonicalError; readonly finding: Issue } {
  const message = `The stream has more than ${limit} ${what}, which is more than is held.`;
  return {
    error: { kind: "bad-gateway", status: 502, message, retryable: false },
    finding: failure("stream.error", path, message, { limit }),
  };
}
