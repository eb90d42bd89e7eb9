/** The command without its platform: arguments in, text for both outputs and the exit code out. */

import { parseArgs } from "node:util";
import { isObject } from "../core/json.js";
import {
  type BaseProfile,
  collectStream,
  createStreamTranslator,
  describeIssue,
  type Issue,
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
import { demo } from "./demo.js";
import { issueTable, painted } from "./table.js";

/** 0: done. 1: the document is invalid or cannot be translated. 2: a wrong call. */
export type ExitCode = 0 | 1 | 2;

export interface Platform {
  /** What is in a file, in standard input for `-`. May throw. */
  read(name: string): string | Uint8Array;
  /** The same in pieces, as they come. */
  pieces(name: string): Iterable<string | Uint8Array>;
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  /** A person reads standard error: findings are a table, in colours. */
  readonly isTerminal: boolean;
  readonly version: string;
}

/** Whatever is thrown is a mistake of the caller and not of the document: a wrong call, a file that cannot be read. */
export function run(args: readonly string[], platform: Platform): ExitCode {
  try {
    return execute(readCall(args), platform);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    platform.err(`interlingua: ${what}\nSee \`interlingua --help\`.\n`);
    return 2;
  }
}

function execute(call: Call, platform: Platform): ExitCode {
  switch (call.command) {
    case "help":
      platform.out(HELP);
      return 0;
    case "version":
      platform.out(`${platform.version}\n`);
      return 0;
    case "demo":
      platform.out(demo(platform.isTerminal));
      return 0;
    case "validate":
      return report(validated(platform.read(call.file), call), call.json, platform, call.kind === "stream" ? print : () => "valid\n");
    case "translate": {
      const context = call.context === undefined ? {} : contextIn(platform.read(call.context));
      const options = optionsOf(call, context);
      if (call.kind === "stream" && !call.json) return streamed(call.file, options, platform);
      const printed = (value: unknown) => print(call.body && isObject(value) && "body" in value ? value.body : value);
      return report(translated(platform.read(call.file), call, options), call.json, platform, printed);
    }
    default:
      return call satisfies never;
  }
}

function optionsOf({ from, to, profile, strict, model, rejectLosses, others }: TranslateCall, context: object) {
  return {
    ...others,
    from,
    to,
    profile,
    strict,
    ...context,
    ...(rejectLosses ? ({ onLoss: "reject" } as const) : {}),
    ...(model === undefined ? {} : { model }),
  };
}

/** Writes each piece as soon as it is translated. */
function streamed(file: string, options: TranslateCallOptions, platform: Platform): ExitCode {
  const translator = createStreamTranslator(options);
  const decoder = new TextDecoder();
  for (const piece of platform.pieces(file)) platform.out(decoder.decode(translator.push(piece), { stream: true }));
  platform.out(decoder.decode(translator.end()));
  return report({ ok: true, value: "", issues: translator.issues }, false, platform, () => "");
}

type TranslateCallOptions = ReturnType<typeof optionsOf>;

function translated(text: string | Uint8Array, call: TranslateCall, options: TranslateCallOptions): Result<unknown> {
  const { from, model } = options;
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

function validated(text: string | Uint8Array, { style, profile, strict, kind, path, others }: ValidateCall): Result<unknown> {
  const options = { ...others, style, profile, strict };
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

function report(result: Result<unknown>, json: boolean, { out, err, isTerminal }: Platform, printed: (value: unknown) => string): ExitCode {
  // A stream that broke off is written up to there, and is none.
  const ok = result.ok && !result.issues.some(({ severity }) => severity === "error");
  if (json) out(`${JSON.stringify({ ...result, ok }, null, 2)}\n`);
  else {
    if (result.ok) out(printed(result.value));
    err(isTerminal ? issueTable(result.issues, painted) : lines(result.issues));
  }
  return ok ? 0 : 1;
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
  readonly profile: BaseProfile;
  readonly strict: boolean;
  readonly json: boolean;
  /** `-` is standard input. */
  readonly file: string;
  readonly path?: string;
  /** Options of the library, by their names. */
  readonly others: Readonly<Record<string, unknown>>;
}
export interface TranslateCall extends Options {
  readonly command: "translate";
  readonly from: StyleName;
  readonly to: StyleName;
  readonly rejectLosses: boolean;
  /** The body alone, without its path and the context. */
  readonly body: boolean;
  readonly model?: string;
  /** A file. */
  readonly context?: string;
}
export interface ValidateCall extends Options {
  readonly command: "validate";
  readonly style: StyleName;
}
export type Call = TranslateCall | ValidateCall | { readonly command: "help" | "version" | "demo" };

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
  body: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

const STYLES: readonly StyleName[] = Object.values(styles).map(({ name }) => name);
const KINDS: readonly Kind[] = ["request", "response", "error", "stream"];
const PROFILES: readonly BaseProfile[] = ["gateway", "vendor"];

/** @throws Error that states what is wrong with the call */
function readCall(args: readonly string[]): Call {
  const own = args.filter((arg) => !isOther(arg));
  const { values, positionals } = parseArgs({ args: own, options: ARGUMENTS, allowPositionals: true });
  if (values.help) return { command: "help" };
  if (values.version) return { command: "version" };
  const [command, file = "-", ...more] = positionals;
  if (command === "demo") return { command };
  if (more.length > 0) throw new Error(`one document at a time; what is ${JSON.stringify(more[0])}?`);
  const { path, model, context, strict, json, body } = values;
  const kind = oneOf("--kind", values.kind, KINDS);
  const profile = oneOf("--profile", values.profile, PROFILES);
  const others = Object.fromEntries(args.filter(isOther).map(otherOption));
  const options = { kind, profile, strict, json, file, others, ...(path === undefined ? {} : { path }) };
  if (command === "validate") return { command, style: oneOf("--style", values.style ?? values.from, STYLES), ...options };
  if (command !== "translate")
    throw new Error(`${command === undefined ? "" : `no such command: ${command}; `}write \`translate\`, \`validate\` or \`demo\``);
  return {
    command,
    from: oneOf("--from", values.from, STYLES),
    to: oneOf("--to", values.to, STYLES),
    rejectLosses: values["reject-losses"],
    body,
    ...options,
    ...(model === undefined ? {} : { model }),
    ...(context === undefined ? {} : { context }),
  };
}

/** `--defaultMaxTokens=4096`: an option of the library, which knows whether it has one of that name. */
function isOther(arg: string): boolean {
  const name = /^--([A-Za-z-]+)(?:=|$)/.exec(arg)?.[1];
  return name !== undefined && !(name in ARGUMENTS) && (arg.includes("=") || /[A-Z]/.test(name));
}

function otherOption(arg: string): readonly [name: string, value: unknown] {
  const [, name = "", text] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg) ?? [];
  const camel = name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
  return [camel, text === undefined ? true : optionValue(text)];
}

/** A number, true, false, a list or an object as JSON has it; any other text is itself. */
function optionValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function oneOf<Word extends string>(option: string, given: string | undefined, words: readonly Word[]): Word {
  const word = words.find((legal) => legal === given);
  if (word !== undefined) return word;
  throw new Error(`${option} must be one of ${words.join(", ")}${given === undefined ? "" : `, not ${JSON.stringify(given)}`}`);
}

const HELP = `interlingua: documents of LLM services in another wire style, and what could not be carried

  interlingua translate --from <style> --to <style> [options] [file]
  interlingua validate  --style <style> [options] [file]
  interlingua demo

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
  --body                of a translated request the body alone, without its path and context
  --json                one JSON object on standard output: {"ok", "value", "issues"}
  --<option>=<value>    any option of the library, as --defaultMaxTokens=4096 or --chatExtensions
  --help, --version

A file of a generate-content request may also be {"path", "body"}.

Exit code
  0  done; there may be warnings on standard error
  1  the document is invalid, or cannot be translated
  2  a wrong call
`;
