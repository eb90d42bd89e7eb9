import type { CanonicalRequest, Message, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import * as gen from "../../support/gen.js";
import { lazy, row } from "../../support/issue-rows.js";
import { text as textPart, thought } from "../../support/parts.js";
import { asked } from "./support.js";

/** The conversation that is written, with the findings. */
const write = lazy((some: Partial<CanonicalRequest>, options: EncodeOptions = {}) => {
  const result = request.encode(asked(some), { from: "chat-completions", ...options });
  if (!result.ok) return { issues: result.issues };
  const { contents, systemInstruction } = result.value.body;
  return { contents, systemInstruction, issues: result.issues };
});
/** The parts that one turn is read as, with the findings. */
const read = lazy((parts: readonly object[], options: DecodeOptions = {}, role = "model") => {
  const result = request.decode({ contents: [{ role, parts }] }, options);
  return { parts: result.ok ? result.value.turns.map(({ parts }) => parts) : undefined, issues: result.issues };
});
const placed = lazy((parts: readonly object[], ...paths: readonly (readonly (string | number)[])[]) => {
  const result = request.decode({ contents: [{ role: "model", parts }] });
  return result.ok ? paths.map((path) => result.locate(["turns", 0, "parts", ...path])) : undefined;
});
const text = (said: string): Part => textPart(said);
const user: Message = { role: "user", parts: [text("hi")] };
const model: Message = { role: "assistant", parts: [text("yes")] };
const call = (id: string): Message => ({
  role: "assistant",
  parts: [text("x"), { type: "tool-call", id, name: "f", variant: "function", arguments: { json: "{}", value: {} } }],
});
const system = (said: string, role: "system" | "developer" = "system") => ({ role, parts: [textPart(said)] }) as const;
const third: EncodeOptions = { modelGeneration: 3 };

row("an instruction without a conversation is the user's", write({ instructions: [system("a"), system("b")], turns: [] }), {
  contents: [gen.user("b")],
  systemInstruction: { parts: [{ text: "a" }] },
  issues: [
    "approximated.hoisted_system instructions[1] warning",
    "equivalent.form instructions[0] info",
    "equivalent.form instructions[1] info",
  ],
});
row("one instruction loses nothing", write({ instructions: [system("a")] }), {
  contents: [gen.user("hi")],
  systemInstruction: { parts: [{ text: "a" }] },
});
row("several instructions become one", write({ instructions: [system("a"), system("b", "developer")] }), {
  contents: [gen.user("hi")],
  systemInstruction: { parts: [{ text: "a" }, { text: "b" }] },
  issues: ["equivalent.form instructions[1].role info", "equivalent.form instructions[0] info", "equivalent.form instructions[1] info"],
});
row("an instruction of nothing is not written", write({ instructions: [{ role: "system", parts: [] }] }), {
  contents: [gen.user("hi")],
  issues: ["equivalent.form instructions[0] info"],
});
row("an instruction has no name", write({ instructions: [{ ...system("a"), name: "n".repeat(101) }] }), {
  contents: [gen.user("hi")],
  systemInstruction: { parts: [{ text: "a" }] },
  issues: [
    'dropped.field instructions[0].name info from "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"',
  ],
});
row("a turn has no name", write({ turns: [{ ...user, name: "n".repeat(101) }] }), {
  contents: [gen.user("hi")],
  issues: [
    'dropped.field turns[0].name info from "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"',
  ],
});
row("an instruction between turns moves to the front", write({ instructions: [system("a")], turns: [user, system("b")] }), {
  contents: [gen.user("hi")],
  systemInstruction: { parts: [{ text: "a" }, { text: "b" }] },
  issues: ["approximated.hoisted_system turns[1] warning", "equivalent.form instructions[0] info"],
});
row("an instruction between turns stands alone at the front", write({ turns: [user, system("b")] }), {
  contents: [gen.user("hi")],
  systemInstruction: { parts: [{ text: "b" }] },
  issues: ["approximated.hoisted_system turns[1] warning"],
});
row("instructions among the turns alone leave the last one to the user", write({ turns: [system("a"), system("b", "developer")] }), {
  contents: [gen.user("b")],
  systemInstruction: { parts: [{ text: "a" }] },
  issues: ["approximated.hoisted_system turns[0] warning", "approximated.hoisted_system turns[1] warning"],
});
row("instructions before an instruction among the turns stay at the front", write({ instructions: [system("a")], turns: [system("b")] }), {
  contents: [gen.user("b")],
  systemInstruction: { parts: [{ text: "a" }] },
  issues: ["approximated.hoisted_system turns[0] warning"],
});
row("turns of one side are one", write({ turns: [user, user, user] }), {
  contents: [gen.user("hi", "hi", "hi")],
  issues: ["equivalent.form turns[0] info", "equivalent.form turns[1] info", "equivalent.form turns[2] info"],
});
row("a turn of nothing is not written", write({ turns: [user, { role: "assistant", parts: [] }, user] }), {
  contents: [gen.user("hi", "hi")],
  issues: ["equivalent.form turns[1] info", "equivalent.form turns[0] info", "equivalent.form turns[2] info"],
});
row("a conversation that begins with the model may be refused", write({ turns: [model, user] }), {
  contents: [gen.model("yes"), gen.user("hi")],
  issues: ["order.first_turn turns[0] warning"],
});
row("a conversation that begins with the model is refused on demand", write({ turns: [model, user] }, { firstTurn: "reject" }), {
  issues: ["order.first_turn turns[0] error (failed)"],
});
row("a conversation that ends with the model is a beginning", write({ turns: [user, model] }), {
  contents: [gen.user("hi"), gen.model("yes")],
  issues: ["approximated.prefill turns[1] warning"],
});
row("a conversation that ends with a call is no beginning", write({ turns: [user, call("c")] }), {
  contents: [gen.user("hi"), gen.model("x", gen.call("c", "f"))],
});
row("nothing is no conversation", write({ turns: [] }), { issues: ["failed.unsupported turns error"] });
row("nothing is no conversation in this style", write({ turns: [] }, { from: "generate-content" }), {
  issues: ["failed.unsupported turns error"],
});
row("a call without a result is told", write({ turns: [user, call("c".repeat(201)), user] }), {
  contents: [
    gen.user("hi"),
    gen.model(
      "x",
      gen.call(
        "ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
        "f",
      ),
    ),
    gen.user("hi"),
  ],
  issues: [
    'unpaired.tool_call turns[1].parts[1] warning from "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"',
  ],
});
row("a call without a result is refused by the vendor", write({ turns: [user, call("c"), user] }, { profile: "vendor" }), {
  issues: ['unpaired.tool_call turns[1].parts[1] error (failed) from "c"'],
});
row("a call without a result gets one on demand", write({ turns: [user, call("c"), user] }, { missingResult: "synthesize-error" }), {
  contents: [
    gen.user("hi"),
    gen.model("x", gen.call("c", "f")),
    gen.user(gen.result("c", "f", { error: "No result was recorded for this call." })),
    gen.user("hi"),
  ],
  issues: ['unpaired.tool_call turns[1].parts[1] warning from "c"'],
});
row(
  "a call with its result loses nothing",
  write({
    turns: [user, call("c"), { role: "tool", parts: [{ type: "tool-result", callId: "c", name: "f", content: [textPart("r")] }] }, user],
  }),
  { contents: [gen.user("hi"), gen.model("x", gen.call("c", "f")), gen.user(gen.result("c", "f", { output: "r" })), gen.user("hi")] },
);
row("calls of two turns of the model wait together", write({ turns: [user, call("c"), call("d"), user] }), {
  contents: [gen.user("hi"), gen.model("x", gen.call("c", "f"), "x", gen.call("d", "f")), gen.user("hi")],
  issues: [
    "equivalent.form turns[1] info",
    "equivalent.form turns[2] info",
    'unpaired.tool_call turns[1].parts[1] warning from "c"',
    'unpaired.tool_call turns[2].parts[1] warning from "d"',
  ],
});
row("a call of generation 3 gets the signature that stands for none", write({ turns: [user, call("c")] }, third), {
  contents: [
    gen.user("hi"),
    gen.model("x", { functionCall: { id: "c", name: "f", args: {} }, thoughtSignature: "skip_thought_signature_validator" }),
  ],
  issues: ['synthesized.signature turns[1].parts[1] info to "skip_thought_signature_validator"'],
});
row(
  "a call of generation 3 gets no signature where that is asked",
  write({ turns: [user, call("c")] }, { ...third, gSignatureBypass: false }),
  { contents: [gen.user("hi"), gen.model("x", gen.call("c", "f"))] },
);
row("a flag on a visible text is kept", read([{ text: "a", thought: false, odd: 1 }]), {
  parts: [[{ type: "text", text: "a", extensions: { "generate-content": { odd: 1 } } }]],
});
row("a thought is read", read([{ text: "a", thought: true, thoughtSignature: "c2ln" }]), {
  parts: [[thought("a", { signature: { value: "c2ln", origin: "generate-content" } })]],
});
row("a signature alone is that of no text, and nothing is no part", read([{ thoughtSignature: "c2ln" }, {}]), {
  parts: [[{ type: "text", text: "", signature: { value: "c2ln", origin: "generate-content" } }]],
  issues: ["equivalent.form contents[0].parts[1] info"],
});
row("a part that nobody knows is kept whole", read([{ odd: 1 }]), {
  parts: [[{ type: "opaque", style: "generate-content", value: { odd: 1 } }]],
});
row(
  "an image keeps its detail",
  read(
    [
      {
        inlineData: { mimeType: "image/png", data: "AAAA", displayName: "n" },
        mediaResolution: { level: "MEDIA_RESOLUTION_ULTRA_HIGH", more: 1 },
        videoMetadata: { fps: 1 },
      },
    ],
    {},
    "user",
  ),
  {
    parts: [
      [
        {
          type: "image",
          source: { kind: "base64", mimeType: "image/png", data: "AAAA" },
          detail: "original",
          extensions: { "generate-content": { "inlineData.displayName": "n", "videoMetadata.fps": 1, "mediaResolution.more": 1 } },
        },
      ],
    ],
  },
);
row(
  "an image keeps a detail that nobody knows",
  read([{ inlineData: { mimeType: "image/png", data: "AAAA" }, mediaResolution: { level: "ODD" } }], {}, "user"),
  {
    parts: [
      [
        {
          type: "image",
          source: { kind: "base64", mimeType: "image/png", data: "AAAA" },
          extensions: { "generate-content": { "mediaResolution.level": "ODD" } },
        },
      ],
    ],
  },
);
row(
  "a sound keeps what it has no word for",
  read(
    [
      {
        inlineData: { mimeType: "audio/wav", data: "AAAA", displayName: "n", more: 1 },
        mediaResolution: { level: "MEDIA_RESOLUTION_LOW" },
        videoMetadata: { fps: 1 },
      },
    ],
    {},
    "user",
  ),
  {
    parts: [
      [
        {
          type: "audio",
          source: { kind: "base64", mimeType: "audio/wav", data: "AAAA" },
          extensions: {
            "generate-content": {
              "inlineData.more": 1,
              "inlineData.displayName": "n",
              "videoMetadata.fps": 1,
              "mediaResolution.level": "MEDIA_RESOLUTION_LOW",
            },
          },
        },
      ],
    ],
  },
);
row(
  "a video keeps its excerpt",
  read(
    [
      {
        fileData: { fileUri: "files/v", mimeType: "video/mp4" },
        videoMetadata: { startOffset: "1s", endOffset: "2s", fps: 1, more: 1 },
        mediaResolution: { level: "MEDIA_RESOLUTION_LOW" },
      },
    ],
    {},
    "user",
  ),
  {
    parts: [
      [
        {
          type: "video",
          source: { kind: "file-id", fileId: "files/v", style: "generate-content", mimeType: "video/mp4" },
          startOffset: "1s",
          endOffset: "2s",
          fps: 1,
          extensions: { "generate-content": { "videoMetadata.more": 1, "mediaResolution.level": "MEDIA_RESOLUTION_LOW" } },
        },
      ],
    ],
  },
);
row(
  "a document has a name",
  read(
    [
      {
        fileData: { fileUri: "https://a.b/c.pdf", displayName: "n", more: 1 },
        videoMetadata: { fps: 1 },
        mediaResolution: { level: "ODD" },
      },
    ],
    {},
    "user",
  ),
  {
    parts: [
      [
        {
          type: "document",
          source: { kind: "url", url: "https://a.b/c.pdf" },
          filename: "n",
          extensions: { "generate-content": { "fileData.more": 1, "videoMetadata.fps": 1, "mediaResolution.level": "ODD" } },
        },
      ],
    ],
  },
);
row("a file of no kind is a document", read([{ fileData: { fileUri: "files/x" } }], {}, "user"), {
  parts: [[{ type: "document", source: { kind: "file-id", fileId: "files/x", style: "generate-content" } }]],
});
row("a call without a name and arguments", read([{ functionCall: { name: "", more: 1 } }]), {
  parts: [
    [
      {
        type: "tool-call",
        id: "call_51e12ad878f94e452a2b9392",
        name: "unnamed",
        variant: "function",
        arguments: { json: "{}", value: {} },
        idSynthesized: true,
        extensions: { "generate-content": { "functionCall.more": 1 } },
      },
    ],
  ],
});
row(
  "a call of a free-form tool has its input",
  read([gen.call("c", "f", { input: "a" }), gen.call("d", "f", { input: "a", more: 1 }), { functionCall: { id: "e", name: "f" } }], {
    context: { customTools: ["f"] },
  }),
  {
    parts: [
      [
        { type: "tool-call", id: "c", name: "f", variant: "custom", arguments: { json: "a" } },
        {
          type: "tool-call",
          id: "d",
          name: "f",
          variant: "function",
          arguments: { json: '{"input":"a","more":1}', value: { input: "a", more: 1 } },
        },
        { type: "tool-call", id: "e", name: "f", variant: "function", arguments: { json: "{}", value: {} } },
      ],
    ],
  },
);
row(
  "code without an id gets one, and so does its result",
  read([{ executableCode: { code: "1" } }, { codeExecutionResult: { output: "1" } }]),
  {
    parts: [
      [
        { type: "code-call", id: "srvtoolu_1656ae66ab58cb319b337783", language: "python", code: "1" },
        { type: "code-result", callId: "srvtoolu_1656ae66ab58cb319b337783", outcome: "ok", stdout: "1" },
      ],
    ],
    issues: ['approximated.enum contents[0].parts[1].codeExecutionResult.outcome warning to "OUTCOME_OK"'],
  },
);
row(
  "code that ended in each way",
  read([
    { executableCode: { id: "a", language: "BASH", code: "1", more: 1 } },
    { codeExecutionResult: { id: "a", outcome: "OUTCOME_FAILED", output: "e" } },
    { codeExecutionResult: { outcome: "OUTCOME_DEADLINE_EXCEEDED" } },
    { codeExecutionResult: { outcome: "OUTCOME_ODD" } },
  ]),
  {
    parts: [
      [
        { type: "code-call", id: "a", language: "bash", code: "1", extensions: { "generate-content": { "executableCode.more": 1 } } },
        { type: "code-result", callId: "a", outcome: "failed", stdout: "", stderr: "e" },
        { type: "code-result", callId: "a", outcome: "timeout", stdout: "" },
        { type: "opaque", style: "generate-content", value: { codeExecutionResult: { outcome: "OUTCOME_ODD" } } },
      ],
    ],
  },
);
row("a result without code has an id of its own", read([{ codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }]), {
  parts: [[{ type: "code-result", callId: "srvtoolu_6c277fefc1dc9c4c1c7e6084", outcome: "ok", stdout: "1" }]],
});
row(
  "a tool of the service is read",
  read([
    { toolCall: { toolType: "GOOGLE_SEARCH_WEB", args: { q: 1 }, more: 1 } },
    { toolResponse: { toolType: "GOOGLE_SEARCH_WEB", response: { a: 1 }, more: 1 } },
  ]),
  {
    parts: [
      [
        {
          type: "server-tool-call",
          id: "srvtoolu_d0a86516a14dff77597bd9fb",
          name: "web_search",
          input: { q: 1 },
          extensions: { "generate-content": { "toolCall.more": 1 } },
        },
        {
          type: "server-tool-result",
          callId: "srvtoolu_d0a86516a14dff77597bd9fb",
          name: "web_search",
          raw: { a: 1 },
          extensions: { "generate-content": { "toolResponse.more": 1 } },
        },
      ],
    ],
  },
);
row("a tool of the service without a type is read", read([{ toolResponse: {} }, { toolCall: {} }]), {
  parts: [
    [
      { type: "server-tool-result", callId: "srvtoolu_3293246174e8ae48dd5c98e8", name: "" },
      { type: "server-tool-call", id: "srvtoolu_d066f4905d199e890a549e5c", name: "", input: {} },
    ],
  ],
});
row(
  "what is said of code stands in its part",
  placed(
    [{ executableCode: { code: "1" } }, { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }],
    [0, "id"],
    [0, "language"],
    [0, "code"],
    [1, "callId"],
    [1, "outcome"],
    [1, "stdout"],
    [1, "stderr"],
    [1, "signature"],
  ),
  [
    ["contents", 0, "parts", 0, "executableCode", "id"],
    ["contents", 0, "parts", 0, "executableCode", "language"],
    ["contents", 0, "parts", 0, "executableCode", "code"],
    ["contents", 0, "parts", 1, "codeExecutionResult", "id"],
    ["contents", 0, "parts", 1, "codeExecutionResult", "outcome"],
    ["contents", 0, "parts", 1, "codeExecutionResult", "output"],
    ["contents", 0, "parts", 1, "codeExecutionResult", "output"],
    ["contents", 0, "parts", 1, "thoughtSignature"],
  ],
);
row(
  "what is said of a tool of the service stands in its part",
  placed(
    [{ toolCall: { toolType: "A" } }, { toolResponse: { toolType: "A" } }],
    [0, "id"],
    [0, "name"],
    [0, "input"],
    [1, "callId"],
    [1, "name"],
    [1, "raw"],
  ),
  [
    ["contents", 0, "parts", 0, "toolCall", "id"],
    ["contents", 0, "parts", 0, "toolCall", "toolType"],
    ["contents", 0, "parts", 0, "toolCall", "args"],
    ["contents", 0, "parts", 1, "toolResponse", "id"],
    ["contents", 0, "parts", 1, "toolResponse", "toolType"],
    ["contents", 0, "parts", 1, "toolResponse", "response"],
  ],
);
row(
  "what is said of a call stands in its part",
  placed(
    [{ functionCall: { name: "f" } }, { text: "a", thought: true }, { odd: 1 }],
    [0, "id"],
    [0, "name"],
    [0, "arguments", "value"],
    [1, "text"],
    [1, "signature"],
    [2, "value"],
  ),
  [
    ["contents", 0, "parts", 0, "functionCall", "id"],
    ["contents", 0, "parts", 0, "functionCall", "name"],
    ["contents", 0, "parts", 0, "functionCall", "args"],
    ["contents", 0, "parts", 1, "text"],
    ["contents", 0, "parts", 1, "thoughtSignature"],
    ["contents", 0, "parts", 2],
  ],
);
