import { describe, expect, it } from "vitest";
import { streamResponse } from "../../src/index.js";
import { styleNames } from "../../src/style-lists.js";
import { ownDocuments } from "../support/documents.js";
import { fixtures, readText } from "../support/fixtures.js";
import { recordedStreams } from "../support/streams.js";
import { trafficPresent, whyAbsent } from "../support/traffic.js";
import { eventsOf, misnamedInStream, silentInStream } from "./stream-loss.js";

/** Every leaf is tried; long streams say little that short ones do not. */
const LONGEST = 40;

const known = fixtures().flatMap(({ name, style, kind, file }) =>
  kind === "stream" ? [{ name, style, events: eventsOf(readText(file)) }] : [],
);
const answers = ownDocuments("response").flatMap(({ name, style, body }) => {
  const stream = streamResponse(body, { style });
  return stream.ok ? [{ name, style, events: eventsOf(stream.value) }] : [];
});
const recordings = recordedStreams()
  .map(({ file, style, text }) => ({ name: file, style, events: eventsOf(text) }))
  .filter(({ events }) => events.length <= LONGEST);

/** Of a stream that ends in an error the law says nothing; there are few. */
function tryEach(streams: typeof known): void {
  let told = 0;
  it.each(streams)("$name", ({ style, events }) => {
    expect(events.length).toBeGreaterThan(0);
    const verdicts = styleNames.map((to) => silentInStream(events, style, to));
    told += verdicts.filter((verdict) => verdict !== undefined).length;
    expect(verdicts.flatMap((verdict) => verdict ?? [])).toEqual([]);
    expect(styleNames.flatMap((to) => misnamedInStream(events, style, to))).toEqual([]);
  });
  it("is not vacuous", () => expect(told / (streams.length * styleNames.length)).toBeGreaterThan(0.7));
}

describe("no leaf of a stream is lost in silence", () => tryEach(known));
describe("no leaf of an answer that is given as a stream is lost in silence", () => tryEach(answers));
describe.skipIf(!trafficPresent)(`no leaf of a recorded stream is lost in silence (${whyAbsent})`, () => tryEach(recordings));
