/** What is wrong with a document of another shape: a list of places, up to a limit, and the finding that each becomes. */
import { describe, failure, formatPath, type Issue, type Path } from "./issue.js";
import { compact } from "./json.js";

/** The id of the rule, or one for what is missing (default: as `type`), of the wrong type, or a word that is none of the legal ones. */
export type RuleOf = string | { readonly missing?: string; readonly type: string; readonly word?: string };

function ruleFor(rule: RuleOf, value: unknown): string {
  if (typeof rule === "string") return rule;
  if (value === undefined || value === null) return rule.missing ?? rule.type;
  return typeof value === "string" ? (rule.word ?? rule.type) : rule.type;
}

/** One value at one place that does not conform. */
export interface Fault {
  readonly path: Path;
  readonly rule: string;
  /** "a string"; absent where no words are known for it. */
  readonly expected: string | undefined;
  readonly received: string;
}

/** The faults of a document, up to a limit. */
export class Faults {
  readonly found: Fault[] = [];
  private readonly place: (string | number)[] = [];

  constructor(private readonly limit: number) {}

  get isFull(): boolean {
    return this.found.length >= this.limit;
  }

  add(rule: RuleOf, expected: string | undefined, value: unknown, path: Path = []): void {
    if (!this.isFull) this.found.push({ path: [...this.place, ...path], rule: ruleFor(rule, value), expected, received: describe(value) });
  }

  /** @param explain adds those of a member */
  inside(key: string | number, explain: Explain, value: unknown): void {
    if (this.isFull) return;
    this.place.push(key);
    explain(value, this);
    this.place.pop();
  }
}

/** Adds the faults of a value: none of one that conforms. */
export type Explain = (value: unknown, faults: Faults) => void;

/** @param rule the id that this document has for that of the fault */
export function toIssue({ path, expected, received }: Fault, rule: string): Issue {
  return failure(`validation.${rule}`, path, sentence(path, expected, received), { rule, ...compact({ expected }), received });
}

function sentence(path: Path, expected: string | undefined, received: string): string {
  const place = path.length === 0 ? "The body" : `\`${formatPath(path)}\``;
  if (received === "nothing" || (received === "null" && expected === undefined))
    return `${place} is required and is ${received === "null" ? "null" : "missing"}.`;
  return expected === undefined
    ? `${place} has a value that is not allowed here: ${received}.`
    : `${place} must be ${expected}, not ${received}.`;
}
