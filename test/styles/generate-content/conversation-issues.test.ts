import { expect, test } from "vitest";
import type { CanonicalRequest, JsonObject, Message, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import * as gen from "../../support/gen.js";
import { linesOf } from "../../support/issue-rows.js";
import { base64, call, customCall, opaque, proof, text } from "../../support/parts.js";
import { asked } from "./support.js";

const user: Message = { role: "user", parts: [text("hi")] };
const model: Message = { role: "assistant", parts: [text("yes")] };
const calling = (id: string): Message => ({ role: "assistant", parts: [text("x"), call(id, "f")] });
const system = (said: string, role: "system" | "developer" = "system") => ({ role, parts: [text(said)] }) as const;
const HI = gen.user("hi");
const CALL = gen.model("x", gen.call("c", "f"));
const moved = (place: string) => `approximated.hoisted_system ${place} warning`;
const same = (...places: readonly string[]) => places.map((place) => `equivalent.form ${place} info`);
const unpaired = (turn: number, id: string, grade = "warning") => `unpaired.tool_call turns[${turn}].parts[1] ${grade} from "${id}"`;

/** `contents` is what is written of the turns; without it there is no request. `front` are the texts of the system instruction. */
cases<
  [
    asked: Partial<CanonicalRequest>,
    contents: object[] | undefined,
    issues?: string[],
    front?: string[] | undefined,
    options?: EncodeOptions,
  ]
>({
  "an instruction without a conversation is the user's": [
    { instructions: [system("a"), system("b")], turns: [] },
    [gen.user("b")],
    [moved("instructions[1]"), ...same("instructions[0]", "instructions[1]")],
    ["a"],
  ],
  "one instruction loses nothing": [{ instructions: [system("a")] }, [HI], [], ["a"]],
  "several instructions become one": [
    { instructions: [system("a"), system("b", "developer")] },
    [HI],
    same("instructions[1].role", "instructions[0]", "instructions[1]"),
    ["a", "b"],
  ],
  "an instruction of nothing is not written": [{ instructions: [{ role: "system", parts: [] }] }, [HI], same("instructions[0]")],
  "a turn has no name": [
    { turns: [{ ...user, name: "n".repeat(101) }] },
    [HI],
    [`dropped.field turns[0].name info from "${"n".repeat(101)}"`],
  ],
  "an instruction between turns moves to the front": [
    { instructions: [system("a")], turns: [user, system("b")] },
    [HI],
    [moved("turns[1]"), ...same("instructions[0]")],
    ["a", "b"],
  ],
  "an instruction between turns stands alone at the front": [{ turns: [user, system("b")] }, [HI], [moved("turns[1]")], ["b"]],
  "instructions among the turns alone leave the last one to the user": [
    { turns: [system("a"), system("b", "developer")] },
    [gen.user("b")],
    [moved("turns[0]"), moved("turns[1]")],
    ["a"],
  ],
  "turns of one side are one": [{ turns: [user, user, user] }, [gen.user("hi", "hi", "hi")], same("turns[0]", "turns[1]", "turns[2]")],
  "a turn of nothing is not written": [
    { turns: [user, { role: "assistant", parts: [] }, user] },
    [gen.user("hi", "hi")],
    same("turns[1]", "turns[0]", "turns[2]"),
  ],
  "a conversation that begins with the model is refused on demand": [
    { turns: [model, user] },
    undefined,
    ["order.first_turn turns[0] error (failed)"],
    undefined,
    { firstTurn: "reject" },
  ],
  "a conversation that ends with a call is no beginning": [{ turns: [user, calling("c")] }, [HI, CALL]],
  "nothing is no conversation": [{ turns: [] }, undefined, ["failed.unsupported turns error"]],
  "nothing is no conversation in this style": [
    { turns: [] },
    undefined,
    ["failed.unsupported turns error"],
    undefined,
    { from: "generate-content" },
  ],
  "a call without a result is told": [
    { turns: [user, calling("c".repeat(201)), user] },
    [HI, gen.model("x", gen.call("c".repeat(201), "f")), HI],
    [unpaired(1, "c".repeat(200))],
  ],
  "a call without a result is refused by the vendor": [
    { turns: [user, calling("c"), user] },
    undefined,
    [unpaired(1, "c", "error (failed)")],
    undefined,
    { profile: "vendor" },
  ],
  "a call without a result gets one on demand": [
    { turns: [user, calling("c"), user] },
    [HI, CALL, gen.user(gen.result("c", "f", { error: "No result was recorded for this call." })), HI],
    [unpaired(1, "c")],
    undefined,
    { missingResult: "synthesize-error" },
  ],
  "calls of two turns of the model wait together": [
    { turns: [user, calling("c"), calling("d"), user] },
    [HI, gen.model("x", gen.call("c", "f"), "x", gen.call("d", "f")), HI],
    [...same("turns[1]", "turns[2]"), unpaired(1, "c"), unpaired(2, "d")],
  ],
  "a call of generation 3 gets the signature that stands for none": [
    { turns: [user, calling("c")] },
    [HI, gen.model("x", { ...gen.call("c", "f"), thoughtSignature: "skip_thought_signature_validator" })],
    ['synthesized.signature turns[1].parts[1] info to "skip_thought_signature_validator"'],
    undefined,
    { modelGeneration: 3 },
  ],
})("%s", (some, contents, issues = [], front = undefined, options = {}) => {
  const written = request.encode(asked(some), { from: "chat-completions", ...options });
  expect(linesOf(written.issues)).toEqual(issues);
  expect(written.ok ? written.value.body.contents : undefined).toEqual(contents);
  expect(written.ok ? written.value.body.systemInstruction : undefined).toEqual(
    front && { parts: front.map((words) => ({ text: words })) },
  );
});

const decoded = (parts: readonly object[], options: DecodeOptions = {}) =>
  request.decode({ contents: [{ role: "model", parts }] }, options);
const kept = (fields: JsonObject) => ({ extensions: { "generate-content": fields } });
const inline = (mimeType: string, more: object = {}) => ({ inlineData: { mimeType, data: "AAAA", ...more } });
const level = (name: string, more: object = {}) => ({ mediaResolution: { level: name, ...more } });
const file = (fileId: string, more: object = {}) => ({ kind: "file-id", fileId, style: "generate-content", ...more }) as const;
const code = (id: string, more: object = {}): Part => ({ type: "code-call", id, language: "python", code: "1", ...more });
const ran = (callId: string, outcome: "ok" | "failed" | "timeout", more: object = {}): Part => ({
  type: "code-result",
  callId,
  outcome,
  stdout: "",
  ...more,
});
const LOW = "MEDIA_RESOLUTION_LOW";
const FPS = { videoMetadata: { fps: 1 } };

cases<[parts: object[], read: Part[], issues?: string[], options?: DecodeOptions]>({
  "a flag on a visible text is kept": [[{ text: "a", thought: false, odd: 1 }], [text("a", kept({ odd: 1 }))]],
  "a signature alone is that of no text, and nothing is no part": [
    [{ thoughtSignature: "c2ln" }, {}],
    [text("", { signature: proof("generate-content", "c2ln") })],
    same("contents[0].parts[1]"),
  ],
  "a part that nobody knows is kept whole": [[{ odd: 1 }], [opaque("generate-content", { odd: 1 })]],
  "a sound keeps what it has no word for": [
    [{ ...inline("audio/wav", { displayName: "n", more: 1 }), ...level(LOW), ...FPS }],
    [
      {
        ...{ type: "audio", source: base64("audio/wav", "AAAA") },
        ...kept({ "inlineData.more": 1, "inlineData.displayName": "n", "videoMetadata.fps": 1, "mediaResolution.level": LOW }),
      },
    ],
  ],
  "a video keeps its excerpt": [
    [
      {
        fileData: { fileUri: "files/v", mimeType: "video/mp4" },
        videoMetadata: { startOffset: "1s", endOffset: "2s", fps: 1, more: 1 },
        ...level(LOW),
      },
    ],
    [
      {
        ...{ type: "video", source: file("files/v", { mimeType: "video/mp4" }), startOffset: "1s", endOffset: "2s", fps: 1 },
        ...kept({ "videoMetadata.more": 1, "mediaResolution.level": LOW }),
      },
    ],
  ],
  "a document has a name": [
    [{ fileData: { fileUri: "https://a.b/c.pdf", displayName: "n", more: 1 }, ...FPS, ...level("ODD") }],
    [
      {
        ...{ type: "document", source: { kind: "url", url: "https://a.b/c.pdf" }, filename: "n" },
        ...kept({ "fileData.more": 1, "videoMetadata.fps": 1, "mediaResolution.level": "ODD" }),
      },
    ],
  ],
  "a file of no kind is a document": [[{ fileData: { fileUri: "files/x" } }], [{ type: "document", source: file("files/x") }]],
  "a call without a name and arguments": [
    [{ functionCall: { name: "", more: 1 } }],
    [{ ...call("call_51e12ad878f94e452a2b9392", "unnamed"), idSynthesized: true, ...kept({ "functionCall.more": 1 }) }],
  ],
  "a call of a free-form tool has its input": [
    [gen.call("c", "f", { input: "a" }), gen.call("d", "f", { input: "a", more: 1 }), { functionCall: { id: "e", name: "f" } }],
    [customCall("c", "f", "a"), call("d", "f", '{"input":"a","more":1}'), call("e", "f")],
    [],
    { context: { customTools: ["f"] } },
  ],
  "code without an id gets one, and so does its result": [
    [{ executableCode: { code: "1" } }, { codeExecutionResult: { output: "1" } }],
    [code("srvtoolu_1656ae66ab58cb319b337783"), ran("srvtoolu_1656ae66ab58cb319b337783", "ok", { stdout: "1" })],
    ['approximated.enum contents[0].parts[1].codeExecutionResult.outcome warning to "OUTCOME_OK"'],
  ],
  "code that ended in each way": [
    [
      { executableCode: { id: "a", language: "BASH", code: "1", more: 1 } },
      { codeExecutionResult: { id: "a", outcome: "OUTCOME_FAILED", output: "e" } },
      { codeExecutionResult: { outcome: "OUTCOME_DEADLINE_EXCEEDED" } },
      { codeExecutionResult: { outcome: "OUTCOME_ODD" } },
    ],
    [
      code("a", { language: "bash", ...kept({ "executableCode.more": 1 }) }),
      ran("a", "failed", { stderr: "e" }),
      ran("a", "timeout"),
      opaque("generate-content", { codeExecutionResult: { outcome: "OUTCOME_ODD" } }),
    ],
  ],
  "a result without code has an id of its own": [
    [{ codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }],
    [ran("srvtoolu_6c277fefc1dc9c4c1c7e6084", "ok", { stdout: "1" })],
  ],
  "a tool of the service is read": [
    [
      { toolCall: { toolType: "GOOGLE_SEARCH_WEB", args: { q: 1 }, more: 1 } },
      { toolResponse: { toolType: "GOOGLE_SEARCH_WEB", response: { a: 1 }, more: 1 } },
    ],
    [
      {
        ...{ type: "server-tool-call", id: "srvtoolu_d0a86516a14dff77597bd9fb", name: "web_search", input: { q: 1 } },
        ...kept({ "toolCall.more": 1 }),
      },
      {
        ...{ type: "server-tool-result", callId: "srvtoolu_d0a86516a14dff77597bd9fb", name: "web_search", raw: { a: 1 } },
        ...kept({ "toolResponse.more": 1 }),
      },
    ],
  ],
  "a tool of the service without a type is read": [
    [{ toolResponse: {} }, { toolCall: {} }],
    [
      { type: "server-tool-result", callId: "srvtoolu_3293246174e8ae48dd5c98e8", name: "" },
      { type: "server-tool-call", id: "srvtoolu_d066f4905d199e890a549e5c", name: "", input: {} },
    ],
  ],
})("%s", (parts, read, issues = [], options = {}) => {
  const result = decoded(parts, options);
  expect(linesOf(result.issues)).toEqual(issues);
  expect(result.ok && result.value.turns.map((turn) => turn.parts)).toEqual([read]);
});

test.each<[parts: object[], places: Record<string, string>]>([
  [
    [{ functionCall: { name: "f" } }, { text: "a", thought: true }, { odd: 1 }],
    {
      ...{ "0.id": "functionCall.id", "0.name": "functionCall.name", "0.arguments.value": "functionCall.args" },
      ...{ "1.text": "text", "1.signature": "thoughtSignature", "2.value": "" },
    },
  ],
])("what is said of %j stands in its part", (parts, places) => {
  const result = decoded(parts);
  for (const [from, to] of Object.entries(places)) {
    const [index, ...steps] = from.split(".");
    const place = ["contents", 0, "parts", Number(index), ...to.split(".").filter(Boolean)];
    expect(result.ok && result.locate(["turns", 0, "parts", Number(index), ...steps])).toEqual(place);
  }
});
