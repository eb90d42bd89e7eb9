/** The arguments of the command: which call they are. */
import { optionMeant } from "../call.js";
import { dialects } from "../dialects.js";
import { formatRoute, isStyleName, type Profile, type StyleName } from "../index.js";
import { type Own, readArguments } from "./arguments.js";
import { FORMS, type Form } from "./findings.js";

export type Kind = "request" | "response" | "error" | "stream";

interface Options {
  readonly kind: Kind;
  readonly profile: Profile;
  readonly strict: boolean;
  /** The result and the findings as one document. */
  readonly json: boolean;
  /** How findings are written. Default: as their reader likes it. */
  readonly format?: Form;
  /** `-` is standard input. */
  readonly file: string;
  readonly path?: string;
  /** Another model than that of the document. */
  readonly model?: string;
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

const ARGUMENTS: Own = {
  from: "text",
  to: "text",
  style: "text",
  kind: "text",
  path: "text",
  model: "text",
  for: "text",
  fix: "flag",
  profile: "text",
  context: "text",
  strict: "flag",
  "reject-losses": "flag",
  body: "flag",
  json: "flag",
  format: "text",
  help: "flag",
  version: "flag",
};

const EVERY = ["profile", "path", "json", "format"];
/** What each command takes. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["translate", ["from", "to", "kind", "model", "context", "strict", "reject-losses", "body", ...EVERY]],
  ["validate", ["style", "from", "kind", "model", "strict", ...EVERY]],
  ["check", ["for", "fix", "style", "from", "body", ...EVERY]],
  ["demo", []],
]);

const KINDS: readonly Kind[] = ["request", "response", "error", "stream"];
const PROFILES: Readonly<Record<string, Profile>> = { gateway: "gateway", vendor: "vendor", ...dialects };

/** @throws Error that states what is wrong with the call */
export function readCall(args: readonly string[]): Call {
  const { own, others, alone } = readArguments(args, ARGUMENTS);
  const [command, file = "-", ...more] = alone;
  const flag = (name: string) => own.get(name) === true;
  const text = (name: string) => own.get(name)?.toString();
  if (flag("help") || command === "help") return { command: "help" };
  if (flag("version")) return { command: "version" };
  checkCommand(command, own.keys());
  if (command === "demo" && alone.length + Object.keys(others).length > 1)
    throw new Error("`demo` takes nothing: it has its own documents");
  if (command === "demo") return { command };
  if (more.length > 0) throw new Error(`one document at a time; what is ${JSON.stringify(more[0])}?`);
  const [path, model, context, format, style] = [
    text("path"),
    text("model"),
    text("context"),
    text("format"),
    text("style") ?? text("from"),
  ];
  const profile = PROFILES[oneOf("--profile", text("profile") ?? (command === "check" ? "vendor" : "gateway"), Object.keys(PROFILES))];
  const options = {
    kind: oneOf("--kind", text("kind") ?? "request", KINDS),
    profile: profile ?? "gateway",
    strict: flag("strict"),
    json: flag("json"),
    file,
    others,
    ...(path === undefined ? {} : { path }),
    ...(model === undefined ? {} : { model }),
    ...(format === undefined ? {} : { format: oneOf("--format", format, FORMS) }),
  };
  if (command === "validate") return { ...options, command, style: styleNamed("--style", style) };
  if (command === "check") {
    const asked = text("for");
    if (asked === undefined) throw new Error("write which model is to be asked: `--for claude-sonnet-4-5`");
    const given = style === undefined ? {} : { style: styleNamed("--style", style) };
    return { ...options, command, model: asked, fix: flag("fix"), body: flag("body"), ...given };
  }
  return {
    ...options,
    command: "translate",
    from: styleNamed("--from", text("from")),
    to: styleNamed("--to", text("to")),
    rejectLosses: flag("reject-losses"),
    body: flag("body"),
    ...(context === undefined ? {} : { context }),
  };
}

function checkCommand(command: string | undefined, given: Iterable<string>): void {
  const takes = COMMANDS.get(command ?? "");
  const meant = command === undefined ? undefined : optionMeant(command, [...COMMANDS.keys()]);
  const hint = meant === undefined ? "write `translate`, `validate`, `check` or `demo`" : `did you mean \`${meant}\`?`;
  if (takes === undefined) throw new Error(command === undefined ? hint : `there is no command ${command}; ${hint}`);
  for (const name of given) if (!takes.includes(name)) throw new Error(`\`${command}\` takes no \`--${name}\``);
}

/** @throws TypeError of the library for another name, with the one that was probably meant */
function styleNamed(option: string, given: string | undefined): StyleName {
  if (isStyleName(given)) return given;
  try {
    Reflect.apply(formatRoute, undefined, [{ style: given, model: "m", stream: false }]);
  } catch (error) {
    if (error instanceof TypeError) error.message = error.message.replace("`style`", option).replace("undefined", "nothing");
    throw error;
  }
  throw new Error(`${option} must be a style`);
}

function oneOf<Word extends string>(option: string, given: string, words: readonly Word[]): Word {
  const word = words.find((legal) => legal === given);
  if (word !== undefined) return word;
  const meant = optionMeant(given, words);
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
  throw new Error(`${option} must be one of ${words.join(", ")}, not ${JSON.stringify(given)}${hint}`);
}
