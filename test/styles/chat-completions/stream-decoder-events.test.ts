/** Whole events of streams that compatible servers send. */
import { expect } from "vitest";
import type { CanonicalStreamEvent, Citation, PartDelta } from "../../../src/model/index.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import { begun, stop as close, end as END, whole } from "../../support/canonical-events.js";
import { cases, of } from "../../support/cases.js";
import { audio, base64, call, customCall, image, text, thought } from "../../support/parts.js";
import { answer, at, called, calling, calls, ch, D, decode, finish, START, stopped, usage } from "./stream-support.js";
import { own } from "./support.js";

const STOPPED = finish();
const COUNTS = { inputTokens: 1, outputTokens: 2 };
const COUNTED = { type: "usage", usage: COUNTS } as const;
const meta = (more: object) => ({ type: "choice-meta", choice: 0, ...more }) as const;
const drawn = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
const details = (text: string, more: object = {}) => ({ reasoning_details: [{ type: "reasoning.text", text, ...more }] });
const cited = (start_index: number, end_index: number) => ({
  type: "url_citation",
  url_citation: { url: "https://a", title: "A", start_index, end_index },
});
const citation = (start: number, end: number) => ({ kind: "url", url: "https://a", title: "A", start, end }) as const;
const quoting = (citation: Citation): PartDelta => ({ kind: "citation", citation });

const differing = stopped(ch({ role: "assistant" }), ch({ reasoning_content: "a" }), ch({ reasoning_content: "b", ...details("c") }));

cases<[input: readonly unknown[], events: readonly CanonicalStreamEvent[], options?: StreamDecodeOptions]>({
  "begins with a chunk that only counts": [of({ choices: [], usage }, D), [{ type: "start", usage: COUNTS }, COUNTED, STOPPED, END]],
  "begins with a chunk that only has an id": [of({ choices: [], id: "i" }, D), [{ type: "start", id: "i" }, STOPPED, END]],
  "keeps counters of a choice beside those of the chunk": [
    of(ch({}, "stop", { usage }, { usage: { completion_tokens: 1 } }), D),
    [{ ...START, usage: COUNTS }, meta({ extensions: own({ usage: { completion_tokens: 1 } }) }), COUNTED, STOPPED, END],
  ],
  "keeps what a server calls usage and is none": [
    of(ch({}, "stop", { x_groq: { usage: { queue_time: 1 } } }), D),
    [{ ...START, extensions: own({ x_groq: { usage: { queue_time: 1 } } }) }, STOPPED, END],
  ],
  "keeps the plain thoughts for the same style where details differ": [
    differing,
    answer(...begun(0, thought(), "a", "c"), meta({ extensions: own({ "message.reasoning_content": "ab" }) }), close(0)),
    { own: true },
  ],
  "keeps no plain thoughts for another style": [differing, answer(...whole(0, thought(), "a", "c"))],
  "keeps no plain thoughts that the parts say as well": [
    stopped(ch({ role: "assistant" }), ch({ reasoning_content: "a" }), ch({ content: "x" })),
    answer(...whole(0, thought(), "a"), ...whole(1, text(), "x")),
    { own: true },
  ],
  "adds plain thoughts to a part that has an index": [
    stopped(ch(details("a", { index: 0 })), ch({ reasoning_content: "b" })),
    answer(...whole(0, thought(), "a", "b")),
  ],
  "gives an index to plain thoughts, and another part to another index": [
    stopped(ch({ reasoning_content: "a" }), ch(details("b", { index: 0 })), ch(details("c", { index: 1 }))),
    answer(...whole(0, thought(), "a", "b"), ...whole(1, thought(), "c")),
  ],
  "reads a sound piece by piece, and ends parts in their order": [
    stopped(
      ch({ audio: { id: "au", odd: 1 } }),
      ch({ audio: { transcript: "Hi" } }),
      ch({ audio: { expires_at: 5 } }),
      ch({ content: "a" }),
    ),
    answer(
      ...begun(
        0,
        audio(base64("audio/wav", ""), { id: "au", extensions: own({ odd: 1 }) }),
        { kind: "audio", transcript: "Hi" },
        { kind: "audio", expiresAt: 5 },
      ),
      ...begun(1, text(), "a"),
      close(0),
      close(1),
    ),
  ],
  "ends a sound after the text that began before it": [
    stopped(ch({ content: "a" }), ch({ audio: { data: "UklG" } })),
    answer(...begun(0, text(), "a"), ...begun(1, audio(base64("audio/wav", "")), { kind: "audio", data: "UklG" }), close(0), close(1)),
  ],
  "cites the open text": [
    stopped(ch({ content: "a" }), ch({ annotations: [cited(0, 1)] })),
    answer(...whole(0, text(), "a", quoting(citation(0, 1)))),
  ],
  "cites closed text by the choice while nothing is open": [
    stopped(ch({ content: "a" }), ch({ images: [drawn] }), ch({ annotations: [cited(0, 1)] })),
    answer(...whole(0, text(), "a"), ...whole(1, image(base64("image/png", "AAAA"))), meta({ citations: [citation(0, 1)] })),
  ],
  "starts calls in the order in which they were named": [
    called(calls(at(0, "a", "f")), calls(at(1, "b", "g", "{}"))),
    calling(...begun(0, call("a", "f", "")), ...begun(1, call("b", "g", ""), "{}"), close(0), close(1)),
  ],
  "leaves out an id that comes after the call has started": [
    called(calls(at(0, undefined, "f", "{")), calls(at(0, "x", undefined, "")), calls(at(0, "y", undefined, "}"))),
    calling(...whole(0, call("call_abe032bf3c1f0ff924d336e2", "f", "", { idSynthesized: true }), "{", "}")),
  ],
  "takes an id and a name that come after the arguments": [
    called(calls(at(0, undefined, undefined, "{")), calls(at(0, "x", "f", "}"))),
    calling(...whole(0, call("x", "f", ""), "{", "}")),
  ],
  "starts calls without a name at the end": [
    called(calls(at(0, "a", undefined, "{"), at(1, "b", undefined, "{}")), calls(at(0, undefined, "f", "}"))),
    calling(...begun(0, call("a", "f", ""), "{", "}"), ...begun(1, call("b", "", ""), "{}"), close(0), close(1)),
  ],
  "knows a custom call by its type": [
    called(calls({ index: 0, id: "a", type: "custom" }), calls({ index: 0, custom: { name: "f", input: "x" } })),
    calling(...whole(0, customCall("a", "f", ""), "x")),
  ],
})("%s", (input, events, options = {}) => {
  expect(decode(input, options).events).toStrictEqual(events);
});
