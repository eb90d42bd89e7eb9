/** Events as services document them are read by hand: what that gives is what the schema's way gives, which a bare object never takes. */
import { describe, expect, test } from "vitest";
import type { Issue } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/index.js";
import { styles } from "../../src/registry.js";
import { createSseReader } from "../../src/sse/index.js";
import { createEventTranslator } from "../../src/stream-translator.js";
import { styleNames } from "../../src/style-lists.js";
import { fixtures, readText } from "../support/fixtures.js";
import { recordedStreams } from "../support/streams.js";

interface Stream {
  readonly name: string;
  readonly style: StyleName;
  readonly text: string;
}

const streams: readonly Stream[] = [
  ...fixtures()
    .filter(({ kind }) => kind === "stream")
    .map(({ name, style, file }) => ({ name, style, text: readText(file) })),
  ...recordedStreams().map(({ file, style, text }) => ({ name: file, style, text })),
];

function eventsOf(text: string): unknown[] {
  const reader = createSseReader();
  return [...reader.push(text), ...reader.end()].flatMap(({ data }) => {
    try {
      return [JSON.parse(data)];
    } catch {
      return [];
    }
  });
}

/** Without a prototype it is JSON all the same, and nothing that a parser gives. */
function foreign(event: unknown): unknown {
  return typeof event === "object" && event !== null && !Array.isArray(event) ? Object.setPrototypeOf(structuredClone(event), null) : event;
}

function decoded(style: StyleName, events: readonly unknown[]) {
  const issues: Issue[] = [];
  const decoder = styles[style].stream.decoder({ report: (issue) => issues.push(issue) });
  return { steps: [...events.map((event) => decoder.push(event)), decoder.end()], issues };
}

describe("events that are read by hand", () => {
  test.each(streams)("$style: $name", ({ style, text }) => {
    const events = eventsOf(text);
    expect(decoded(style, events)).toEqual(decoded(style, events.map(foreign)));
  });
});

/** Each list is emptied, and each member is another one. */
function spoil(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const member of Object.values(node)) spoil(member);
  if (Array.isArray(node)) node.length = 0;
  else for (const key of Object.keys(node)) Reflect.set(node, key, "spoilt");
}

function translated(from: StyleName, to: StyleName, events: readonly unknown[], after: (event: unknown) => void) {
  const translator = createEventTranslator({ from, to, report: "all" });
  const steps = events.map((event) => {
    const step = structuredClone(translator.push(event));
    after(event);
    return step;
  });
  return [...steps, translator.end()];
}

describe("an event that its caller changes after the call is translated as it was", () => {
  const pairs = streams.flatMap((stream) => styleNames.filter((to) => to !== stream.style).map((to) => ({ ...stream, to })));

  test.each(pairs)("$style into $to: $name", ({ style, to, text }) => {
    expect(translated(style, to, eventsOf(text), spoil)).toEqual(translated(style, to, eventsOf(text), () => {}));
  });
});
