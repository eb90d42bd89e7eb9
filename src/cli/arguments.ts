/** The words of a command line: options with what they are given, and what stands alone. */
import { optionMeant, TRANSLATION, VALIDATION } from "../call.js";

/** What an option of the command itself is given: a text, or nothing. */
export type Own = Readonly<Record<string, "text" | "flag">>;

export interface Arguments {
  /** Options of the command itself. */
  readonly own: ReadonlyMap<string, string | boolean>;
  /** Options of the library, by their names. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly alone: readonly string[];
}

/** @throws Error that states what is wrong with them */
export function readArguments(args: readonly string[], known: Own): Arguments {
  const own = new Map<string, string | boolean>();
  const others: [name: string, value: unknown][] = [];
  const alone: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const [, written, text] = /^--?([A-Za-z][A-Za-z-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (word !== "" && written === undefined && /^-./.test(word))
      throw new Error(`there is no option ${word}; a file of this name is ./${word}`);
    if (written === undefined) {
      alone.push(word);
      continue;
    }
    const { name, isOwn, isFlag, isOff } = optionNamed(written, known);
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
function optionNamed(written: string, known: Own): Option {
  if (written === "h") return { name: "help", isOwn: true, isFlag: true, isOff: false };
  const kind = known[written];
  if (kind !== undefined) return { name: written, isOwn: true, isFlag: kind === "flag", isOff: false };
  const name = written.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
  if (TRANSLATION.has(name) || VALIDATION.has(name)) return { name, isOwn: false, isFlag: takes(name, true), isOff: false };
  const positive = written.startsWith("no-") ? optionNamed(written.slice(3), known) : undefined;
  if (positive?.isFlag) return { ...positive, isOff: true };
  const names = [...Object.keys(known), ...TRANSLATION.keys(), ...VALIDATION.keys()];
  const meant = optionMeant(written, names);
  throw new Error(`there is no option --${written}${meant === undefined ? "" : `; did you mean --${meant}?`}`);
}

/** Whether the option of the library may be that: so far as its type says. */
function takes(name: string, value: unknown): boolean {
  const wanted = TRANSLATION.get(name) ?? VALIDATION.get(name);
  return typeof wanted === "object" && "test" in wanted && wanted.test(value);
}

/** A text where the option takes one; else a number, true, false, a list or an object as JSON has it. */
function optionValue(name: string, text: string): unknown {
  if (takes(name, text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
