/** Wrong calls: mistakes of the program and not of its input, refused at once in words that say what to write. */
import { suggest } from "./core/suggest.js";

/** Words that an option may have, where it is given. */
const WORDS = {
  profile: ["gateway", "vendor"],
  upstreamProfile: ["gateway", "vendor"],
  onLoss: ["report", "reject"],
} as const;

/** Refuses options that are missing, or whose words are none. */
export function checkOptions(options: unknown, call: string): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`Options are missing: write \`${call}\`.`);
  for (const [name, words] of Object.entries(WORDS)) {
    const word: unknown = Reflect.get(options, name);
    if (word !== undefined && !words.some((known) => known === word)) throw wrongWord(name, word, words);
  }
  for (const name of ["path", "model"]) {
    const text: unknown = Reflect.get(options, name);
    // createFetch takes a function of the client's model as well.
    if (text !== undefined && typeof text !== "string" && !(name === "model" && typeof text === "function"))
      throw new TypeError(`\`${name}\` must be a string, not ${shown(text)}.`);
  }
}

/** What to throw for an option that has none of the words it may have. */
export function wrongWord(name: string, word: unknown, words: readonly string[], meant?: string): TypeError {
  const likely = meant ?? (typeof word === "string" ? suggest(word, words) : undefined);
  const hint = likely === undefined ? "" : ` Did you mean "${likely}"?`;
  return new TypeError(`\`${name}\` must be one of ${words.map((known) => `"${known}"`).join(", ")}, not ${shown(word)}.${hint}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100));
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
