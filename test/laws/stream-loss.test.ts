import { describe, expect, it } from "vitest";
import { styleNames } from "../../src/registry.js";
import { fixtures, readText } from "../support/fixtures.js";
import { recordedStreams } from "../support/streams.js";
import { trafficPresent, whyAbsent } from "../support/traffic.js";
import { eventsOf, silentInStream } from "./stream-loss.js";

/** Every leaf is tried; long streams say little that short ones do not. */
const LONGEST = 40;

describe("no leaf of a stream is lost in silence", () => {
  for (const { name, style, kind, file } of fixtures())
    if (kind === "stream")
      it(name, () => {
        const events = eventsOf(readText(file));
        expect(styleNames.flatMap((to) => silentInStream(events, style, to))).toEqual([]);
      });
});

describe.skipIf(!trafficPresent)(`no leaf of a recorded stream is lost in silence (${whyAbsent})`, () => {
  for (const { file, style, text } of recordedStreams()) {
    const events = eventsOf(text);
    if (events.length > 0 && events.length <= LONGEST)
      it(file, () => {
        expect(styleNames.flatMap((to) => silentInStream(events, style, to))).toEqual([]);
      });
  }
});
