/** Requests of the toy style, which knows texts, who says them, and two fields: `{"model": "m", "say": [{"by": "user", "text": "hi"}], "heat": 0.5, "most": 100}`. */

import { approximated, dropped, equivalent, failure, type Path } from "../../src/core/issue.js";
import { isObject } from "../../src/core/json.js";
import { boolean, type Infer, integer, list, number, object, readBody, string, word } from "../../src/core/schema.js";
import { decodeFields, encodeFields } from "../../src/fields/codec.js";
import { fieldOf, fieldTable, type RequestPlace } from "../../src/fields/table.js";
import { dropFields, keepUnknown, restoreUnknown } from "../../src/model/extensions.js";
import type { CanonicalRequest, Instruction, Message, Part } from "../../src/model/index.js";
import { decodedFrom, decodeScope, type EncodeScope, encodedRequest, requestScope } from "../../src/styles/shared/codec.js";
import type { RequestCodec } from "../../src/styles/style.js";
import { TOY } from "./name.js";

export const PATH = "/toy";
export const NAMES = { rule: "T-01", legal: /^/, illegal: /^/g, max: 64 };

const Say = object(() => ({ by: word(["system", "user", "assistant"], "T-02"), text: string("T-02") }), "T-02");
export const ToyRequest = object(
  () => ({
    model: string("T-01"),
    say: list(Say, "T-02"),
    heat: number("T-03").nullish(),
    most: integer("T-04").nullish(),
    live: boolean("T-01").nullish(),
  }),
  "T-01",
);
export type ToyRequest = Infer<typeof ToyRequest>;

const field = fieldOf<CanonicalRequest, ToyRequest, EncodeScope>();
const LOST = [
  "sampling.topP",
  "sampling.topK",
  "sampling.presencePenalty",
  "sampling.frequencyPenalty",
  "sampling.seed",
  "sampling.logitBias",
  "sampling.logprobs.enabled",
  "sampling.logprobs.top",
  "limits.stop",
  "limits.choices",
  "mediaResolution",
  "safety",
  "endUserId",
  "metadata",
  "serviceTier",
  "parallelToolCalls",
  "async",
] as const satisfies readonly RequestPlace[];
export const FIELDS = fieldTable<ToyRequest>(
  [
    field("sampling.temperature", { wire: "heat", range: { min: 0, max: 1, rule: "T-03" } }),
    field("limits.maxOutputTokens", { wire: "most", range: { min: 1, rule: "T-04" } }),
    ...LOST.map((at) => ({ at })),
  ],
  { specified: ["model", "say", "live"] },
  { turns: ["say"], stream: ["live"] },
);

function encodeSay(turn: Message | Instruction, path: Path, scope: EncodeScope) {
  const { role, parts, extensions } = turn;
  const { report, trace } = scope;
  dropFields(turn, { name: "info" }, path, TOY, report);
  const texts = parts.flatMap((part, index) => textOf(part, [...path, "parts", index], scope));
  if (texts.length !== 1) report(equivalent(path, "toy says a turn in one text."));
  if (texts.length === 0) return [];
  if (role === "developer") report(equivalent([...path, "role"], "toy has one kind of instruction."));
  const by = role === "developer" ? "system" : role === "tool" ? "user" : role;
  return [trace.mark(restoreUnknown({ by, text: texts.join("") } as const, extensions, TOY), path, { text: ["parts"], by: ["role"] })];
}

/** Names each member, and those of the members that are objects. */
function leaveOut(node: object = {}, path: Path, report: EncodeScope["report"]): void {
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined) continue;
    report(dropped("dropped.field", [...path, key], `toy has no ${key}; it was left out.`));
    if (path.length < 2 && isObject(value)) leaveOut(value, [...path, key], report);
  }
}

/** The text of a part, if that is what it is. */
export function textOf(part: Part, path: Path, { report }: Pick<EncodeScope, "report">): readonly string[] {
  if (part.type !== "text") {
    report(dropped("dropped.part", path, `toy has no ${part.type}; it was left out.`));
    return [];
  }
  dropFields(part, { signature: "info", cacheControl: "info" }, path, TOY, report);
  for (const [index, cited] of (part.citations ?? []).entries())
    for (const key of Object.keys(cited))
      report(approximated("approximated.citation", [...path, "citations", index, key], "toy has no citations."));
  return [part.text];
}

export const request: RequestCodec<ToyRequest> = {
  decode(body, options = {}) {
    const read = readBody(ToyRequest, body, "T-01");
    if (!read.ok) return read;
    const scope = decodeScope(options);
    const { trace, report } = scope;
    const fields: Partial<CanonicalRequest> = {};
    const { unknown } = decodeFields(FIELDS, read.value, report, fields);
    const turns = read.value.say.map(({ by, text, ...rest }, index) => {
      const parts = [trace.mark({ type: "text", text } as const, ["say", index])];
      return trace.mark({ role: by, parts, ...keepUnknown(TOY, rest) }, ["say", index], { role: ["by"], parts: [] });
    });
    const value: CanonicalRequest = {
      sampling: {},
      limits: {},
      output: {},
      ...fields,
      model: read.value.model,
      instructions: [],
      turns,
      tools: [],
      stream: read.value.live === true,
      ...keepUnknown(TOY, {}, unknown),
    };
    return decodedFrom(trace.mark(value, [], FIELDS.paths()), body, scope);
  },
  encode(canonical, options = {}) {
    const scope = requestScope(TOY, canonical, options, NAMES);
    const { report } = scope;
    const { instructions, turns, tools, toolChoice, output, cache, thinking, stream } = canonical;
    tools.forEach((tool, index) => {
      report(dropped("dropped.value", ["tools", index], `toy has no tools; this ${tool.type} was left out.`));
    });
    for (const [name, node] of Object.entries({ "": { toolChoice }, output, cache, thinking }))
      leaveOut(node, name === "" ? [] : [name], report);
    const say = [
      ...instructions.flatMap((each, index) => encodeSay(each, ["instructions", index], scope)),
      ...turns.flatMap((each, index) => encodeSay(each, ["turns", index], scope)),
    ];
    if (say.length === 0) report(failure("failed.unsupported", ["turns"], "Nothing is left of the conversation."));
    const body: ToyRequest = { model: scope.model, say, ...encodeFields(FIELDS, canonical, scope), ...(stream ? { live: true } : {}) };
    return encodedRequest(body, canonical, FIELDS, { format: () => PATH }, scope);
  },
};
