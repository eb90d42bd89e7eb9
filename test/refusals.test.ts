/** What is written for a model is what vendors take of it, whatever is asked. Facts of models come from `interlingua/models`. */
import { describe, expect, test } from "vitest";
import { styles } from "../src/codec.js";
import { type StyleName, translateRequest, validateRequest } from "../src/index.js";
import { capabilitiesOf, models } from "../src/models/index.js";

const C = "chat-completions";
const M = "messages";
const G = "generate-content";
const user = { role: "user", content: "Hi" };
const fn = (parameters: object, more: object = {}) => ({ type: "function", function: { name: "f", parameters, ...more } });
const tool = { name: "f", input_schema: { type: "object" } };
const chat = (more: object = {}) => ({ model: "m", messages: [user], ...more });
const claude = (more: object = {}) => ({ model: "m", max_tokens: 50_000, messages: [user], ...more });
const gemini = (more: object = {}) => ({ contents: [{ role: "user", parts: [{ text: "Hi" }] }], ...more });
const OPEN = { type: "object", properties: { a: { type: "integer", minimum: 1, maximum: 5 } } };
const functions = { tools: [fn({ type: "object", properties: {} })] };
const named = { tool_choice: { type: "function", function: { name: "f" } } };
/** What a request asks for, in each style. */
const ASKED: Readonly<Record<string, Readonly<Record<StyleName, object>>>> = {
  sampling: {
    [C]: { temperature: 0.5, top_p: 0.5, presence_penalty: 0.5, logprobs: true, stop: "a" },
    [M]: { temperature: 0.5, top_p: 0.5, stop_sequences: ["a"] },
    [G]: { generationConfig: { temperature: 0.5, topP: 0.5, topK: 3, presencePenalty: 0.5, responseLogprobs: true, stopSequences: ["a"] } },
  },
  length: { [C]: { max_tokens: 500_000 }, [M]: { max_tokens: 500_000 }, [G]: { generationConfig: { maxOutputTokens: 500_000 } } },
  "no thinking": {
    [C]: { reasoning_effort: "none", temperature: 0.5 },
    [M]: { thinking: { type: "disabled" }, temperature: 0.5 },
    [G]: { generationConfig: { thinkingConfig: { thinkingBudget: 0 }, temperature: 0.5 } },
  },
  "little thinking": {
    [C]: { reasoning_effort: "minimal" },
    [M]: { thinking: { type: "enabled", budget_tokens: 1024 } },
    [G]: { generationConfig: { thinkingConfig: { thinkingBudget: 60 } } },
  },
  "most thinking": {
    [C]: { reasoning_effort: "max" },
    [M]: { thinking: { type: "adaptive" }, output_config: { effort: "max" } },
    [G]: { generationConfig: { thinkingConfig: { thinkingLevel: "HIGH" } } },
  },
  "a call": {
    [C]: { ...functions, ...named, reasoning_effort: "high" },
    [M]: { tools: [tool], tool_choice: { type: "tool", name: "f" }, output_config: { effort: "high" } },
    [G]: {
      tools: [{ functionDeclarations: [{ name: "f" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } },
    },
  },
  "a form beside functions": {
    [C]: { ...functions, response_format: { type: "json_object" } },
    [M]: { tools: [tool], output_config: { format: { type: "json_schema", schema: OPEN } } },
    [G]: {
      tools: [{ functionDeclarations: [{ name: "f" }] }],
      generationConfig: { responseMimeType: "application/json", responseJsonSchema: OPEN },
    },
  },
};
const STYLES: readonly StyleName[] = [C, M, G];
const BASES: Readonly<Record<StyleName, object>> = { [C]: chat(), [M]: claude(), [G]: gemini() };

describe("what is written for a model passes with the same facts of it", () => {
  const styleOf = (model: string, lab: string) =>
    lab === "anthropic" ? M : model.startsWith("gemini") || model.startsWith("gemma") ? G : C;
  test.each(Object.keys(ASKED))("%s", (what) => {
    const found = Object.entries(models.models).flatMap(([model, { lab }]) => {
      const to = styleOf(model, lab);
      return STYLES.flatMap((from) => {
        const facts = { profile: "vendor", capabilities: capabilitiesOf } as const;
        const path = "/v1beta/models/m:generateContent";
        const body = { ...BASES[from], ...ASKED[what]?.[from] };
        const own = styles[from].request.decode(body, { path });
        const result =
          from !== to || !own.ok
            ? translateRequest(body, { from, to, model, path, ...facts })
            : styles[to].request.encode(own.value, { from, model, fits: true, ...facts });
        if (!result.ok) return [`${model} from ${from}: ${result.issues[0].message}`];
        const { issues } = validateRequest(result.value.body, { style: to, path: result.value.path, ...facts });
        // What cannot be mended is written, with a warning.
        const wrong = issues.filter(({ severity, path: [first] }) => severity !== "info" && first !== "model" && first !== "tools");
        return wrong.map(({ message }) => `${model} from ${from}: ${message}`);
      });
    });
    expect(found).toEqual([]);
  });
});
