/** What helps those who read findings, or throw them: `unwrap`, `explainIssue`. */
import { describe, expect, it } from "vitest";
import { EXPLANATIONS } from "../src/core/codes.js";
import { describeIssue, explainIssue, InterlinguaError, translateRequest, unwrap, validateRequest } from "../src/index.js";

const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }], seed: 7 };
const pair = { from: "chat-completions", to: "messages" } as const;

describe("unwrap", () => {
  it("gives the value, whatever was lost", () => {
    expect(unwrap(translateRequest(body, pair))).toMatchObject({ path: "/v1/messages" });
    expect(unwrap({ ok: true, value: undefined, issues: [] })).toBeUndefined();
  });

  it("throws all findings, and the first error as the message", () => {
    const failed = translateRequest({ ...body, messages: [] }, { ...pair, onLoss: "reject" });
    const [first] = failed.issues.filter(({ severity }) => severity === "error");
    expect(() => unwrap(failed)).toThrow(InterlinguaError);
    try {
      unwrap(failed);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ name: "InterlinguaError", issues: failed.issues });
      expect(error instanceof Error && first !== undefined && error.message.startsWith(describeIssue(first))).toBe(true);
    }
    const odd: unknown = { model: 5, messages: [] };
    const twice = validateRequest(odd, { style: "chat-completions" });
    expect(() => unwrap(twice)).toThrow(/\(and 1 more error\)$/);
  });

  it("is a wrong call without a result", () => {
    for (const none of [{ toString: 1 }, undefined, null, 5, {}, Promise.resolve({ ok: true })])
      expect(() => Reflect.apply(unwrap, undefined, [none])).toThrow(TypeError);
  });
});

describe("a suggestion", () => {
  const user = { role: "user", content: "hi" };
  const toChat = { from: "messages", to: "chat-completions" } as const;
  const toGoogle = { from: "chat-completions", to: "generate-content" } as const;
  const calls = [{ id: "c", type: "function", function: { name: "f", arguments: "[1]" } }];
  const tools = [{ type: "function", function: { name: "f" } }];
  it.each([
    ["defaultMaxTokens", { ...body, seed: undefined }, pair],
    ["outOfRange", { ...body, max_tokens: 9, temperature: 1.5 }, pair],
    ["midSystem", { ...body, max_tokens: 9, messages: [user, { role: "system", content: "Be brief." }, user] }, pair],
    ["firstTurn", { ...body, max_tokens: 9, messages: [{ role: "assistant", content: "hi" }, user] }, pair],
    ["invalidArguments", { ...body, max_tokens: 9, tools, messages: [user, { role: "assistant", tool_calls: calls }] }, toGoogle],
    ["missingResult", { ...body, tools, messages: [user, { role: "assistant", tool_calls: calls }, user] }, toGoogle],
    [
      "missingResult",
      { ...body, tools, messages: [user, { role: "assistant", tool_calls: calls }, user] },
      { ...toGoogle, profile: "vendor" },
    ],
    ["jsonModeInstruction", { ...body, max_tokens: 9, response_format: { type: "json_object" } }, pair],
    ["labelsForUser", { ...body, user: "u" }, { ...toGoogle, profile: "vendor" }],
    ["chatExtensions", { model: "m", max_tokens: 9, top_k: 3, messages: [user] }, toChat],
  ] as const)("names the option that helps: %s", (option, given, options) => {
    expect(translateRequest(given, options).issues.map(({ suggestion }) => suggestion)).toContain(option);
  });
});

it("a path of a known shape is told what is wrong with it", () => {
  const issueOf = (path: string) => translateRequest({ contents: [] }, { from: "generate-content", to: "messages", path }).issues[0];
  expect(issueOf("/v1beta/models/m:countTokens")).toMatchObject({ rule: "R-088", received: "countTokens" });
  expect(issueOf("/v1beta/models/")).toMatchObject({ rule: "R-087" });
  expect(issueOf("/v1/chat")).toMatchObject({ rule: "R-088", received: "/v1/chat" });
});

describe("a fact", () => {
  it("is not the opposite of what the source says", () => {
    const asked = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    const tools = [{ name: "f", input_schema: { type: "object" } }];
    const alone = { ...asked, tools, tool_choice: { type: "auto", disable_parallel_tool_use: true } };
    const hidden = { ...asked, reasoning: { exclude: true } };
    const issues = [
      ...translateRequest(alone, { from: "messages", to: "generate-content" }).issues,
      ...translateRequest(hidden, { ...pair, report: "all" }).issues,
    ].filter(({ code }) => code === "dropped.field");
    expect(issues.map(({ path }) => path.at(-1))).toEqual(["disable_parallel_tool_use", "exclude"]);
    for (const issue of issues) expect(issue).not.toHaveProperty("from");
  });
});

describe("a finding is true of what was given", () => {
  const asked = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
  const tool = (input_schema: object, more = {}) => ({ ...asked, tools: [{ name: "f", input_schema, ...more }] });
  const k = (schema: object) => ({ type: "object", properties: { k: schema } });
  const told = (given: unknown, options: Parameters<typeof translateRequest>[1]) =>
    translateRequest(given, { profile: "vendor", report: "all", ...options }).issues.map(describeIssue);
  const toGoogle = { from: "messages", to: "generate-content", gSchema: "parameters" } as const;
  const toChat = { from: "messages", to: "chat-completions" } as const;

  it("calls nothing left out that is not there", () => {
    const { messages, model } = asked;
    const limited = { ...pair, defaultMaxTokens: 9 };
    expect(told({ model, messages, top_logprobs: 2, max_tokens: 9 }, limited)).toEqual([
      "warning dropped.field at top_logprobs: messages has no `top_logprobs`; it was left out.",
    ]);
    expect(told({ model, messages, top_logprobs: 2, logprobs: false, max_tokens: 9 }, limited)).toHaveLength(2);
  });

  it("calls a value what it is written as, and a keyword by its own name", () => {
    const takesNone = "takes no `const`; the model reads it in the description.";
    expect(told(tool(k({ const: true })), toGoogle)).toEqual([
      `warning approximated.schema at tools[0].input_schema.properties.k.const: Google ${takesNone}`,
    ]);
    expect(told(tool(k({ const: "a" })), toGoogle)).toContain(
      "info equivalent.form at tools[0].input_schema.properties.k.const: `const` is written as `enum`.",
    );
    expect(told(tool(k({ const: 5 })), toGoogle)).toContain(
      "info equivalent.form at tools[0].input_schema.properties.k.const: `const` is written as `enum`.",
    );
  });

  it("calls no property a keyword where the keyword has another name in the source", () => {
    const responseSchema = { type: "OBJECT", properties: { dish: { type: "STRING", example: "cake" } } };
    const generationConfig = { maxOutputTokens: 9, responseMimeType: "application/json", responseSchema };
    const given = { contents: [{ role: "user", parts: [{ text: "hi" }] }], generationConfig };
    expect(told(given, { from: "generate-content", to: "messages", model: "m" })).toContain(
      "warning approximated.schema at generationConfig.responseSchema.properties.dish: Anthropic takes no `examples`; the model reads it in the description.",
    );
  });

  it("names no keyword where others stand beside a union", () => {
    const union = { type: "object", oneOf: [k({ type: "string" }), k({ type: "number" })] };
    expect(told(tool(union), toChat)).toContain(
      "info equivalent.form at tools[0].input_schema.oneOf[0]: All schemas are written as one (at 2 places).",
    );
  });

  it("stands above all that says a root may be null", () => {
    const declared = { name: "f", parameters: { type: "OBJECT", nullable: true, properties: { a: { type: "STRING" } } } };
    const given = { contents: [{ role: "user", parts: [{ text: "hi" }] }], tools: [{ functionDeclarations: [declared] }] };
    expect(told(given, { from: "generate-content", to: "chat-completions", model: "m" })).toEqual([
      "warning approximated.schema at tools[0].functionDeclarations[0].parameters: OpenAI wants an object here; this is written as one.",
    ]);
    expect(told(tool({ ...k({ type: "string" }), nullable: true }, { strict: true }), toChat)).toContain(
      "warning approximated.schema at tools[0].input_schema: A tool takes an object.",
    );
  });
});

describe("a text to go on from", () => {
  it.each([
    [false, undefined, null],
    ["between-tools", { type: "between_tools" }, "between_tools"],
  ] as const)("beside thoughts that cannot be off (%s) asks for none of them, by the target's rule", (thinkingOff, thinking, to) => {
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content: "So" },
    ];
    const options = { ...pair, report: "all", capabilities: { thinkingOff, effortDialect: "adaptive" } } as const;
    const result = translateRequest({ model: "m", max_tokens: 9, messages, reasoning_effort: "high" }, options);
    const written = unwrap(result).body;
    expect(written.thinking).toEqual(thinking);
    expect(result.issues).toContainEqual(expect.objectContaining({ code: "approximated.thinking", from: "adaptive", to }));
    expect(validateRequest(written, { style: "messages" }).ok).toBe(true);
  });
});

describe("a model that does not think", () => {
  const user = { role: "user", content: "hi" };
  it.each([
    [{ thinking: { type: "enabled", budget_tokens: 1024 } }, ["warning thinking"]],
    [{ output_config: { effort: "low" } }, ["warning output_config.effort"]],
    [
      { thinking: { type: "adaptive", display: "omitted" }, output_config: { effort: "low" } },
      ["warning thinking", "info output_config.effort", "info thinking.display"],
    ],
  ])("is told of once for each field of %o", (fields, told) => {
    const request = { model: "m", max_tokens: 2048, messages: [user], ...fields };
    const { issues } = translateRequest(request, { from: "messages", to: "chat-completions", capabilities: { reasoning: false } });
    expect(issues.map(({ severity, path }) => `${severity} ${path.join(".")}`)).toEqual(told);
    expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(["approximated.thinking"]));
  });
});

describe("explainIssue", () => {
  it("says what each code means, and what to do", () => {
    for (const [code, [meaning, advice]] of Object.entries(EXPLANATIONS))
      expect(explainIssue(code)).toBe(`${meaning} What to do: ${advice}`);
  });

  it("says what a rule demands", () => {
    expect(explainIssue("validation.R-025")).toContain("`temperature` is 0 to 2.");
    expect(explainIssue("validation.V-30").split("\n").length).toBeGreaterThan(2);
    expect(explainIssue("R-025")).toBe(explainIssue("validation.R-025"));
  });

  it("says of what is no code what was meant", () => {
    expect(explainIssue("dropped.fields")).toContain("`dropped.field`?");
    expect(explainIssue("validation.R-999")).toContain("There is no issue");
    for (const none of [{ toString: 1 }, undefined, null, 5, Symbol("x"), {}])
      expect(Reflect.apply(explainIssue, undefined, [none])).toContain("There is no issue");
  });
});
