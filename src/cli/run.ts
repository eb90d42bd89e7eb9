/** The command without its platform: arguments and a reader in; text for both outputs and the exit code out. */
import {
  collectStream,
  createStreamTranslator,
  describeIssue,
  type Issue,
  parseJson,
  type Result,
  styles,
  translateError,
  translateRequest,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../index.js";
import { attempt, readCall, type TranslateCall, type ValidateCall } from "./call.js";
import { help } from "./help.js";

export interface Outcome {
  readonly out: string;
  readonly err: string;
  /** 0: done. 1: the document is invalid or cannot be translated. 2: a wrong call. */
  readonly code: 0 | 1 | 2;
}

export interface Platform {
  /** What is in a file, in standard input for `-`. May throw. */
  read(name: string): string | Uint8Array;
  readonly version: string;
}

export function run(args: readonly string[], { read, version }: Platform): Outcome {
  const call = readCall(args);
  if ("wrong" in call) return wrongCall(call.wrong);
  if (call.command === "help") return { out: help, err: "", code: 0 };
  if (call.command === "version") return { out: `${version}\n`, err: "", code: 0 };
  const text = attempt(() => read(call.file));
  if ("wrong" in text) return wrongCall(text.wrong);
  if (call.command === "validate")
    return report(validated(text.value, call), call.json, (value) => (call.kind === "stream" ? print(value) : ""));
  const { context: file } = call;
  const context = file === undefined ? { value: {} } : attempt(() => contextIn(read(file)));
  if ("wrong" in context) return wrongCall(context.wrong);
  const result = attempt(() => translated(text.value, call, context.value));
  if ("wrong" in result) return wrongCall(result.wrong);
  return report(result.value, call.json, print);
}

function translated(text: string | Uint8Array, call: TranslateCall, context: object): Result<unknown> {
  const { from, to, profile, strict, model, rejectLosses } = call;
  const options = {
    from,
    to,
    profile,
    strict,
    ...context,
    ...(rejectLosses ? ({ onLoss: "reject" } as const) : {}),
    ...(model === undefined ? {} : { model }),
  };
  if (call.kind === "stream") return translatedStream(text, options);
  const json = parseJson(text, { style: from });
  if (!json.ok) return json;
  switch (call.kind) {
    case "request": {
      const { path, body } = requestIn(json.value, call.path);
      const { edge } = styles[from];
      if (edge.read !== undefined && path === undefined && model === undefined)
        throw new TypeError(`a ${from} request has its model in the URL: add \`--path ${edge.path}\``);
      return translateRequest(body, path === undefined ? options : { ...options, path });
    }
    case "response":
      return translateResponse(json.value, options);
    case "error":
      return translateError(errorIn(json.value), options);
    default:
      return call.kind satisfies never;
  }
}

function translatedStream(text: string | Uint8Array, options: Parameters<typeof createStreamTranslator>[0]): Result<string> {
  const translator = createStreamTranslator(options);
  const decoder = new TextDecoder();
  const value = decoder.decode(translator.push(text), { stream: true }) + decoder.decode(translator.end());
  return { ok: true, value, issues: translator.issues };
}

function validated(text: string | Uint8Array, { style, profile, strict, kind, path }: ValidateCall): Result<unknown> {
  const options = { style, profile, strict };
  if (kind === "stream") return collectStream(text, { style });
  const json = parseJson(text, { style });
  if (!json.ok) return json;
  switch (kind) {
    case "request": {
      const request = requestIn(json.value, path);
      return validateRequest(request.body, request.path === undefined ? options : { ...options, path: request.path });
    }
    case "response":
      return validateResponse(json.value, options);
    case "error":
      return validateError(errorIn(json.value), options);
    default:
      return kind satisfies never;
  }
}

/** A document that holds nothing but `path` and `body` is a request with its URL. */
function requestIn(value: unknown, path: string | undefined): { path: string | undefined; body: unknown } {
  if (typeof value !== "object" || value === null || !("path" in value) || !("body" in value)) return { path, body: value };
  return { path: path ?? (typeof value.path === "string" ? value.path : undefined), body: value.body };
}

/** `{status, body, headers}`; any other document is the body. */
function errorIn(value: unknown): Parameters<typeof translateError>[0] {
  if (typeof value !== "object" || value === null || !("body" in value)) return { body: value };
  const status = "status" in value && typeof value.status === "number" ? value.status : null;
  const given = "headers" in value && typeof value.headers === "object" && value.headers !== null ? Object.entries(value.headers) : [];
  return { status, body: value.body, headers: Object.fromEntries(given.map(([name, text]) => [name, String(text)])) };
}

function contextIn(text: string | Uint8Array): object {
  const value: unknown = JSON.parse(typeof text === "string" ? text : new TextDecoder().decode(text));
  if (typeof value !== "object" || value === null) throw new Error("the context must be a JSON object");
  return { context: "context" in value ? value.context : value };
}

function report(result: Result<unknown>, json: boolean, printed: (value: unknown) => string): Outcome {
  // A stream that broke off is written up to there, and is none.
  const ok = result.ok && !result.issues.some(({ severity }) => severity === "error");
  const code = ok ? 0 : 1;
  if (json) return { out: `${JSON.stringify({ ...result, ok }, null, 2)}\n`, err: "", code };
  return { out: result.ok ? printed(result.value) : "", err: lines(result.issues), code };
}

function print(value: unknown): string {
  return typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`;
}

function lines(issues: readonly Issue[]): string {
  return issues.map((issue) => `${describeIssue(issue)}\n`).join("");
}

function wrongCall(what: string): Outcome {
  return { out: "", err: `interlingua: ${what}\nSee \`interlingua --help\`.\n`, code: 2 };
}
