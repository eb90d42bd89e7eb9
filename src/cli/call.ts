/** What the arguments of the command say. */
import { parseArgs } from "node:util";
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

/** What is wrong with a call, for the one who wrote it. */
export interface WrongCall {
  readonly wrong: string;
}

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

export function readCall(args: readonly string[]): Call | WrongCall {
  const parsed = attempt(() => parseArgs({ args: [...args], options: ARGUMENTS, allowPositionals: true }));
  if ("wrong" in parsed) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return { command: "help" };
  if (values.version) return { command: "version" };
  const [command, file = "-", ...more] = positionals;
  if (more.length > 0) return { wrong: `one document at a time; what is ${JSON.stringify(more[0])}?` };
  const kind = oneOf("--kind", values.kind, KINDS);
  if (typeof kind !== "string") return kind;
  const profile = oneOf("--profile", values.profile, PROFILES);
  if (typeof profile !== "string") return profile;
  const { path, model, context, strict, json } = values;
  const options = { kind, profile, strict, json, file, ...(path === undefined ? {} : { path }) };
  if (command === "validate") {
    const style = oneOf("--style", values.style ?? values.from, STYLES);
    return typeof style === "string" ? { command, style, ...options } : style;
  }
  if (command !== "translate")
    return {
      wrong: command === undefined ? "say `translate` or `validate`" : `no such command: ${command}; say \`translate\` or \`validate\``,
    };
  const from = oneOf("--from", values.from, STYLES);
  if (typeof from !== "string") return from;
  const to = oneOf("--to", values.to, STYLES);
  if (typeof to !== "string") return to;
  return {
    command,
    from,
    to,
    rejectLosses: values["reject-losses"],
    ...options,
    ...(model === undefined ? {} : { model }),
    ...(context === undefined ? {} : { context }),
  };
}

/** A file that cannot be read and a call that the library refuses are mistakes of the caller, not of the document. */
export function attempt<T>(action: () => T): { readonly value: T } | { readonly wrong: string } {
  try {
    return { value: action() };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

function oneOf<Word extends string>(option: string, given: string | undefined, words: readonly Word[]): Word | WrongCall {
  const word = words.find((legal) => legal === given);
  if (word !== undefined) return word;
  return { wrong: `${option} must be one of ${words.join(", ")}${given === undefined ? "" : `, not ${JSON.stringify(given)}`}` };
}
