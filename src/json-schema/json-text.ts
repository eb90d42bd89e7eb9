/** JSON text that is cut into its values and never written anew, so that numbers and texts stay as the model wrote them. */

export const SPACE: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);
const BETWEEN: ReadonlySet<string> = new Set([...SPACE, ",", ":"]);

/** Looks for the end of one value. */
export class ValueScan {
  isOver = false;
  private depth: number;
  private inString: boolean;
  private isBackslashed = false;
  /** A number or a word, which ends before the character that is no more of it. */
  private readonly isBare: boolean;

  constructor(first: string) {
    this.depth = first === "{" || first === "[" ? 1 : 0;
    this.inString = first === '"';
    this.isBare = this.depth === 0 && !this.inString;
  }

  /** The index after the last character of the value that stands in the piece. */
  end(piece: string, from: number): number {
    for (let index = from; index < piece.length; index++) {
      const char = piece.charAt(index);
      if (this.isBare) {
        if (char !== "}" && char !== "]" && !BETWEEN.has(char)) continue;
        this.isOver = true;
        return index;
      }
      if (this.inString) {
        if (this.isBackslashed) this.isBackslashed = false;
        else if (char === "\\") this.isBackslashed = true;
        else if (char === '"') this.inString = false;
      } else if (char === '"') this.inString = true;
      else if (char === "{" || char === "[") this.depth++;
      else if (char === "}" || char === "]") this.depth--;
      if (this.inString || this.depth > 0) continue;
      this.isOver = true;
      return index + 1;
    }
    return piece.length;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text that a string of JSON is; undefined for other values, and for what is none. */
export function stringIn(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The values in the text of an object or a list, as they are written; in an object each behind its name. */
export function valuesIn(text: string): readonly string[] {
  const values: string[] = [];
  for (let at = 1; at < text.length - 1; ) {
    const first = text.charAt(at);
    if (BETWEEN.has(first)) {
      at++;
      continue;
    }
    const end = new ValueScan(first).end(text, at + 1);
    values.push(text.slice(at, end));
    at = end;
  }
  return values;
}

/** The members of the text of an object; undefined for other values. */
export function membersIn(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  if (!text.startsWith("{")) return undefined;
  const values = valuesIn(text);
  return values.flatMap((value, index) => (index % 2 === 0 ? [] : [[stringIn(values[index - 1] ?? "") ?? "", value] as const]));
}
