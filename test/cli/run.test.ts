import { describe, expect, it } from "vitest";
import { painted, type Reader, readerOf, unpainted } from "../../src/cli/call.js";
import { run } from "../../src/cli/run.js";

const request = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };

const program: Reader = { isPerson: false, paint: unpainted };
const person: Reader = { isPerson: true, paint: painted };

/** Runs the command on files that exist only here; `-` is standard input. Findings are lines, unless a reader is told. */
function command(line: string, files: Readonly<Record<string, unknown>> = { "-": request }, reader?: Reader) {
  return ran(
    reader === undefined && /^(?:translate|validate|check)/.test(line) ? `${line} --format lines` : line,
    (name) => {
      const file = files[name];
      if (file === undefined) throw new Error(`ENOENT: no such file, open '${name}'`);
      return typeof file === "string" || file instanceof Uint8Array ? file : JSON.stringify(file);
    },
    reader,
  );
}

function ran(line: string, read: (name: string) => string | Uint8Array, reader = program, pieces = (name: string) => [read(name)]) {
  const written: string[] = [];
  const failed: string[] = [];
  const code = run(line === "" ? [] : line.split(" "), {
    version: "1.2.3",
    readers: { out: reader, err: reader },
    read,
    pieces,
    out: (text) => void written.push(text),
    err: (text) => void failed.push(text),
  });
  return { out: written.join(""), err: failed.join(""), code };
}

describe("interlingua translate", () => {
  it("writes the translated body to standard output", () => {
    const { out, err, code } = command("translate --from chat-completions --to messages request.json", { "request.json": request });
    expect(JSON.parse(out).body).toEqual({
      model: "m",
      max_tokens: 5,
      messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
    });
    expect(JSON.parse(out).path).toBe("/v1/messages");
    expect({ err, code }).toEqual({ err: "", code: 0 });
  });

  it("writes one line for each issue to standard error and still succeeds", () => {
    const { err, code } = command("translate --from chat-completions --to messages", { "-": { ...request, seed: 7 } });
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).toMatch(/^warning dropped\.field at seed: /);
    expect(code).toBe(0);
  });

  it("fails with 1 and writes no result when something cannot be translated", () => {
    const { out, err, code } = command("translate --from chat-completions --to messages", { "-": { ...request, messages: 1 } });
    expect({ out, code }).toEqual({ out: "", code: 1 });
    expect(err).toMatch(/^error validation\.R-\d+ at messages: /);
  });

  it("refuses losses when told to", () => {
    expect(command("translate --from chat-completions --to messages --reject-losses", { "-": { ...request, seed: 7 } }).code).toBe(1);
  });

  it("takes a generate-content request with its path in the file or beside it", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
    const path = "/v1beta/models/g:generateContent";
    const inside = command("translate --from generate-content --to chat-completions", { "-": { path, body } });
    const beside = command(`translate --from generate-content --to chat-completions --path ${path}`, { "-": body });
    expect(JSON.parse(inside.out).body.model).toBe("g");
    expect(beside).toEqual(inside);
  });

  it("takes a generate-content request without its path where the model is told", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
    const { out, code } = command("translate --from generate-content --to messages --model m", { "-": body });
    expect([code, JSON.parse(out).body.model]).toEqual([0, "m"]);
  });

  it("says what to write when the path of a generate-content request is missing", () => {
    const { err, code } = command("translate --from generate-content --to messages", { "-": { contents: [] } });
    expect(code).toBe(2);
    expect(err).toContain("/v1beta/models/{model}:generateContent");
  });

  it("translates answers, errors and streams", () => {
    const answer = { id: "a", model: "m", choices: [{ index: 0, message: { role: "assistant", content: "x" }, finish_reason: "stop" }] };
    const translated = command("translate --kind response --from chat-completions --to messages", { "-": answer });
    expect(JSON.parse(translated.out).content).toEqual([{ type: "text", text: "x" }]);
    const error = { status: 429, body: { error: { message: "slow down" } } };
    expect(JSON.parse(command("translate --kind error --from chat-completions --to messages", { "-": error }).out).body.error.type).toBe(
      "rate_limit_error",
    );
    const stream = 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"x"}]},"finishReason":"STOP"}]}\n\n';
    expect(command("translate --kind stream --from generate-content --to messages", { "-": stream }).out).toContain("event: message_stop");
  });

  it("hands the context on", () => {
    const answer = { id: "a", choices: [{ index: 0, message: { role: "assistant", content: "x" }, finish_reason: "stop" }] };
    const { out } = command("translate --kind response --from chat-completions --to messages --context c.json", {
      "-": answer,
      "c.json": { model: "asked-for" },
    });
    expect(JSON.parse(out).model).toBe("asked-for");
  });

  it("takes a context beside others, and in the file of a translated request", () => {
    const answer = { id: "a", choices: [{ index: 0, message: { role: "assistant", content: "x" }, finish_reason: "stop" }] };
    const line = "translate --kind response --from chat-completions --to messages --context c.json";
    const model = (context: unknown) => JSON.parse(command(line, { "-": answer, "c.json": context }).out).model;
    expect(model({ path: "/v1/messages", body: {}, context: { model: "asked-for" } })).toBe("asked-for");
    expect(model(new TextEncoder().encode('{"model":"in-bytes"}'))).toBe("in-bytes");
    for (const context of ["5", "null", "[]", "no json"]) {
      const { code, err } = command(line, { "-": answer, "c.json": context });
      expect(code).toBe(2);
      expect(err).toContain("context in c.json");
    }
    expect(command(line, { "-": answer }).err).toContain("no such file");
  });

  it("writes a stream that is cut, fails or loses what it must not, and says so by its exit code", () => {
    const into = "translate --kind stream --from generate-content --to messages";
    const half = 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"x"}]}}]}\n\n';
    const end =
      'data: {"candidates":[{"content":{"parts":[{"text":"y"}]},"finishReason":"STOP","safetyRatings":[{"category":"HARM_CATEGORY_HARASSMENT","probability":"HIGH","blocked":true}]}]}\n\n';
    expect(command(into, { "-": half })).toMatchObject({ code: 1, out: expect.stringContaining("event: error") });
    expect(command(into, { "-": half }).err).toMatch(/^error stream\.truncated/m);
    expect(command(into, { "-": `${half}data: {"error":{"code":503,"message":"busy"}}\n\n` }).code).toBe(1);
    expect(JSON.parse(command(`${into} --json`, { "-": half }).out)).toMatchObject({ ok: false, value: expect.stringContaining("error") });
    expect(JSON.parse(command(`${into} --json`, { "-": half + end }).out)).toMatchObject({ ok: true });
    const lossy =
      'data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]},"finishReason":"STOP"}]}\n\n';
    expect(command(into, { "-": half + lossy }).code).toBe(0);
    expect(command(`${into} --reject-losses`, { "-": half + lossy }).code).toBe(1);
  });

  it("asks another model where it is told to", () => {
    const { out } = command("translate --from chat-completions --to messages --model other");
    expect(JSON.parse(out).body.model).toBe("other");
  });

  it("takes a file of any name behind two dashes", () => {
    const read = (name: string) => JSON.stringify(name === "--strict" ? request : {});
    expect(ran("validate --style messages -- --strict", read)).toMatchObject({ code: 0, out: "valid\n" });
  });

  it("takes the status and the headers of an error from its file, or the file for the body", () => {
    const written = (error: unknown) =>
      JSON.parse(command("translate --kind error --from chat-completions --to messages", { "-": error }).out);
    const body = { error: { message: "no" } };
    expect(written({ status: 429, headers: { "retry-after": 7 }, body })).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
    for (const error of [body, { status: "429", headers: null, body }, { headers: "x", body }]) expect(written(error).status).toBe(500);
    expect(written('"not an object"').body.error.message).toBe("not an object");
  });

  it("gives one JSON object to programs", () => {
    const { out, err, code } = command("translate --json --from chat-completions --to messages", { "-": { ...request, seed: 7 } });
    const { ok, value, issues } = JSON.parse(out);
    expect({ ok, path: value.path, codes: issues.map((issue: { code: string }) => issue.code) }).toEqual({
      ok: true,
      path: "/v1/messages",
      codes: ["dropped.field"],
    });
    expect({ err, code }).toEqual({ err: "", code: 0 });
  });

  it("says where a file that is no JSON stops making sense", () => {
    const { err, code } = command("translate --from chat-completions --to messages", { "-": '{"model": \n oops' });
    expect(code).toBe(1);
    expect(err).toContain("line 2");
  });
});

describe("what is for people", () => {
  const into = "translate --from chat-completions --to messages";

  it("is the body alone with `--body`", () => {
    expect(JSON.parse(command(`${into} --body`).out)).toMatchObject({ model: "m", max_tokens: 5 });
  });

  it("is any option of the library, by its name or with dashes", () => {
    const { max_tokens: _limit, ...open } = request;
    for (const option of ["--defaultMaxTokens=77", "--default-max-tokens=77", "--defaultMaxTokens 77"])
      expect(JSON.parse(command(`${into} --body ${option}`, { "-": open }).out)).toMatchObject({ max_tokens: 77 });
    const back = "translate --kind response --from generate-content --to messages --responseId=5";
    const answer = { candidates: [{ content: { role: "model", parts: [{ text: "x" }] }, finishReason: "STOP" }] };
    expect(JSON.parse(command(back, { "-": answer }).out)).toMatchObject({ id: "5" });
    for (const off of ["--no-strict", "--strict=false"])
      expect(command(`${into} ${off}`, { "-": { ...request, mystery: 1 } }).code).toBe(0);
    expect(command(`${into} --strict=true`, { "-": { ...request, mystery: 1 } }).code).toBe(1);
    expect(command("validate --style generate-content --model g", { "-": { contents: [] } }).err).not.toContain("R-087");
    expect(command(`${into} --missingResult=perhaps`).err).toContain("`missingResult` must be one of");
    expect(
      JSON.parse(command(`translate --from messages --to chat-completions --body --chatExtensions`, { "-": { ...request, top_k: 3 } }).out),
    ).toMatchObject({ top_k: 3 });
  });

  it("is one object a line where no person looks, beside the result", () => {
    const { out, err } = command(into, { "-": { ...request, seed: 7, user: 5 } }, program);
    expect(out).toBe("");
    expect(
      err
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ severity: "error", path: ["user"] }]);
    const lossy = command(`${into} --body`, { "-": { ...request, seed: 7 } }, program);
    expect(JSON.parse(lossy.out)).toMatchObject({ model: "m" });
    expect(JSON.parse(lossy.err)).toMatchObject({ code: "dropped.field", path: ["seed"] });
    const note = command("check --for mine", { "-": { ...request, system: "x" } }, program).err.split("\n")[0] ?? "";
    expect(JSON.parse(note)).toMatchObject({ severity: "info", message: expect.stringContaining("mine") });
  });

  it("has the form that is asked for, whoever reads", () => {
    const body = { "-": { ...request, seed: 7 } };
    expect(command(`${into} --format table`, body, program).err).toMatch(/^warning {2}dropped\.field {2}seed\n/);
    expect(command(`${into} --format lines`, body, person).err).toMatch(/^warning dropped\.field at seed: /);
    expect(JSON.parse(command(`${into} --format json`, body, person).err)).toMatchObject({ code: "dropped.field" });
  });

  it.each([
    [true, {}, person],
    [true, { TERM: "dumb" }, { ...person, paint: unpainted }],
    [true, { NO_COLOR: "1" }, { ...person, paint: unpainted }],
    [true, { NO_COLOR: "" }, person],
    [true, { FORCE_COLOR: "0" }, { ...person, paint: unpainted }],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, { ...person, paint: unpainted }],
    [false, {}, program],
    [false, { FORCE_COLOR: "1", TERM: "dumb" }, person],
  ])("is for a person: terminal %s, environment %j", (isTerminal, environment, reader) => {
    expect(readerOf(isTerminal, environment)).toEqual(reader);
  });

  it("is a table in colours where a person looks", () => {
    const { err } = command(into, { "-": { ...request, seed: 7 } }, person);
    expect(err).toBe("\u001b[33mwarning\u001b[0m  dropped.field  seed\n         messages has no `seed`; it was left out.\n");
  });

  it("is a stream that is written while it is read", () => {
    const written: string[] = [];
    const chunk = (delta: object) =>
      `data: ${JSON.stringify({ id: "a", model: "m", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
    const after: number[] = [];
    function* pieces() {
      for (const text of ["a", "b"]) {
        yield chunk({ content: text });
        after.push(written.join("").length);
      }
    }
    const platform = {
      version: "1",
      readers: { out: program, err: program },
      read: () => "",
      pieces,
      out: (text: string) => void written.push(text),
      err: () => {},
    };
    run(`translate --kind stream --from chat-completions --to messages`.split(" "), platform);
    expect(after[0]).toBeGreaterThan(0);
    expect(after[1]).toBeGreaterThan(after[0] ?? 0);
  });

  it("is a demo", () => {
    const { out, code } = command("demo");
    expect(code).toBe(0);
    for (const part of ["dropped.field", "validation.R-025", "message_stop"]) expect(out).toContain(part);
    expect(out).not.toContain("\u001b");
    expect(command("demo", {}, person).out).toContain("\u001b[1m");
  });
});

describe("interlingua validate", () => {
  it("takes files as other programs write them: with a byte order mark, in bytes", () => {
    const bytes = new TextEncoder().encode(`\uFEFF${JSON.stringify(request)}`);
    expect(command("validate --style messages", { "-": bytes })).toEqual({ out: "valid\n", err: "", code: 0 });
  });

  it("says of a file that is no text, or empty, that it is", () => {
    expect(command("validate --style messages", { "-": new Uint8Array([0xff, 0xfe, 0x7b]) }).err).toContain("not UTF-8");
    expect(command("validate --style messages", { "-": new Uint8Array() }).err).toContain("it is empty");
  });

  it("states that a good document is valid", () => {
    expect(command("validate --style chat-completions")).toEqual({ out: "valid\n", err: "", code: 0 });
  });

  it("looks at answers, errors and streams", () => {
    const style = "--style messages";
    const error = { status: 400, body: { type: "error", error: { type: "invalid_request_error", message: "no" } } };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const answer = {
      id: "a",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage,
    };
    const taken = command("validate --kind stream --style messages --outOfRange=never", { "-": "" });
    expect(taken).toMatchObject({ code: 2, err: expect.stringContaining("outOfRange") });
    const stream = `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { ...answer, stop_reason: null } })}\n\n`;
    const end = `data: ${JSON.stringify({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage })}\n\ndata: {"type":"message_stop"}\n\n`;
    expect(command(`validate --kind error ${style}`, { "-": error }).code).toBe(0);
    expect(command(`validate --kind error ${style}`, { "-": { status: 400, body: {} } }).code).toBe(1);
    expect(command(`validate --kind response ${style}`, { "-": answer })).toEqual({ out: "valid\n", err: "", code: 0 });
    expect(command(`validate --kind response ${style}`, { "-": {} }).code).toBe(1);
    expect(command(`validate --kind response ${style}`, { "-": "{" }).code).toBe(1);
    expect(JSON.parse(command(`validate --kind stream ${style}`, { "-": stream + end }).out)).toMatchObject({
      id: "a",
      stop_reason: "end_turn",
    });
    expect(command(`validate --kind stream ${style}`, { "-": stream }).code).toBe(1);
  });

  it("takes a request with its path", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }], async: true };
    const path = "/v1beta/models/g:streamGenerateContent";
    const inside = command("validate --from generate-content", { "-": { path, body } });
    expect(inside.err).toContain("R-155");
    expect(command(`validate --style generate-content --path ${path}`, { "-": body })).toEqual(inside);
    expect(command("validate --style generate-content", { "-": { path: 5, body } }).err).toBe("");
  });

  it("names every fault", () => {
    const { err, code } = command("validate --style messages", { "-": { messages: [], temperature: 2 } });
    expect(code).toBe(1);
    expect(err.trim().split("\n").length).toBeGreaterThan(2);
  });
});

describe("interlingua check", () => {
  const messages = { ...request, max_tokens: 50_000, temperature: 0.5, system: "Be brief.", thinking: { type: "disabled" } };
  const signed = {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "Hm", signature: "c2ln" },
      { type: "text", text: "So" },
    ],
  };

  it.each<readonly [options: string, body: object, refused: readonly string[]]>([
    ["--for claude-sonnet-4-5", messages, []],
    ["--for claude-opus-5-5", messages, ["V-10 at temperature", "V-33 at thinking.type"]],
    ["--for us.anthropic.claude-opus-4-1-20250805-v1:0", messages, ["V-33 at max_tokens"]],
    [
      "--for gpt-5 --style chat-completions",
      { ...request, stop: "a", reasoning_effort: "none" },
      ["V-03 at max_tokens", "V-33 at stop", "V-33 at reasoning_effort"],
    ],
    ["--for gpt-5", { ...messages, max_tokens: 9 }, []],
    ["--for gpt-5-pro", { ...messages, max_tokens: 9 }, ["V-33 at model"]],
    [
      "--for claude-opus-4-6",
      { ...messages, messages: [...request.messages, { role: "assistant", content: "So" }] },
      ["V-12 at messages[1]"],
    ],
    [
      "--for claude-opus-4-6",
      { model: "m", messages: [{ role: "developer", content: "x" }, ...request.messages, { role: "assistant", content: "So" }] },
      ["failed.unsupported at messages[2]"],
    ],
    [
      "--for claude-sonnet-4-5",
      { ...messages, model: "claude-opus-4-5", messages: [...request.messages, signed, ...request.messages] },
      ["unportable.signature at messages[1].content[0]"],
    ],
    [
      "--for gemini-2.5-pro",
      { contents: [{ parts: [{ text: "hi" }] }], generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      ["V-21 at generationConfig.thinkingConfig.thinkingBudget"],
    ],
    ["--for deepseek-v3.2", { ...messages, max_tokens: 9 }, []],
  ])("says what is refused: %s of %j", (options, body, refused) => {
    const { out, err, code } = command(`check ${options}`, { "-": body });
    const errors = err.split("\n").filter((line) => line.startsWith("error"));
    expect(errors.map((line) => /^error (?:validation\.)?(\S+ at \S+):/.exec(line)?.[1])).toEqual(refused);
    expect({ out, code }).toEqual(refused.length === 0 ? { out: "nothing is known to be refused\n", code: 0 } : { out: "", code: 1 });
  });

  it.each<readonly [options: string, body: object, sent: object]>([
    ["--for claude-opus-5-5", messages, { path: "/v1/messages", body: { output_config: { effort: "low" }, model: "claude-opus-5-5" } }],
    [
      "--for gpt-5",
      { ...messages, max_tokens: 9 },
      { path: "/v1/chat/completions", body: { max_completion_tokens: 9, reasoning_effort: "minimal" } },
    ],
    [
      "--for gemini-2.5-pro --path /v1beta/models/m:streamGenerateContent",
      { contents: [{ role: "user", parts: [{ text: "hi" }] }], generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      {
        path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
        body: { generationConfig: { thinkingConfig: { thinkingBudget: 128 } } },
      },
    ],
    [
      "--for claude-sonnet-4-5",
      { ...messages, model: "claude-opus-4-5", messages: [...request.messages, signed, ...request.messages] },
      { body: { messages: [{}, { content: [{ type: "text" }] }, {}] } },
    ],
    [
      "--for claude-sonnet-4-5",
      { ...messages, output_config: { format: { type: "json_schema", schema: { type: "array", items: { type: "string" } } } } },
      { body: { output_config: { format: { schema: { required: ["value"] } } } } },
    ],
    [
      "--for claude-opus-4-6 --prefill=drop",
      { ...messages, messages: [...request.messages, { role: "assistant", content: "So" }] },
      { body: { messages: [{ role: "user" }] } },
    ],
    [
      "--for claude-opus-4-6 --prefill=drop",
      { model: "m", seed: 1, messages: [...request.messages, { role: "assistant", content: "So" }] },
      { body: { messages: [{ role: "user" }] } },
    ],
    ["--for mistral-large-latest --profile mistral", { ...messages, max_tokens: 9 }, { body: { max_tokens: 9 } }],
  ])("writes what would be sent: %s of %j", (options, body, sent) => {
    const { out, code } = command(`check --fix ${options}`, { "-": body });
    expect(JSON.parse(out)).toMatchObject(sent);
    expect(code).toBe(0);
    const alone = command(`check --fix --body ${options}`, { "-": body });
    expect(JSON.parse(alone.out)).toEqual(JSON.parse(out).body);
  });

  it("fails where what would be sent is refused as well", () => {
    const { out, err, code } = command("check --fix --for gpt-5-pro", { "-": { ...messages, max_tokens: 9 } });
    expect(JSON.parse(out)).toMatchObject({ body: { model: "gpt-5-pro" } });
    expect([code, err.includes("In what would be sent")]).toEqual([1, true]);
  });

  it("says that a model is not listed, and goes on with what its name shows", () => {
    const known = command("check --for claude-opus-6-1", { "-": messages });
    expect([known.code, known.err.includes('no facts of the model "claude-opus-6-1"')]).toEqual([1, true]);
    expect(command("check --for mine", { "-": messages })).toMatchObject({ code: 0, err: expect.stringContaining('"mine"') });
    expect(command("check --for mine", { "-": request })).toMatchObject({ code: 2, err: expect.stringContaining("--style") });
  });

  it("gives one JSON object to programs, and stops at what is no JSON or no request", () => {
    const { out, code } = command("check --json --for claude-opus-5-5", { "-": messages });
    expect(JSON.parse(out)).toMatchObject({ ok: false, issues: [{ rule: "V-10", severity: "error" }, {}] });
    expect(code).toBe(1);
    expect(command("check --for gpt-5", { "-": "{" })).toMatchObject({ code: 1, out: "" });
    expect(command("check --for gpt-5 --fix --style messages", { "-": { messages: 1 } })).toMatchObject({ code: 1, out: "" });
    expect(command("check --for claude-opus-5-5 --fix --style messages", { "-": { messages: 1 } })).toMatchObject({ code: 1, out: "" });
  });
});

describe("a wrong call", () => {
  for (const [line, said] of [
    ["", "translate"],
    ["transmogrify", "no command transmogrify; write `translate`"],
    ["tranlsate", "did you mean `translate`?"],
    ["translate --from chat --to messages", '"generate-content", not "chat". Did you mean "chat-completions"?'],
    ["translate --from openai --to messages", 'not "openai". Did you mean "chat-completions"?'],
    ["translate --from --to messages", "--from=…"],
    ["translate --from messages", "--to must be"],
    ["translate --from", "--from=…"],
    ["translate --from messages --to chat-completions --defaultMaxTokens", "--defaultMaxTokens=…"],
    ["translate --from messages --to chat-completions --fix", "`translate` takes no `--fix`"],
    ["validate --style messages --format poem", "--format must be one of table, json, lines"],
    ["validate --style messages --kind poem", "--kind must be"],
    ["validate --style messages --profile house", "--profile must be"],
    ["validate --style messages a.json b.json", "one document at a time"],
    ["demo request.json", "`demo` takes nothing"],
    ["demo --maxIssues=1", "`demo` takes nothing"],
    ["validate --style messages --colour", "no option --colour"],
    ["validate --stlye messages", "did you mean --style?"],
    ["validate --style messages --strict=perhaps", "--strict is true or false"],
    ["validate --style messages -x.json", "./-x.json"],
    ["check", "--for claude-sonnet-4-5"],
    ["check --for gpt-5 --style chat", "--style must be"],
    ["check --for gpt-5 --kind response", "no `--kind`"],
    ["check --for gpt-5 --strict", "no `--strict`"],
    ["check --for gpt-5 --prefil=drop", "--prefill"],
    ["validate --style messages missing.json", "no such file"],
  ] as const)
    it(`ends with 2: \`${line}\``, () => {
      const { out, err, code } = command(line, undefined, program);
      expect({ out, code }).toEqual({ out: "", code: 2 });
      expect(err).toContain(said);
    });
});

it("repeats what a reader throws, whatever it is", () => {
  const thrower = (fault: unknown) =>
    ran("validate --style messages", () => {
      throw fault;
    }).err;
  expect(thrower(new Error("gone"))).toContain("interlingua: gone\n");
  expect(thrower("gone too")).toContain("interlingua: gone too\n");
});

it("shows its help and its version", () => {
  for (const line of ["--help", "-h", "help", "translate --help"]) expect(command(line).out).toContain("interlingua translate");
  for (const line of ["--version", "-v"]) expect(command(line).out).toBe("1.2.3\n");
});
