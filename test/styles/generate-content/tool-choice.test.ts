import { describe, expect, test } from "vitest";
import type { Tool, ToolChoice } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { asked, decodedRequest, encodedRequest } from "./support.js";

const fn = (name: string): Tool => ({ type: "function", name });
const search: Tool = { type: "web-search" };
const vendor: EncodeOptions = { from: "chat-completions", profile: "vendor" };
const CONFIG = "toolConfig.functionCallingConfig";

describe("a choice is read", () => {
  test.each<readonly [object, ToolChoice | undefined, readonly string[]]>([
    [{}, undefined, []],
    [{ mode: "MODE_UNSPECIFIED", allowedFunctionNames: [] }, undefined, []],
    [{ mode: "AUTO" }, { mode: "auto" }, []],
    [{ mode: "NONE", allowedFunctionNames: ["f"] }, { mode: "none" }, [`dropped.field ${CONFIG}.allowedFunctionNames`]],
    [{ mode: "ANY" }, { mode: "required" }, []],
    [{ mode: "any" }, { mode: "required" }, []],
    [{ mode: "none" }, { mode: "none" }, []],
    [{ mode: "ANY", allowedFunctionNames: ["f"] }, { mode: "named", name: "f", kind: "function" }, []],
    [{ mode: "ANY", allowedFunctionNames: ["web_search"] }, { mode: "named", name: "web_search", kind: "web-search" }, []],
    [{ mode: "ANY", allowedFunctionNames: ["f", "g"] }, { mode: "allowed", names: ["f", "g"], required: true }, []],
    [{ mode: "VALIDATED", allowedFunctionNames: ["f"] }, { mode: "allowed", names: ["f"], required: false }, []],
    [{ mode: "VALIDATED" }, { mode: "auto" }, [`equivalent.form ${CONFIG}.mode`]],
  ])("%j", (functionCallingConfig, choice, told) => {
    const decoded = decodedRequest({ contents: [], toolConfig: { functionCallingConfig } });
    expect(decoded.value.toolChoice).toEqual(choice);
    expect(decoded.told).toEqual(told);
    expect(decoded.value.extensions).toBeUndefined();
  });

  test("of the search beside functions of other names", () => {
    const { value } = decodedRequest({
      contents: [],
      tools: [{ functionDeclarations: [{ name: "f" }], webSearch: {} }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["web_search"] } },
    });
    expect(value.toolChoice).toEqual({ mode: "named", name: "web_search", kind: "web-search" });
  });

  test("of a function that is called as the search is", () => {
    const { value } = decodedRequest({
      contents: [],
      tools: [{ functionDeclarations: [{ name: "web_search" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["web_search"] } },
    });
    expect(value.toolChoice).toEqual({ mode: "named", name: "web_search", kind: "function" });
  });

  test.each([
    { mode: "MODE_UNSPECIFIED", allowedFunctionNames: ["f"] },
    { mode: "SOMETIMES", allowedFunctionNames: ["f"] },
    { mode: "SOMETIMES" },
    { mode: "AUTO", streamFunctionCallArguments: true },
  ])("%j stays what it was where it is no choice", (functionCallingConfig) => {
    const { value } = decodedRequest({ contents: [{ role: "user", parts: [{ text: "x" }] }], toolConfig: { functionCallingConfig } });
    const back = request.encode(value);
    const { mode, ...rest } = functionCallingConfig;
    expect(back.ok && back.value.body.toolConfig?.functionCallingConfig).toEqual(
      mode === "MODE_UNSPECIFIED" ? rest : functionCallingConfig,
    );
  });
});

describe("a choice among no tools", () => {
  const raw: Tool = { type: "raw", style: "messages", value: { type: "bash_20250124", name: "bash" } };
  test.each<readonly [string, ToolChoice, readonly Tool[]]>([
    ["required", { mode: "required" }, []],
    ["named", { mode: "named", name: "f", kind: "function" }, []],
    ["a search", { mode: "named", name: "web_search", kind: "web-search" }, []],
    ["some of them", { mode: "allowed", names: ["f"], required: true }, []],
    ["required, of tools that another style alone has", { mode: "required" }, [raw]],
  ])("is not written: %s", (_what, toolChoice, tools) => {
    for (const options of [{ from: "messages" } as const, vendor]) {
      const { body, told } = encodedRequest({ tools, toolChoice }, options);
      expect(body.toolConfig).toBeUndefined();
      expect(told).toEqual(["dropped.field toolChoice", ...(tools.length === 0 ? [] : ["dropped.field tools.0"])]);
    }
  });

  test.each(["auto", "none"] as const)("that forces nothing is written: %s", (mode) => {
    const { body, told } = encodedRequest({ toolChoice: { mode } });
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: mode.toUpperCase() } });
    expect(told).toEqual([]);
  });

  test.each<readonly [ToolChoice, readonly Tool[], readonly string[]]>([
    [{ mode: "auto" }, [], ["dropped.field toolChoice"]],
    [{ mode: "auto" }, [search], ["dropped.field toolChoice"]],
    [{ mode: "none" }, [], ["dropped.field toolChoice"]],
    [{ mode: "none" }, [raw], ["dropped.field toolChoice", "dropped.field tools.0"]],
    [{ mode: "none" }, [search], ["dropped.field tools.0", "dropped.field toolChoice"]],
    [{ mode: "required" }, [search], ["dropped.field toolChoice"]],
    [{ mode: "named", name: "f", kind: "function" }, [search], ["dropped.field toolChoice"]],
  ])("that are functions is none to the vendor: %j", (toolChoice, tools, expected) => {
    const { body, told } = encodedRequest({ tools, toolChoice }, vendor);
    expect(body.toolConfig).toBeUndefined();
    expect(told).toEqual(expected);
    // The service searches whatever the choice is.
    if (toolChoice.mode === "none") expect(body.tools).toBeUndefined();
    expect(encodedRequest({ tools, toolChoice: { mode: "auto" } }, { profile: "vendor" }).body.toolConfig).toEqual({
      functionCallingConfig: { mode: "AUTO" },
    });
  });

  test("leaves the vendor's service none of its own", () => {
    const tools: Tool[] = [{ type: "function", name: "f" }, search];
    const { body, told } = encodedRequest({ tools, toolChoice: { mode: "none" } }, vendor);
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: "f" }] }]);
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "NONE" } });
    expect(told).toEqual(["dropped.field tools.1"]);
  });

  test("but one that only this style has is written", () => {
    const tools: Tool[] = [{ type: "raw", style: "generate-content", value: { googleMaps: {} } }];
    expect(encodedRequest({ tools, toolChoice: { mode: "required" } }).body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY" } });
  });
});

describe("a tool that must be called", () => {
  test("and is not declared leaves the model to call any", () => {
    const { body, told } = encodedRequest({ tools: [fn("f")], toolChoice: { mode: "named", name: "g", kind: "function" } });
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY" } });
    expect(told).toEqual(["dropped.value toolChoice.name"]);
  });

  test("and is the search leaves the vendor nothing else to call", () => {
    const toolChoice: ToolChoice = { mode: "named", name: "web_search", kind: "web-search" };
    const { body, told } = encodedRequest({ tools: [fn("f"), search], toolChoice }, vendor);
    expect(body.tools).toEqual([{ googleSearch: {} }]);
    // The service refuses to be told how to call functions where there are none.
    expect(body.toolConfig).toBeUndefined();
    expect(told).toEqual(["dropped.field toolChoice", "approximated.narrowed_tools tools.0", "approximated.narrowed_tools toolChoice"]);
    const alone = encodedRequest({ tools: [search], toolChoice }, vendor);
    expect([alone.body.toolConfig, alone.told]).toEqual([undefined, ["dropped.field toolChoice"]]);
    expect(encodedRequest({ tools: [search], toolChoice }, { profile: "vendor" }).told).toEqual([]);
  });
});

describe("some tools that may be called", () => {
  test.each([
    [true, "ANY"],
    [false, "VALIDATED"],
  ])("are named to the vendor, in its spelling (required: %s)", (required, mode) => {
    const { body, told } = encodedRequest(
      { tools: [fn("f"), fn("1 g")], toolChoice: { mode: "allowed", names: ["f", "1 g"], required } },
      vendor,
    );
    const names = body.toolConfig?.functionCallingConfig?.allowedFunctionNames;
    expect(body.toolConfig?.functionCallingConfig).toEqual({ mode, allowedFunctionNames: ["f", expect.stringMatching(/^_1_g_/)] });
    expect(body.tools?.[0]?.functionDeclarations?.map(({ name }) => name)).toEqual(names);
    expect(told).toEqual(["rewritten.tool_name toolChoice.names.1", "rewritten.tool_name tools.1.name"]);
  });

  test("are functions where they are free-form tools, which is said of each", () => {
    const free = { type: "custom", name: "free" } as const;
    const toolChoice: ToolChoice = { mode: "allowed", names: ["f", "free"], required: false };
    const { body, told } = encodedRequest({ tools: [fn("f"), free], toolChoice }, vendor);
    expect(body.toolConfig?.functionCallingConfig?.allowedFunctionNames).toEqual(["f", "free"]);
    expect(told).toEqual(["approximated.schema toolChoice.names.1", "approximated.schema tools.1"]);
  });

  test("are named where they stand in the choice, beside one that is not declared", () => {
    const toolChoice: ToolChoice = { mode: "allowed", names: ["gone", "a b"], required: false };
    const { told } = encodedRequest({ tools: [fn("a b")], toolChoice }, vendor);
    const renamed = ["rewritten.tool_name toolChoice.names.1", "rewritten.tool_name tools.0.name"];
    expect(told).toEqual(["dropped.value toolChoice.names.0", ...renamed]);
  });

  test.each([
    [true, ["equivalent.form toolChoice"]],
    [false, []],
  ])("are said to be the tool that must be called where that is the one of them (required: %s)", (required, expected) => {
    const tools = [fn("f"), fn("g")];
    expect(encodedRequest({ tools, toolChoice: { mode: "allowed", names: ["f"], required } }, vendor).told).toEqual(expected);
  });

  test.each([
    [true, "ANY"],
    [false, "AUTO"],
  ])("are the only ones that the specification is given (required: %s)", (required, mode) => {
    const { body, told } = encodedRequest({ tools: [fn("f"), search, fn("g")], toolChoice: { mode: "allowed", names: ["f"], required } });
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: "f" }] }, { webSearch: {} }]);
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode } });
    expect(told).toEqual(["approximated.narrowed_tools tools.2", "approximated.narrowed_tools toolChoice", "vendor_extension tools.1"]);
  });

  test("are named where the others are left out", () => {
    const toolChoice: ToolChoice = { mode: "allowed", names: ["f", "g"], required: true };
    const result = request.encode(asked({ tools: [fn("f"), fn("h"), fn("g")], toolChoice }), { from: "chat-completions" });
    expect(result.issues).toMatchObject([
      { path: ["tools", 1], from: "h" },
      { path: ["toolChoice"], to: "f, g" },
    ]);
    const none = request.encode(asked({ tools: [fn("h")], toolChoice: { ...toolChoice, required: false } }), { from: "chat-completions" });
    expect(none.issues.at(-1)).toMatchObject({ path: ["toolChoice"], to: "none" });
  });

  test("are said to be all where they are", () => {
    const { told } = encodedRequest({ tools: [fn("f")], toolChoice: { mode: "allowed", names: ["f"], required: false } });
    expect(told).toEqual(["equivalent.form toolChoice"]);
  });

  test("that are not declared cannot be called", () => {
    const { body, told } = encodedRequest({ tools: [fn("f")], toolChoice: { mode: "allowed", names: ["g"], required: false } }, vendor);
    expect(body.toolConfig).toBeUndefined();
    expect(body.tools).toBeUndefined();
    expect(told).toEqual([
      "dropped.value toolChoice.names.0",
      "approximated.narrowed_tools tools.0",
      "approximated.narrowed_tools toolChoice",
    ]);
  });

  test("that are not declared leave the specification a choice among none", () => {
    const { body } = encodedRequest({ tools: [fn("f")], toolChoice: { mode: "allowed", names: ["g"], required: false } });
    expect(body.tools).toBeUndefined();
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "AUTO" } });
  });

  test("of which one must be called and none is declared are a failure", () => {
    const toolChoice: ToolChoice = { mode: "allowed", names: ["g"], required: true };
    const result = request.encode(asked({ tools: [fn("f")], toolChoice }), vendor);
    expect(result).toMatchObject({ ok: false });
    expect(result.issues.find(({ severity }) => severity === "error")).toMatchObject({
      code: "failed.unsupported",
      path: ["toolChoice", "names"],
    });
  });
});
