import { describe, test } from "vitest";
import { byteByByte, bytesOf, randomCuts } from "../support/cuts.js";
import { recordedStreams } from "../support/streams.js";
import { trafficPresent, whyAbsent } from "../support/traffic.js";
import { expectSame } from "./compare.js";
import { byEvent, STYLES } from "./streams.js";

const pairs = recordedStreams().flatMap((stream) =>
  STYLES.filter((style) => style !== stream.style).map((to) => ({
    file: stream.file,
    from: stream.style,
    to,
    bytes: bytesOf(stream.text),
  })),
);

describe.skipIf(!trafficPresent)(`recorded streams (${whyAbsent})`, () => {
  test.each(pairs)("$file into $to is the same with the fast path and without, however it is cut", ({ from, to, bytes }) => {
    // Of the longest, each byte behind the beginning is met by the other cuts.
    const beginning = byteByByte(bytes.subarray(0, 8_000));
    for (const slices of [[bytes], byEvent(bytes), beginning, randomCuts(bytes, 1, 700), randomCuts(bytes, 2, 60)])
      for (const buffer of [undefined, 1 << 16]) expectSame({ from, to, slices, buffer });
  });
});
