/** Texts that are empty or white space only: this style takes none as a block. */

import { dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown } from "../../model/extensions.js";
import type { RefusalPart, TextPart } from "../../model/index.js";
import { type BlockWriter, dropSignature } from "./block.js";
import type { Entry } from "./turn-order.js";
import type { Block } from "./wire.js";

/** True for a text that the service refuses as a block of its own: nothing, or white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** Says that the text is left out; its cache marker stays where the cached part ends: on the block before it, the last of the entries. */
export function leaveOutBlank<B extends Block>(part: TextPart | RefusalPart, path: Path, entries: Entry<B>[], writer: BlockWriter): void {
  writer.report(
    dropped("dropped.part", [...path, "text"], "This style takes no text that is empty or white space only; it is left out.", {
      severity: part.text === "" ? "info" : "warning",
    }),
  );
  if (part.signature !== undefined) dropSignature(part.signature, [...path, "signature"], writer);
  dropUnknown(part.extensions, "messages", path, writer.report);
  moveMarker(part, path, entries, writer);
}

function moveMarker<B extends Block>(part: TextPart | RefusalPart, path: Path, entries: Entry<B>[], writer: BlockWriter): void {
  const { cache_control } = writer.marker(part);
  if (cache_control === undefined) return;
  const before = entries.at(-1);
  if (before === undefined || !takesMarker(before.block)) {
    writer.report(loneMarker([...path, "cacheControl"]));
    return;
  }
  const block = writer.trace.mark<B>({ ...before.block, cache_control }, before.path);
  entries[entries.length - 1] = { block, path: before.path };
}

/** The path is that of a marker whose text is left out. */
export function loneMarker(path: Path): Issue {
  return dropped("dropped.field", path, "No block before the text that is left out can take its cache marker.", { severity: "info" });
}

/** Thinking has no marker, and a block's own says as much as a second one there. */
function takesMarker(block: Block): boolean {
  return block.type !== "thinking" && block.type !== "redacted_thinking" && !("cache_control" in block);
}
