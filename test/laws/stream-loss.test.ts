import { describe, expect, it } from "vitest";
import { styleNames } from "../../src/style-lists.js";
import { fixtures, readText } from "../support/fixtures.js";
import { recordedStreams } from "../support/streams.js";
import { trafficPresent, whyAbsent } from "../support/traffic.js";
import { eventsOf, silentInStream } from "./stream-loss.js";

/** Every leaf is tried; long streams say little that short ones do not. */
const LONGEST = 40;

const known = fixtures().flatMap(({ name, style, kind, file }) =>
  kind === "stream" ? [{ name, style, events: eventsOf(readText(file)) }] : [],
);
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
  });
  it("is not vacuous", () => expect(told / (streams.length * styleNames.length)).toBeGreaterThan(0.7));
}

describe("no leaf of a stream is lost in silence", () => tryEach(known));
describe.skipIf(!trafficPresent)(`no leaf of a recorded stream is lost in silence (${whyAbsent})`, () => tryEach(recordings));
