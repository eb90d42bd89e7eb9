/** Recorded streams as the bytes that the service sent, and ways to run a translator over them. */

import type { Issue } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/common.js";
import type { StreamTranslator } from "../../src/stream-translator.js";
import { type Recorded, recorded } from "./traffic.js";

export interface RecordedStream {
  readonly file: string;
  readonly style: StyleName;
  readonly text: string;
}

/** All recorded streams. Chunks that were recorded one in a line are framed as their style frames them. */
export function recordedStreams(styles?: readonly StyleName[]): RecordedStream[] {
  return recorded("stream", styles).map((payload) => ({ file: payload.file, style: payload.style, text: framed(payload) }));
}

function framed({ file, style, text }: Recorded): string {
  if (!file.endsWith(".jsonl")) return text;
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `${style === "messages" ? `event: ${JSON.parse(line).type}\n` : ""}data: ${line}\n\n`)
    .join("");
}

export function run(translator: StreamTranslator, slices: Iterable<Uint8Array | string>): { text: string; issues: readonly Issue[] } {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (const slice of slices) text += decoder.decode(translator.push(slice), { stream: true });
  text += decoder.decode(translator.end());
  return { text, issues: translator.issues };
}
