/** The examples of the README run as they stand. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as root from "../src/index.js";
import * as web from "../src/web.js";

const readme = readFileSync(resolve(import.meta.dirname, "../README.md"), "utf8");
const examples = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);
const modules = { interlingua: root, "interlingua/web": web } as const;

/** The example as the body of a function: imports become constants, what it leaves to the reader comes in by name. */
function run(code: string, given: Readonly<Record<string, unknown>>, result: string): Promise<unknown> {
  const body = code.replace(/^import (\{[^}]*\}) from "([^"]+)";$/gm, 'const $1 = modules["$2"];').replace(/^export /gm, "");
  const example: unknown = Reflect.construct(AsyncFunction, ["modules", ...Object.keys(given), `${body}\nreturn ${result};`]);
  if (typeof example !== "function") throw new Error("no function");
  return Reflect.apply(example, undefined, [modules, ...Object.values(given)]);
}
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;

function example(marker: string): string {
  const found = examples.filter((code) => code.includes(marker));
  if (found.length !== 1) throw new Error(`${found.length} examples with ${marker}`);
  return found[0] ?? "";
}

const question = { model: "gpt-5.1", max_tokens: 20, messages: [{ role: "user", content: "hi" }] };
const answer = {
  id: "m",
  type: "message",
  role: "assistant",
  model: "c",
  content: [{ type: "text", text: "hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

describe("the README", () => {
  it("has an example of at most 20 lines on its first screen", () => {
    expect((examples[0] ?? "").trimEnd().split("\n").length).toBeLessThanOrEqual(20);
  });

  it("shows a gateway that answers, and that answers for its upstream", async () => {
    const given = { reply: (value: unknown) => value, stream: () => "a stream" };
    const handle = await run(example("export async function handle"), given, "handle");
    if (typeof handle !== "function") throw new Error("no handler");
    const request = (body: unknown) => ({ url: "https://gateway/v1/chat/completions", json: async () => body });
    const upstream = async () => ({ ok: true, json: async () => answer });
    expect(await handle(request(question), upstream)).toMatchObject({
      status: 200,
      body: { choices: [{ message: { content: "hello" } }] },
    });
    expect(await handle(request({ ...question, stream: true }), upstream)).toBe("a stream");
    expect(await handle(request({ ...question, messages: 1 }), upstream)).toMatchObject({ status: 400 });
    const busy = async () => ({
      ok: false,
      status: 529,
      json: async () => ({ type: "error", error: { type: "overloaded_error", message: "x" } }),
    });
    expect(await handle(request(question), busy)).toMatchObject({ status: 503, body: { error: { code: "overloaded" } } });
  });

  it("shows a translation there and back", async () => {
    const given = {
      body: question,
      console: { warn: () => undefined },
      answer: { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }], responseId: "r" },
    };
    expect(await run(example("translateResponse(answer"), given, "[path, answered]")).toMatchObject([
      "/v1beta/models/gemini-2.5-flash:generateContent",
      { ok: true, value: { choices: [{ message: { content: "hello" } }] } },
    ]);
  });

  it("shows a validation that finds both faults", async () => {
    expect(await run(example("validateRequest({"), {}, "result.issues.map(({ rule }) => rule)")).toEqual(["R-025", "R-006"]);
  });

  it("shows a client with another upstream", async () => {
    const given = {
      apiKey: "sk-a",
      fetch: async () => new Response(JSON.stringify(answer)),
      OpenAI: class {
        constructor(readonly options: unknown) {}
      },
    };
    expect(await run(example("createFetch({"), given, "typeof openai.options.fetch")).toBe("function");
  });
});
