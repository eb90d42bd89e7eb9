/** The command without its platform: arguments and a reader in; text for both outputs and the exit code out. */

import { parseArgs } from "node:util";
import {
  collectStream,
  createStreamTranslator,
  describeIssue,
  type Issue,
  type Profile,
  parseJson,
  type Result,
  type StyleName,
  styles,
  translateError,
  translateRequest,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../index.js";

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

/** Whatever is thrown is a mistake of the caller and not of the document: a wrong call, a file that cannot be read. */
export function run(args: readonly string[], platform: Platform): Outcome {
  try {
    return outcomeOf(args, platform);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { out: "", err: `interlingua: ${what}\nSee \`interlingua --help\`.\n`, code: 2 };
  }
}

function outcomeOf(args: readonly string[], { read, version }: Platform): Outcome {
  const call = readCall(args);
  if (call.command === "help") return { out: help, err: "", code: 0 };
  if (call.command === "version") return { out: `${version}\n`, err: "", code: 0 };
  const text = read(call.file);
  if (call.command === "validate") return report(validated(text, call), call.json, (value) => (call.kind === "stream" ? print(value) : ""));
  const context = call.context === undefined ? {} : contextIn(read(call.context));
  return report(translated(text, call, context), call.json, print);
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

export type Kind = "request" | "response" | "error" | "stream";

interface Options {
  readonly kind: Kind;
  readonly profile: Profile;
  readonly strict: boolean;
  readonly json: boolean;
  /** `-` is standard input. */
  readonly file: string;
  readonly path?: string;
}
export interface TranslateCall extends Options {
  readonly command: "translate";
  readonly from: StyleName;
  readonly to: StyleName;
  readonly rejectLosses: boolean;
  readonly model?: string;
  /** A file. */
  readonly context?: string;
}
export interface ValidateCall extends Options {
  readonly command: "validate";
  readonly style: StyleName;
}
export type Call = TranslateCall | ValidateCall | { readonly command: "help" } | { readonly command: "version" };

const ARGUMENTS = {
  from: { type: "string" },
  to: { type: "string" },
  style: { type: "string" },
  kind: { type: "string", default: "request" },
  path: { type: "string" },
  model: { type: "string" },
  profile: { type: "string", default: "gateway" },
  context: { type: "string" },
  strict: { type: "boolean", default: false },
  "reject-losses": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

const STYLES: readonly StyleName[] = Object.values(styles).map(({ name }) => name);
const KINDS: readonly Kind[] = ["request", "response", "error", "stream"];
const PROFILES: readonly Profile[] = ["gateway", "vendor"];

/** @throws Error that states what is wrong with the call */
function readCall(args: readonly string[]): Call {
  const { values, positionals } = parseArgs({ args: [...args], options: ARGUMENTS, allowPositionals: true });
  if (values.help) return { command: "help" };
  if (values.version) return { command: "version" };
  const [command, file = "-", ...more] = positionals;
  if (more.length > 0) throw new Error(`one document at a time; what is ${JSON.stringify(more[0])}?`);
  const { path, model, context, strict, json } = values;
  const kind = oneOf("--kind", values.kind, KINDS);
  const profile = oneOf("--profile", values.profile, PROFILES);
  const options = { kind, profile, strict, json, file, ...(path === undefined ? {} : { path }) };
  if (command === "validate") return { command, style: oneOf("--style", values.style ?? values.from, STYLES), ...options };
  if (command !== "translate")
    throw new Error(`${command === undefined ? "" : `no such command: ${command}; `}write \`translate\` or \`validate\``);
  return {
    command,
    from: oneOf("--from", values.from, STYLES),
    to: oneOf("--to", values.to, STYLES),
    rejectLosses: values["reject-losses"],
    ...options,
    ...(model === undefined ? {} : { model }),
    ...(context === undefined ? {} : { context }),
  };
}

function oneOf<Word extends string>(option: string, given: string | undefined, words: readonly Word[]): Word {
  const word = words.find((legal) => legal === given);
  if (word !== undefined) return word;
  throw new Error(`${option} must be one of ${words.join(", ")}${given === undefined ? "" : `, not ${JSON.stringify(given)}`}`);
}

const help = `interlingua: documents of LLM services in another wire style, and what could not be carried

  interlingua translate --from <style> --to <style> [options] [file]
  interlingua validate  --style <style> [options] [file]

The document comes from the file, or from standard input. The result goes to standard output, what was lost or changed to
standard error, one line each.

Styles
  chat-completions, messages, generate-content

Options
  --kind <kind>         request (default), response, error or stream
                        An error is {"status", "body", "headers"}. A stream is server-sent events.
  --path <path>         URL path of a generate-content request: its model and action are in it
  --model <model>       model of the target, instead of that of the document
  --profile <profile>   gateway (default) or vendor: whose rules and names count
  --context <file>      the context that the translation of the request gave; for answers and streams
  --strict              refuse what is beyond the specification
  --reject-losses       refuse a translation that loses something
  --json                one JSON object on standard output: {"ok", "value", "issues"}
  --help, --version

A file of a generate-content request may also be {"path", "body"}.

Exit code
  0  done; there may be warnings on standard error
  1  the document is invalid, or cannot be translated
  2  a wrong call
`;
