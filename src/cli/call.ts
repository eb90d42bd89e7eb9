/** The command as its reader sees it: findings as people or programs like them, the arguments, which call they are, and the text that explains them. */

import { optionMeant, type Takes, TRANSLATION, VALIDATION } from "../call.js";
import { attempt, compact } from "../core/json.js";
import { valueOrText } from "../core/json-text.js";
import { dialects } from "../dialects.js";
import { describeIssue, formatPath, formatRoute, type Issue, isStyleName, type Profile, type Severity, type StyleName } from "../index.js";

/** `table` is for people, `json` is one object a line, `lines` one sentence a line. */
type Form = "table" | "json" | "lines";
const FORMS: readonly Form[] = ["table", "json", "lines"];

/** Who reads standard output, or standard error. */
export interface Reader {
  /** At a terminal. */
  readonly isPerson: boolean;
  readonly paint: Paint;
}

/** Text in a colour of the terminal, or bold: 1. */
export type Paint = (text: string, colour: number) => string;
export const painted: Paint = (text, colour) => `\u001b[${colour}m${text}\u001b[0m`;
export const unpainted: Paint = (text) => text;

/** @param environment `NO_COLOR` and `FORCE_COLOR` count where they are not empty */
export function readerOf(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>): Reader {
  const isForced = FORCE_COLOR !== undefined && !["", "0", "false"].includes(FORCE_COLOR);
  const isPlain = Boolean(NO_COLOR) || FORCE_COLOR === "0" || (TERM === "dumb" && !isForced);
  const isPerson = isTerminal || isForced;
  return { isPerson, paint: isPerson && !isPlain ? painted : unpainted };
}

export function findings(issues: readonly Issue[], { isPerson, paint }: Reader, form: Form = isPerson ? "table" : "json"): string {
  if (form === "table") return issueTable(issues, paint);
  return issues.map((issue) => `${form === "json" ? JSON.stringify(issue) : describeIssue(issue)}\n`).join("");
}

const COLOURS = { error: 31, warning: 33, info: 36 } as const satisfies Record<Severity, number>;

/** A row for each finding: how severe it is, its code, where it stands; below that what it says, and what helps. */
export function issueTable(issues: readonly Issue[], paint: Paint): string {
  const longest = issues.reduce((most, { code }) => Math.max(most, code.length), 0);
  return issues
    .map(({ severity, code, path, message, rule, suggestion }) => {
      const head = `${paint(severity.padEnd(7), COLOURS[severity])}  ${code.padEnd(longest)}  ${formatPath(path)}`;
      const help = suggestion === undefined ? "" : ` Try ${suggestion}.`;
      return `${head}\n         ${message}${help}${rule === undefined ? "" : ` (${rule})`}\n`;
    })
    .join("");
}

type Kind = "request" | "response" | "error" | "stream";

export type Call = ReturnType<typeof readCall>;
export type CallOf<Command extends Call["command"]> = Extract<Call, { readonly command: Command }>;

/** Options of the command itself: those with a text, and those without. */
const TEXTS: ReadonlySet<string> = new Set(["from", "to", "style", "kind", "path", "model", "for", "profile", "context", "format"]);
const FLAGS: ReadonlySet<string> = new Set(["fix", "strict", "reject-losses", "body", "json", "help", "version"]);

const LETTERS: ReadonlyMap<string, string> = new Map([
  ["h", "help"],
  ["v", "version"],
]);

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
export function readCall(args: readonly string[]) {
  const { own, others, alone } = readArguments(args);
  const [command, file = "-", ...more] = alone;
  const flag = (name: string) => own.get(name) === true;
  const text = (name: string) => own.get(name)?.toString();
  if (flag("help") || command === "help") return { command: "help" as const };
  if (flag("version")) return { command: "version" as const };
  checkCommand(command, own.keys());
  if (command === "demo" && alone.length + Object.keys(others).length > 1)
    throw new Error("`demo` takes nothing: it has its own documents");
  if (command === "demo") return { command: "demo" as const };
  if (more.length > 0) throw new Error(`one document at a time; what is ${JSON.stringify(more[0])}?`);
  const [format, style] = [text("format"), text("style") ?? text("from")];
  const profile = PROFILES[oneOf("--profile", text("profile") ?? (command === "check" ? "vendor" : "gateway"), Object.keys(PROFILES))];
  const options = {
    kind: oneOf("--kind", text("kind") ?? "request", KINDS),
    profile: profile ?? "gateway",
    strict: flag("strict"),
    json: flag("json"),
    /** `-` is standard input. */
    file,
    others,
    ...compact({ path: text("path"), model: text("model"), format: format === undefined ? format : oneOf("--format", format, FORMS) }),
  };
  if (command === "validate") return { ...options, command: "validate" as const, style: styleNamed("--style", style) };
  if (command === "check") {
    const asked = text("for");
    if (asked === undefined) throw new Error("write which model is to be asked: `--for claude-sonnet-4-5`");
    const given = compact({ style: style === undefined ? style : styleNamed("--style", style) });
    return { ...options, command: "check" as const, model: asked, fix: flag("fix"), body: flag("body"), ...given };
  }
  return {
    ...options,
    command: "translate" as const,
    from: styleNamed("--from", text("from")),
    to: styleNamed("--to", text("to")),
    rejectLosses: flag("reject-losses"),
    body: flag("body"),
    ...compact({ context: text("context") }),
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

/**
 * @returns options of the command itself, those of the library by their names, and what stands alone
 * @throws Error that states what is wrong with them
 */
function readArguments(args: readonly string[]) {
  const own = new Map<string, string | boolean>();
  const others: [name: string, value: unknown][] = [];
  const alone: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") return { own, others: Object.fromEntries(others), alone: alone.concat(args.slice(at + 1)) };
    const [, written, text] = /^--?([A-Za-z][A-Za-z-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (word !== "" && written === undefined && /^-./.test(word))
      throw new Error(`there is no option ${word}; a file of this name is ./${word}`);
    if (written === undefined) {
      alone.push(word);
      continue;
    }
    const { name, isOwn, isFlag, isOff } = optionNamed(written);
    const given = text ?? (isFlag ? "true" : args[++at]);
    if (given === undefined || (text === undefined && given.startsWith("--")))
      throw new Error(`${word} takes a value: write \`${word}=…\``);
    if (isFlag && given !== "true" && given !== "false") throw new Error(`--${written} is true or false, not ${JSON.stringify(given)}`);
    const value = isFlag ? (given === "true") !== isOff : given;
    if (isOwn) own.set(name, value);
    else others.push([name, typeof value === "string" ? optionValue(name, value) : value]);
  }
  return { own, others: Object.fromEntries(others), alone };
}

interface Option {
  readonly name: string;
  readonly isOwn: boolean;
  readonly isFlag: boolean;
  /** It is written `--no-…`. */
  readonly isOff: boolean;
}

/** `--default-max-tokens` is `--defaultMaxTokens`. */
function optionNamed(written: string): Option {
  const letter = LETTERS.get(written);
  if (letter !== undefined) return { name: letter, isOwn: true, isFlag: true, isOff: false };
  if (TEXTS.has(written) || FLAGS.has(written)) return { name: written, isOwn: true, isFlag: FLAGS.has(written), isOff: false };
  const name = written.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
  if (Object.hasOwn(LIBRARY, name)) return { name, isOwn: false, isFlag: takes(name, true), isOff: false };
  const positive = written.startsWith("no-") ? optionNamed(written.slice(3)) : undefined;
  if (positive?.isFlag) return { ...positive, isOff: true };
  const names = [...TEXTS, ...FLAGS, ...Object.keys(LIBRARY)];
  const meant = optionMeant(written, names);
  throw new Error(`there is no option --${written}${meant === undefined ? "" : `; did you mean --${meant}?`}`);
}

const LIBRARY: Takes = { ...VALIDATION, ...TRANSLATION };

/** Whether the option of the library may be that. */
function takes(name: string, value: unknown): boolean {
  return attempt((given) => LIBRARY[name]?.(name, given) ?? true, value) === true;
}

/** A text where the option takes one; else a number, true, false, a list or an object as JSON has it. */
function optionValue(name: string, text: string): unknown {
  return takes(name, text) ? text : valueOrText(text);
}

/** The text that explains the command. */
export const HELP = `interlingua: documents of LLM services in another wire style, and what could not be carried

  interlingua translate --from <style> --to <style> [options] [file]
  interlingua validate  --style <style> [options] [file]
  interlingua check     --for <model> [--fix] [options] [file]
  interlingua demo

The document comes from the file, or from standard input; a file behind \`--\` may have any name. The result goes to standard
output, the findings (what was lost, changed or is wrong) to standard error: a table where a person looks, else JSON, one object
a line.

\`check\` says what the service of a model refuses of a request in any style, with the facts that are known of the model:
as it is in the style of the model's vendor, or translated into it. \`--fix\` writes what would be sent.

Styles
  chat-completions (OpenAI), messages (Anthropic), generate-content (Google Gemini)

Options
  --kind <kind>         request (default), response, error or stream
                        An error is {"status", "body", "headers"}. A stream is server-sent events.
  --path <path>         URL path of a generate-content request: its model and action are in it
  --model <model>       model of the target, instead of that of the document
  --profile <profile>   whose rules and names count: gateway (default), vendor (default of \`check\`), or a server of
                        docs/dialects.md, as mistral
  --context <file>      the context that the translation of the request gave; for answers and streams
  --strict              refuse what is beyond the specification
  --reject-losses       refuse a translation that loses something
  --body                of a translated or fixed request the body alone, without its path and context
  --json                all in one JSON object on standard output: {"ok", "value", "issues"}
  --format <form>       findings as table, json (one object a line) or lines
  --<option>=<value>    any option of the library, as --defaultMaxTokens=4096 or --chatExtensions
  --help, -h, --version, -v

A file of a generate-content request may also be {"path", "body"}.

Environment
  NO_COLOR              no colours
  FORCE_COLOR           colours, and a table, also where no terminal is

Exit code
  0  done; there may be warnings on standard error
  1  the document is invalid, is refused, or cannot be translated
  2  a wrong call, or a file that cannot be read or written
`;
