import { expect, test } from "vitest";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/aspects.js";
import { begun, call, end, finish, hi, more, open, start, stop, text, whole, writeWith } from "../../support/canonical-events.js";
import { cases } from "../../support/cases.js";
import { linesOf } from "../../support/issue-rows.js";
import * as msg from "../../support/msg.js";
import { refusal } from "../../support/parts.js";

const write = writeWith(stream);

const started = (id: string, model: string) => ({
  type: "message_start",
  message: {
    ...{ id, type: "message", role: "assistant", model, content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 0, output_tokens: 0 } },
  },
});
/** The last two events. */
const ended = (stop_reason = "end_turn", more: object = {}, input_tokens = 0, output_tokens = 0) => [
  { type: "message_delta", delta: { stop_reason, stop_sequence: null, ...more }, usage: { input_tokens, output_tokens } },
  { type: "message_stop" },
];
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const said = (index: number, words: string) => block(index, msg.text(""), { type: "text_delta", text: words });
const used = (index: number, content_block: object, partial_json = "{}") =>
  block(index, content_block, { type: "input_json_delta", partial_json });
const failed = (type: string, message: string) => ({ type: "error", error: { type, message } });
const refused = (explanation: string) => ({ stop_details: { type: "refusal", category: null, explanation } });

const STARTED = started("r", "g");
const MADE_UP = started("msg_c2da235aab7a9dd820952c12", "unknown");
const GREETED = [STARTED, ...said(0, "Hi")];
const UNCOUNTED = "approximated.usage usage warning";
const NAMELESS = ['defaulted.other model info to "unknown"', 'synthesized.id id info to "msg_c2da235aab7a9dd820952c12"'];
const UNEXPLAINED = 'approximated.finish_reason choices[0].finish.reason warning from null to "end_turn"';
const meta = (fields: object): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, ...fields });

cases<[events: readonly CanonicalStreamEvent[], out: readonly object[], issues?: readonly string[]]>({
  "nothing is still an answer": [[end], [MADE_UP, ...ended()], [...NAMELESS, UNEXPLAINED, UNCOUNTED]],
  "an answer that broke off": [
    hi,
    [...GREETED, failed("internal_server_error", "The stream ended before the answer was complete.")],
    ['approximated.error kind warning from "truncated-stream" to "bad-gateway"'],
  ],
  "a part that started twice": [
    [start, ...begun(0, text, "Hi"), open(0, text), more(0, "text", "!"), stop(0), finish, end],
    [STARTED, ...block(0, msg.text(""), ...["Hi", "!"].map((words) => ({ type: "text_delta", text: words }))), ...ended()],
    ["stream.protocol [3] warning", UNCOUNTED],
  ],
  "a piece of a part that is not open": [
    [start, more(3, "text", "Hi"), stop(3), finish, end],
    [STARTED, ...ended()],
    ["stream.late_delta [1] warning", UNCOUNTED],
  ],
  "a piece of another kind": [
    [
      start,
      ...whole(0, text, { kind: "arguments", json: "{}" }, { kind: "thinking", text: "Hm" }),
      ...whole(1, call, { kind: "data", data: "AAAA" }, { kind: "audio", data: "AAAA" }),
      ...[finish, end],
    ],
    [STARTED, ...used(0, msg.use("c", "f")), ...ended()],
    [...[0, 0, 1, 1].map((part) => `stream.protocol choices[0].parts[${part}] warning`), UNCOUNTED],
  ],
  "two calls at once": [
    [
      ...[start, open(0, call), ...begun(1, { ...call, id: "d" }, "{}")],
      ...["{}", " ", "x"].map((piece) => more(0, "tool-call", piece)),
      ...[stop(0), stop(1), finish, end],
    ],
    [STARTED, ...used(0, msg.use("c", "f")), ...used(1, msg.use("d", "f")), ...ended()],
    ["stream.late_delta choices[0].parts[0].arguments warning", UNCOUNTED],
  ],
  "two texts run together": [[...hi, ...whole(1, text, "!"), finish, end], [...GREETED, ...said(1, "!"), ...ended()], [UNCOUNTED]],
  "late citations": [
    [...hi, meta({ citations: [{ kind: "url", url: "u", start: 0, end: 2 }] }), finish, end],
    [...GREETED, ...ended()],
    ["approximated.citation choices[0].citations warning", UNCOUNTED],
  ],
  "no late citations": [[...hi, meta({ citations: [] }), finish, end], [...GREETED, ...ended()], [UNCOUNTED]],
  "an error after a text": [
    [...hi, { type: "error", error: { kind: "overloaded", status: 529, message: "no", retryable: true } }, ...hi],
    [...GREETED, failed("overloaded_error", "no")],
  ],
  "a refusal in words": [
    [start, ...whole(0, refusal(), "no"), finish, end],
    [STARTED, ...said(0, "no"), ...ended("refusal", refused("no"))],
    ["equivalent.form choices[0].parts[0] info", "equivalent.form [4].choices[0].finish.reason info", UNCOUNTED],
  ],
})("%s", (events, out, issues = []) => {
  const written = write(events);
  expect(written.out).toEqual(out);
  expect(linesOf(written.issues)).toEqual(issues);
});

test("any number of calls may wait for the one before them", () => {
  const calls = Array.from({ length: 60_000 }, (_, part) => ({ ...call, id: `c${part}` }));
  const { out } = write([
    start,
    ...calls.map((head, part) => open(part, head)),
    ...calls.slice(1).map((_head, index) => more(index + 1, "tool-call", "{}")),
    more(0, "tool-call", "{}"),
    ...[finish, end],
  ]);
  expect(out.filter(({ type }) => type === "content_block_stop")).toHaveLength(calls.length);
});
