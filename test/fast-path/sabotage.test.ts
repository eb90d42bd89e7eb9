/** The byte path is broken on purpose, and the comparison with the ordinary path has to notice. */
import { expect, test } from "vitest";
import { scanBody } from "../../src/fast-path/body.js";
import type { HotPath } from "../../src/fast-path/path.js";
import { READERS } from "../../src/fast-path/pattern.js";
import { findSlots } from "../../src/fast-path/slots.js";
import { styles } from "../../src/registry.js";
import type { StreamStyle } from "../../src/stream/conversion.js";
import { translateStreamWith } from "../../src/stream/translator.js";
import type { RepeatSink, RepeatSource } from "../../src/styles/style.js";
import { createEagerPath, isSame, type Outcome, outcomeOf } from "./compare.js";
import { type Case, makeCase } from "./streams.js";

interface Sabotage {
  /** Instead of what the machines do with what passed them by. */
  readonly source?: (source: RepeatSource) => Partial<RepeatSource>;
  readonly sink?: (sink: RepeatSink) => Partial<RepeatSink>;
  readonly path?: () => HotPath;
}

const SABOTAGE: Readonly<Record<string, Sabotage>> = {
  "counts one event less": {
    source: (source) => ({ advance: (events, units, counts) => source.advance(events - 1, units, counts) }),
  },
  "does not pass on the usage that only it saw": {
    source: (source) => ({
      advance(events, units, counts) {
        source.advance(events, units, counts);
        return [];
      },
    }),
  },
  "does not look at the counts": { source: () => ({ accepts: () => true }) },
  "keeps no text for offsets": { source: () => ({ take: () => undefined }) },
  "does not count the text written": { sink: (sink) => ({ advance: (events) => sink.advance(events, 0) }) },
  "does not look at the arguments it writes": { sink: () => ({ take: () => undefined }) },
  "copies every escape as it stands": {
    path: () =>
      createEagerPath({
        ...READERS,
        scanBody(bytes, start, body) {
          let end = start;
          while (end < bytes.length && bytes[end] !== 0x22) end += bytes[end] === 0x5c ? 2 : 1;
          body.scanned = end - start;
          return end < bytes.length ? end : scanBody(bytes, start, body);
        },
      }),
  },
  "does not tell broken characters": {
    path: () =>
      createEagerPath({
        ...READERS,
        scanBody(bytes, start, body) {
          const ascii = bytes.map((byte) => (byte < 0x80 ? byte : 0x41));
          return scanBody(ascii, start, body);
        },
      }),
  },
  "takes numbers with leading zeros": { path: () => createEagerPath({ ...READERS, isCount: (_bytes, start, end) => end > start }) },
  "looks for the first of a key that stands twice": {
    path: () =>
      createEagerPath({
        ...READERS,
        findSlots(bytes, from, to, wanted) {
          const found = findSlots(bytes, from, to, wanted);
          const [slot] = wanted;
          if (found !== undefined || slot === undefined || wanted.length !== 1) return found;
          const key = new TextEncoder().encode(`"${slot.path.at(-1)}":"`);
          const at = bytes.findIndex((_, index) => key.every((byte, offset) => bytes[index + offset] === byte));
          const start = at + key.length;
          return at === -1 ? undefined : [{ kind: slot.kind, order: 0, start, end: bytes.indexOf(0x22, start) }];
        },
      }),
  },
  "never forgets what it learned": {
    path() {
      const path = createEagerPath();
      const kept: { learned?: Parameters<HotPath["learn"]> } = {};
      return {
        after: path.after,
        get armed() {
          return path.armed;
        },
        get end() {
          return path.end;
        },
        get unfinished() {
          return path.unfinished;
        },
        learn(...given) {
          kept.learned ??= given;
          path.learn(...kept.learned);
        },
        run: (...given) => path.run(...given),
        disarm: () => path.disarm(),
      };
    },
  },
  "writes the text of the event before": {
    path() {
      const path = createEagerPath();
      return {
        after: path.after,
        get armed() {
          return path.armed;
        },
        get end() {
          return path.end;
        },
        get unfinished() {
          return path.unfinished;
        },
        learn: (pair, event, written) =>
          path.learn(
            pair,
            event,
            written.map((byte, index) => (index === written.length - 4 ? 0x20 : byte)),
          ),
        run: (...given) => path.run(...given),
        disarm: () => path.disarm(),
      };
    },
  },
};

const MOST = 20_000;

function sabotaged(style: StreamStyle, { source, sink }: Sabotage): StreamStyle {
  const { stream } = style;
  return {
    ...style,
    stream: {
      ...stream,
      decoder(options) {
        const decoder = stream.decoder(options);
        const hot = () => {
          const found = decoder.hot?.();
          return found && { ...found, source: { ...methodsOf(found.source), ...source?.(found.source) } };
        };
        return { push: (event) => decoder.push(event), done: () => decoder.done(), end: () => decoder.end(), hot };
      },
      encoder(options) {
        const encoder = stream.encoder(options);
        return {
          push: (event) => encoder.push(event),
          end: () => encoder.end(),
          hot(given) {
            const found = encoder.hot?.(given);
            return found && { ...found, sink: { ...methodsOfSink(found.sink), ...sink?.(found.sink) } };
          },
        };
      },
    },
  };
}

/** What the machines do with what passed them by, method by method, so that each may be replaced. */
function methodsOf(told: RepeatSource): Required<RepeatSource> {
  return {
    accepts: (counts) => told.accepts?.(counts) !== false,
    take: (bytes, start, end) => told.take?.(bytes, start, end),
    advance: (events, units, counts) => told.advance(events, units, counts),
  };
}

function methodsOfSink(told: RepeatSink): Required<RepeatSink> {
  return { take: (bytes, start, end) => told.take?.(bytes, start, end), advance: (events, units) => told.advance(events, units) };
}

/** By seed: what the ordinary path makes of a stream is the same for every sabotage. */
const cases: { readonly stream: Case; readonly ordinary: Outcome }[] = [];

function caseOf(seed: number) {
  const stream = cases[seed]?.stream ?? makeCase(seed);
  const { from, to, maxEventBytes } = stream;
  const options = { from, ...(maxEventBytes === undefined ? {} : { maxEventBytes }) };
  cases[seed] ??= { stream, ordinary: outcomeOf(translateStreamWith(styles[from], styles[to], { ...options, fastPath: false }), stream) };
  return { ...cases[seed], options };
}

function isNoticed(seed: number, sabotage: Sabotage): boolean {
  const { stream, ordinary, options } = caseOf(seed);
  const source = sabotaged(styles[stream.from], sabotage);
  const target = sabotaged(styles[stream.to], sabotage);
  try {
    return !isSame([ordinary, outcomeOf(translateStreamWith(source, target, options, sabotage.path ?? createEagerPath), stream)]);
  } catch {
    return true;
  }
}

test.each(Object.entries(SABOTAGE))("a byte path that %s is noticed", { timeout: 120_000 }, (_name, sabotage) => {
  let seed = 0;
  while (seed < MOST && !isNoticed(seed, sabotage)) seed++;
  expect(seed).toBeLessThan(MOST);
});

test("a byte path that is not broken is not noticed", () => {
  for (let seed = 0; seed < 200; seed++) expect(isNoticed(seed, {})).toBe(false);
});
