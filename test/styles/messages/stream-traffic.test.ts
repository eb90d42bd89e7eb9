import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/aspects.js";
import { collectEvents } from "../../support/canonical-events.js";
import { recorded, trafficPresent, whyAbsent } from "../../support/traffic.js";
import { grammarFault } from "./stream-support.js";

/** Two recorded streams break the order: one leaves a block open that the token limit cut, one has its whole message at once. */
const KNOWN_FAULT = "may not stand here";

/** Parsed events of a file, one list for each stream in it: some recorders put several into one file. */
function streamsOf(file: string, text: string): unknown[][] {
  const lines = file.endsWith(".sse")
    ? text
        .split(/\r\n|\r|\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5))
    : text.split("\n").filter((line) => line.trim() !== "");
  const streams: unknown[][] = [];
  for (const line of lines) {
    const event: unknown = JSON.parse(line);
    if (streams.length === 0 || line.includes('"type":"message_start"')) streams.push([]);
    streams.at(-1)?.push(event);
  }
  return streams;
}

function decodeAll(events: readonly unknown[]): { events: CanonicalStreamEvent[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ report: (issue) => issues.push(issue) });
  return { events: [...events.flatMap((event) => decoder.push(event)), ...decoder.end()], issues };
}

describe.skipIf(!trafficPresent)(`recorded messages streams (${whyAbsent})`, () => {
  for (const { file, text } of recorded("stream", ["messages"])) {
    it(`${file} is read, written again legally, and tells the same answer`, () => {
      for (const source of streamsOf(file, text)) {
        const first = decodeAll(source);
        expect(first.issues.filter(({ code, message }) => code === "stream.protocol" && !message.includes(KNOWN_FAULT))).toEqual([]);
        const encoder = stream.encoder();
        const written = [...first.events.flatMap((event) => encoder.push(event)), ...encoder.end()];
        expect(grammarFault(written)).toBeUndefined();
        const second = decodeAll(written);
        expect(second.issues).toEqual([]);
        expect(collectEvents(second.events)).toEqual(collectEvents(first.events));
      }
    });
  }
});
