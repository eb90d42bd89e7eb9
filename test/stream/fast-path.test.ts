/** Which bytes go which way, beside a byte path that knows one event and an ordinary one that writes down what it is fed. */
import { describe, expect, it } from "vitest";
import { createHotPath, type HotPath, type RepeatPair } from "../../src/fast-path/path.js";
import { READERS } from "../../src/fast-path/pattern.js";
import { styles } from "../../src/index.js";
import { FastPath, type OrdinaryPath } from "../../src/stream/fast-path.js";
import { translateStreamWith } from "../../src/stream/translator.js";
import { bytesOf, everyCut } from "../support/cuts.js";

const KNOWN = "event: e\ndata: k\n\n";
const OTHER = "data: other\n\n";
const PAIR: RepeatPair = {
  source: { choice: 0, part: 0, kind: "text", wanted: [], source: { advance: () => [] } },
  target: { leaves: [], sink: { advance: () => undefined } },
};

interface Circumstances {
  /** Whether something is learned of an event. */
  readonly pays?: (event: string) => boolean;
  /** What the ordinary path says of the frame that it wrote. */
  readonly frame?: string | undefined;
  readonly hot?: RepeatPair | undefined;
  readonly ofEvents?: boolean;
  readonly maxEventBytes?: number;
}

/** What happened, in order: what was fed, what was learned, how many events ran by in bytes, how many were told of. */
function happened(slices: readonly string[], circumstances: Circumstances = {}, settle = true): string[] {
  const { pays = (event) => event === KNOWN, ofEvents = true, maxEventBytes = 1 << 20 } = circumstances;
  const pair = "hot" in circumstances ? circumstances.hot : PAIR;
  const frame = "frame" in circumstances ? circumstances.frame : "frame";
  const log: string[] = [];
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  let fed = "";
  let passed = 0;
  const path: { -readonly [Key in keyof HotPath]: HotPath[Key] } = {
    armed: false,
    after: 1,
    end: 0,
    unfinished: false,
    learn(_pair: RepeatPair, event: Uint8Array) {
      log.push("learn");
      path.armed = pays(textOf(event));
    },
    run(chunk: Uint8Array, at: number, longest: number) {
      const rest = textOf(chunk).slice(at);
      const count = KNOWN.length > longest ? 0 : (/^(?:event: e\ndata: k\n\n)*/.exec(rest)?.[0].length ?? 0);
      passed += count / KNOWN.length;
      path.end = at + count;
      const left = rest.slice(count);
      path.unfinished = left !== "" && KNOWN.startsWith(left);
      if (count > 0) log.push(`run ${count / KNOWN.length}`);
      return count === 0 ? undefined : { length: count, write: (_target: Uint8Array, to: number) => to + count };
    },
    disarm() {
      path.armed = false;
      const events = passed;
      passed = 0;
      return events === 0 ? undefined : { events, told: [] };
    },
  };
  const ordinary: OrdinaryPath = {
    conversion: { hot: () => pair, skip: ({ events }) => log.push(`told ${events}`) },
    feed(bytes) {
      const text = textOf(bytes);
      fed += text;
      log.push(text);
      return frame;
    },
    skip: (events) => log.push(`skip ${events}`),
    get betweenEvents() {
      return fed === "" || fed.endsWith("\n\n");
    },
    ofEvents,
    write: () => undefined,
  };
  const fast = new FastPath(ordinary, maxEventBytes, path);
  for (const slice of slices) fast.push(bytesOf(slice));
  if (settle) fast.settle();
  return log;
}

describe("an event that was learned", () => {
  it("lets those like it run by, and the machines are told how many", () => {
    expect(happened([KNOWN.repeat(4) + OTHER])).toEqual([KNOWN, "learn", "run 3", "skip 3", "told 3", OTHER, "learn"]);
    expect(happened([KNOWN, KNOWN, KNOWN + KNOWN])).toEqual([KNOWN, "learn", "run 1", "run 2", "skip 3", "told 3"]);
  });

  it("is recognised wherever it is cut", () => {
    for (const [first = "", second = ""] of [...everyCut(bytesOf(KNOWN))].map((slices) =>
      slices.map((slice) => new TextDecoder().decode(slice)),
    ))
      expect(happened([KNOWN, first, second, OTHER]).filter((step) => !step.startsWith("run"))).toEqual([
        KNOWN,
        "learn",
        "skip 1",
        "told 1",
        OTHER,
        "learn",
      ]);
  });

  it("is followed by what comes in the slice that completes it", () => {
    expect(happened([KNOWN, "event: ", `e\ndata: k\n\n${KNOWN}${OTHER}`])).toEqual([
      KNOWN,
      "learn",
      "run 1",
      "run 1",
      "skip 2",
      "told 2",
      OTHER,
      "learn",
    ]);
  });

  it("is not what only begins like it: that goes the ordinary way, held back or not", () => {
    expect(happened([KNOWN, "event: ", "x\n\n"])).toEqual([KNOWN, "learn", "event: x\n\n"]);
    expect(happened([KNOWN, "event: "])).toEqual([KNOWN, "learn", "event: "]);
    expect(happened([KNOWN, "event: "], {}, false)).toEqual([KNOWN, "learn"]);
  });

  it("is waited for no longer than an event may be long", () => {
    expect(happened([KNOWN, "event: "], { maxEventBytes: 6 }, false)).toEqual([KNOWN, "learn", "event: "]);
    expect(happened([KNOWN, "event: "], { maxEventBytes: 7 }, false)).toEqual([KNOWN, "learn"]);
    expect(happened([KNOWN, "event: ", "e"], { maxEventBytes: 7 }, false)).toEqual([KNOWN, "learn", "event: ", "e"]);
    expect(happened([KNOWN, "event: ", "e"], { maxEventBytes: 8 }, false)).toEqual([KNOWN, "learn"]);
  });
});

describe("the ordinary way", () => {
  it.each(["\n", "\r\n", "\r"])("is gone event by event, and blank lines before one by themselves, where lines end with %j", (end) => {
    const event = `event: x${end}data: x${end}${end}`;
    const steps = happened([end + end + event + event + event.trimEnd()]).filter((step) => step !== "learn");
    expect(steps).toEqual([end + end, event, event, event.trimEnd()]);
  });
});

describe("nothing is learned", () => {
  it("of an event of which more came than one frame, or a finding", () => {
    expect(happened([KNOWN + KNOWN], { frame: undefined })).toEqual([KNOWN, KNOWN]);
  });
  it("of an event that the machines do not call plain", () => {
    expect(happened([KNOWN + KNOWN], { hot: undefined })).toEqual([KNOWN, KNOWN]);
  });
  it("of an event in pieces, before it is whole or after", () => {
    expect(happened(["event: e\n", "data: k\n\n"])).toEqual(["event: e\n", "data: k\n\n"]);
  });
  it("where what came is no stream of events: its slices go the ordinary way whole", () => {
    expect(happened([KNOWN + OTHER, KNOWN], { ofEvents: false })).toEqual([KNOWN + OTHER, KNOWN]);
  });
});

describe("learning that does not pay", () => {
  /** The numbers of the events of which something was to be learned. */
  const learned = (slices: readonly string[]) => {
    let events = 0;
    return happened(slices).flatMap((step) => {
      if (step.endsWith("\n\n")) events += step.split("\n\n").length - 1;
      return step === "learn" ? [events] : [];
    });
  };
  const one = (event: string, count: number) => Array.from({ length: count }, () => event);

  it("is put off, for twice as many events each time", () => {
    expect(learned([OTHER.repeat(37)])).toEqual([1, 3, 6, 11, 20, 37]);
  });
  it("is put off by whole slices where it is put off for long, but never for more than eight", () => {
    expect(happened([OTHER.repeat(37), OTHER.repeat(9), OTHER]).slice(-3)).toEqual([OTHER.repeat(9), OTHER, "learn"]);
    expect(happened([OTHER.repeat(40)]).slice(-2)).toEqual(["learn", OTHER.repeat(3)]);
    const gaps = learned(one(OTHER, 120)).map((number, index, all) => number - (all[index - 1] ?? 0));
    expect(gaps.slice(0, 12)).toEqual([1, 2, 3, 5, 9, 17, 2, 3, 5, 9, 9, 9]);
  });
  it("is put off where what was learned never came again", () => {
    expect(happened([KNOWN, OTHER, OTHER])).toEqual([KNOWN, "learn", OTHER, OTHER, "learn"]);
  });
  it("is put off for one event again after learning that paid", () => {
    expect(learned([OTHER.repeat(5), KNOWN, KNOWN, OTHER, OTHER, OTHER])).toEqual([1, 3, 6, 7, 9]);
  });
});

describe("a translator", () => {
  const chunk = (content: string) => ({
    id: "r",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  });
  const said = (...texts: readonly string[]) => texts.map((text) => `data: ${JSON.stringify(chunk(text))}\n\n`).join("");
  const { messages, "chat-completions": chat } = styles;
  const PLAIN = said("a", "b", "c", "d", "e");

  /** How often the byte path was made, and how many of its runs were written. */
  function counted(target: typeof chat | typeof messages, slices: readonly (string | Uint8Array)[], fastPath?: boolean, after?: number) {
    let paths = 0;
    let runs = 0;
    const translator = translateStreamWith(chat, target, fastPath === undefined ? {} : { fastPath }, () => {
      paths++;
      const path = createHotPath(READERS, after);
      const run = path.run.bind(path);
      path.run = (...args) => {
        const found = run(...args);
        if (found !== undefined) runs++;
        return found;
      };
      return path;
    });
    for (const slice of slices) translator.push(slice);
    return { paths, runs };
  }

  it("copies plain deltas as bytes, unless it is told not to, they came as text, or nothing has to be translated", () => {
    expect(counted(messages, [bytesOf(PLAIN)], undefined, 1)).toEqual({ paths: 1, runs: 1 });
    expect(counted(messages, [bytesOf(PLAIN)])).toEqual({ paths: 1, runs: 0 });
    expect(counted(messages, [bytesOf(PLAIN + PLAIN)])).toEqual({ paths: 1, runs: 1 });
    expect(counted(messages, [bytesOf(PLAIN)], false)).toEqual({ paths: 0, runs: 0 });
    expect(counted(messages, [PLAIN])).toEqual({ paths: 1, runs: 0 });
    expect(counted(chat, [bytesOf(PLAIN)])).toEqual({ paths: 0, runs: 0 });
  });

  it("counts the events that it copied: what is found later stands at its own", () => {
    const translator = translateStreamWith(chat, messages);
    translator.push(bytesOf(`${PLAIN}data: {oops\n\n`));
    expect(translator.issues).toContainEqual(expect.objectContaining({ code: "stream.error", path: [5] }));
  });

  it("learns nothing of an event of which something was found, or more than one came", () => {
    const odd = { ...chunk("x"), choices: [{ index: 0, delta: { content: "x", odd: 1 }, finish_reason: null }] };
    const list = `data: ${JSON.stringify([chunk("x"), chunk("y")])}\n\n`;
    for (const event of [`data: ${JSON.stringify(odd)}\n\n`, list])
      expect(counted(messages, [bytesOf(said("a") + event + event)], undefined, 1).runs).toBe(0);
  });

  it("copies before it writes over what it copies from, and makes room where the buffer has none", () => {
    const expected = translateStreamWith(chat, messages, { fastPath: false });
    const whole = [said("a", "b", "c"), said("d", "é", "f")].map((text) => new TextDecoder().decode(expected.push(text)));
    for (const size of [4096, 16]) {
      const translator = translateStreamWith(chat, messages);
      const written = [said("a", "b", "c"), said("d", "é", "f")].map((text) => {
        const buffer = new Uint8Array(4096);
        const slice = buffer.subarray(0, buffer.length - 1).subarray(0, bytesOf(text).length);
        slice.set(bytesOf(text));
        return new TextDecoder().decode(translator.pushInto(slice, buffer.subarray(0, size)));
      });
      expect(written).toEqual(whole);
    }
  });
});
