/** The command without its platform: arguments in, text for both outputs and the exit code out. */

import { compact, isObject } from "../core/json.js";
import {
  collectStream,
  createStreamTranslator,
  formatRoute,
  parseJson,
  type Result,
  translateError,
  translateRequest,
  translateResponse,
  validateError,
  validateRequest,
  validateResponse,
} from "../index.js";
import { type Call, type CallOf, findings, HELP, type Reader, readCall } from "./call.js";
import { checked, demo, requestIn } from "./commands.js";

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
  /** Who reads standard output, and standard error. */
  readonly readers: { readonly out: Reader; readonly err: Reader };
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
      platform.out(demo(platform.readers.out.paint));
      return 0;
    case "validate":
      return report(validated(platform.read(call.file), call), call, platform, call.kind === "stream" ? print : () => "valid\n");
    case "check": {
      const result = checked(platform.read(call.file), call, (text) => note(text, call, platform));
      return report(result, call, platform, (sent) =>
        sent !== undefined ? print(call.body ? bodyIn(sent) : sent) : isFine(result) ? "nothing is known to be refused\n" : "",
      );
    }
    case "translate": {
      const context = call.context === undefined ? {} : contextIn(call.context, platform);
      const options = optionsOf(call, context);
      const printed = (value: unknown) => print(call.body ? bodyIn(value) : value);
      return report(translated(call, options, platform), call, platform, printed);
    }
  }
}

function optionsOf({ from, to, profile, strict, model, rejectLosses, others }: CallOf<"translate">, context: object) {
  const onLoss = rejectLosses ? ("reject" as const) : undefined;
  return { ...others, from, to, profile, strict, ...context, ...compact({ onLoss, model }) };
}

type TranslateCallOptions = ReturnType<typeof optionsOf>;

function translated(call: CallOf<"translate">, options: TranslateCallOptions, platform: Platform): Result<unknown> {
  const { from, model } = options;
  if (call.kind === "stream") return translatedStream(call, options, platform);
  const json = parseJson(platform.read(call.file), { style: from });
  if (!json.ok) return json;
  switch (call.kind) {
    case "request": {
      const { path, body } = requestIn(json.value, call.path);
      const place = formatRoute({ style: from, model: "model", stream: false });
      if (place.includes("/model:") && path === undefined && model === undefined)
        throw new TypeError(`a ${from} request has its model in the URL: add \`--path ${place.replace("/model:", "/{model}:")}\``);
      return translateRequest(body, path === undefined ? options : { ...options, path });
    }
    case "response":
      return translateResponse(json.value, options);
    case "error":
      return translateError(errorIn(json.value), options);
  }
}

/** Each piece is written as soon as it is translated, where not all is one object. */
function translatedStream({ file, json }: CallOf<"translate">, options: TranslateCallOptions, { pieces, out }: Platform): Result<string> {
  const translator = createStreamTranslator(options);
  const decoder = new TextDecoder();
  let value = "";
  const write = (text: string) => {
    if (json) value += text;
    else out(text);
  };
  for (const piece of pieces(file)) write(decoder.decode(translator.push(piece), { stream: true }));
  write(decoder.decode(translator.end()));
  return { ok: true, value, issues: translator.issues };
}

function validated(text: string | Uint8Array, { style, profile, strict, kind, path, model, others }: CallOf<"validate">): Result<unknown> {
  const options = { ...others, style, profile, strict, ...compact({ model }) };
  if (kind === "stream") return collectStream(text, options);
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
  }
}

/** How a call wants to be answered. */
type Wished = Pick<CallOf<"translate">, "json" | "format">;

function report(result: Result<unknown>, { json, format }: Wished, platform: Platform, printed: (value: unknown) => string): ExitCode {
  const { out, err, readers } = platform;
  const ok = isFine(result);
  if (json) out(`${JSON.stringify({ ...result, ok }, null, 2)}\n`);
  else {
    if (result.ok) out(printed(result.value));
    err(findings(result.issues, readers.err, format));
  }
  return ok ? 0 : 1;
}

/** A stream that broke off is written up to there, and is none. */
function isFine({ ok, issues }: Result<unknown>): boolean {
  return ok && !issues.some(({ severity }) => severity === "error");
}

function bodyIn(value: unknown): unknown {
  return isObject(value) && "body" in value ? value.body : value;
}

function print(value: unknown): string {
  return typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`;
}

/** What is no finding, but should be known beside them. */
function note(message: string, { json, format }: Wished, { err, readers }: Platform): void {
  const isJson = !json && (format ?? (readers.err.isPerson ? "table" : "json")) === "json";
  err(isJson ? `${JSON.stringify({ severity: "info", path: [], message })}\n` : `interlingua: ${message}\n`);
}

/** `{status, body, headers}`; any other document is the body. */
function errorIn(value: unknown): Parameters<typeof translateError>[0] {
  if (!isObject(value) || !("body" in value)) return { body: value };
  const { status, body, headers } = value;
  const given = Object.entries(isObject(headers) ? headers : {}).map(([name, text]) => [name, String(text)] as const);
  return { status: typeof status === "number" ? status : null, body, headers: given };
}

function contextIn(file: string, { read }: Platform): object {
  const json = parseJson(read(file), { style: "messages" });
  if (!json.ok) throw new Error(`cannot read the context in ${file}. ${json.issues[0].message}`);
  const { value } = json;
  if (!isObject(value)) throw new Error(`the context in ${file} must be a JSON object`);
  return { context: "context" in value ? value.context : value };
}
