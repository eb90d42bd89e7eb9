/** The arguments of the command: which call they are, and the text that explains them. */
import { parseArgs } from "node:util";
import { dialects } from "../dialects.js";
import { type Profile, type StyleName, styles } from "../index.js";

export type Kind = "request" | "response" | "error" | "stream";

interface Options {
  readonly kind: Kind;
  readonly profile: Profile;
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
export interface CheckCall extends Omit<Options, "kind" | "strict"> {
  readonly command: "check";
  /** The model that is to be asked. */
  readonly model: string;
  /** That of the request. Default: as it shows. */
  readonly style?: StyleName;
  /** What would be sent is written. */
  readonly fix: boolean;
  readonly body: boolean;
}
export type Call = TranslateCall | ValidateCall | CheckCall | { readonly command: "help" | "version" | "demo" };

const ARGUMENTS = {
  from: { type: "string" },
  to: { type: "string" },
  style: { type: "string" },
  kind: { type: "string", default: "request" },
  path: { type: "string" },
  model: { type: "string" },
  for: { type: "string" },
  fix: { type: "boolean", default: false },
  profile: { type: "string" },
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
const PROFILES: Readonly<Record<string, Profile>> = { gateway: "gateway", vendor: "vendor", ...dialects };

/** @throws Error that states what is wrong with the call */
export function readCall(args: readonly string[]): Call {
  const own = args.filter((arg) => !isOther(arg));
  const { values, positionals } = parseArgs({ args: own, options: ARGUMENTS, allowPositionals: true });
  if (values.help) return { command: "help" };
  if (values.version) return { command: "version" };
  const [command, file = "-", ...more] = positionals;
  if (command === "demo") return { command };
  if (more.length > 0) throw new Error(`one document at a time; what is ${JSON.stringify(more[0])}?`);
  const { path, model, context, strict, json, body, fix } = values;
  const style = values.style ?? values.from;
  const kind = oneOf("--kind", values.kind, KINDS);
  const profile =
    PROFILES[oneOf("--profile", values.profile ?? (command === "check" ? "vendor" : "gateway"), Object.keys(PROFILES))] ?? "gateway";
  const others = Object.fromEntries(args.filter(isOther).map(otherOption));
  const options = { kind, profile, strict, json, file, others, ...(path === undefined ? {} : { path }) };
  if (command === "validate") return { command, style: oneOf("--style", style, STYLES), ...options };
  if (command === "check") {
    if (values.for === undefined) throw new Error("write which model is to be asked: `--for claude-sonnet-4-5`");
    const given = style === undefined ? {} : { style: oneOf("--style", style, STYLES) };
    if (kind !== "request" || strict)
      throw new Error("`check` looks at a request as its service does: it takes no other `--kind`, and no `--strict`");
    return { command, model: values.for, profile, json, file, others, fix, body, ...given, ...(path === undefined ? {} : { path }) };
  }
  if (command !== "translate")
    throw new Error(
      `${command === undefined ? "" : `no such command: ${command}; `}write \`translate\`, \`validate\`, \`check\` or \`demo\``,
    );
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

export const HELP = `interlingua: documents of LLM services in another wire style, and what could not be carried

  interlingua translate --from <style> --to <style> [options] [file]
  interlingua validate  --style <style> [options] [file]
  interlingua check     --for <model> [--fix] [options] [file]
  interlingua demo

The document comes from the file, or from standard input. The result goes to standard output, what was lost or changed to
standard error, one line each.

\`check\` says what the service of a model refuses of a request in any style, with the facts that are known of the model:
as it is in the style of the model's vendor, or translated into it. \`--fix\` writes what would be sent.

Styles
  chat-completions, messages, generate-content

Options
  --kind <kind>         request (default), response, error or stream
                        An error is {"status", "body", "headers"}. A stream is server-sent events.
  --path <path>         URL path of a generate-content request: its model and action are in it
  --model <model>       model of the target, instead of that of the document
  --profile <profile>   gateway (default; of check vendor), vendor, or a server of docs/dialects.md as mistral: whose
                        rules and names count
  --context <file>      the context that the translation of the request gave; for answers and streams
  --strict              refuse what is beyond the specification
  --reject-losses       refuse a translation that loses something
  --body                of a translated or fixed request the body alone, without its path and context
  --json                one JSON object on standard output: {"ok", "value", "issues"}
  --<option>=<value>    any option of the library, as --defaultMaxTokens=4096 or --chatExtensions
  --help, --version

A file of a generate-content request may also be {"path", "body"}.

Exit code
  0  done; there may be warnings on standard error
  1  the document is invalid, is refused, or cannot be translated
  2  a wrong call
`;
