import { stream } from "../../../src/styles/generate-content/aspects.js";
import { begun, call, end, finish, hi, open, say, start, stop, text, whole, writeWith } from "../../support/canonical-events.js";
import * as gen from "../../support/gen.js";
import { lazy, row } from "../../support/issue-rows.js";

const write = lazy(writeWith(stream));

const said = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
  modelVersion: "g",
  responseId: "r",
});
const ENDED = said([{ text: "" }], { finishReason: "STOP" });
const SAID_HI = said([{ text: "Hi" }]);
row("nothing is still an answer", write([end]), {
  out: [
    {
      candidates: [{ content: { parts: [{ text: "" }], role: "model" }, index: 0, finishReason: "STOP" }],
      modelVersion: "unknown",
      responseId: "resp-c2da235aab7a9dd820952c12",
    },
  ],
  issues: [
    'defaulted.other [0].model info to "unknown"',
    'synthesized.id [0].id info to "resp-c2da235aab7a9dd820952c12"',
    "stream.protocol [0] warning",
  ],
});
row("an answer that does not say why it ended", write([...hi, end]), { out: [SAID_HI, ENDED], issues: ["stream.protocol [4] warning"] });
row("an answer that started twice", write([start, start, finish, end]), { out: [ENDED], issues: ["stream.protocol [1] warning"] });
row("what comes after the finish", write([...hi, finish, ...whole(1, text, "more"), end]), {
  out: [SAID_HI, ENDED],
  issues: ["stream.late_delta [5] warning", "stream.late_delta [6] warning", "stream.late_delta [7] warning"],
});
row("a piece of a part that is not open", write([start, say(3, { kind: "text", text: "Hi" }), stop(3), finish, end]), {
  out: [ENDED],
  issues: ["stream.late_delta [1] warning"],
});
row("a part that started twice", write([start, open(0, text), ...whole(0, text), finish, end]), { out: [ENDED] });
row(
  "a piece of another kind",
  write([
    start,
    ...whole(0, text, { kind: "arguments", json: "{}" }, { kind: "thinking", text: "Hm" }),
    ...whole(1, call, { kind: "data", data: "AAAA" }, { kind: "audio", data: "AAAA" }),
    finish,
    end,
  ]),
  {
    out: [said([gen.call("c", "f")]), ENDED],
    issues: [...[2, 3, 6, 7].map((event) => `stream.protocol [${event}] warning`), "equivalent.form [9].finish.reason info"],
  },
);
row(
  "a text that comes before what began earlier",
  write([start, open(0, call), ...begun(1, text, "Hi"), say(0, { kind: "arguments", json: "{}" }), stop(0), stop(1), finish, end]),
  {
    out: [SAID_HI, said([gen.call("c", "f")]), ENDED],
    issues: ["approximated.reordered [3] warning", "equivalent.form [7].finish.reason info"],
  },
);
row("two texts run together", write([...hi, ...whole(1, text, "!"), finish, end]), { out: [SAID_HI, said([{ text: "!" }]), ENDED] });
row("the safety of another style", write([...hi, { type: "choice-meta", choice: 0, safety: [1], logprobs: null }, finish, end]), {
  out: [SAID_HI, ENDED],
  issues: ["dropped.field [4].safety info"],
});
row("no late citations", write([...hi, { type: "choice-meta", choice: 0, citations: [] }, finish, end]), { out: [SAID_HI, ENDED] });
row("a ping before and after the start", write([{ type: "ping" }, start, { type: "ping" }, finish, end]), { out: [ENDED] });
row("a refusal in words", write([start, ...whole(0, { type: "refusal", text: "" }, "no"), finish, end]), {
  out: [said([{ text: "no" }]), said([{ text: "" }], { finishReason: "SAFETY" })],
  issues: [
    "approximated.finish_reason [1].head warning",
    'approximated.finish_reason [4].finish.reason warning from "refusal" to "SAFETY"',
  ],
});
row(
  "a search of the service",
  write([
    start,
    ...whole(0, { type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } }),
    ...whole(1, { type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "u", title: "t" }] }),
    ...whole(2, text, "Hi"),
    finish,
    end,
  ]),
  {
    out: [
      SAID_HI,
      said([{ text: "" }], {
        finishReason: "STOP",
        groundingMetadata: { webSearchQueries: ["q"], groundingChunks: [{ web: { uri: "u", title: "t" } }] },
      }),
    ],
    issues: ["equivalent.form [2].head info", "equivalent.form [4].head info"],
  },
);
