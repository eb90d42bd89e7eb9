/** Tool names that the target's pattern forbids are rewritten, and restored in the answer. */
import { hash } from "../core/hash.js";
import { failure, type Issue } from "../core/issue.js";
import type { Path } from "../core/path.js";

export interface NameRule {
  /** Matches a legal name. */
  readonly legal: RegExp;
  /** Matches every character that is illegal anywhere in a name; needs the `g` flag. */
  readonly illegal: RegExp;
  /** Matches a name whose first character may not stand there. */
  readonly badStart?: RegExp;
  /** Characters. */
  readonly max: number;
}

/** The name itself when it is legal, else a legal one that no other name is rewritten to. */
export function portableToolName(name: string, { legal, illegal, badStart, max }: NameRule): string {
  if (legal.test(name)) return name;
  const clean = name.replace(illegal, "_");
  const started = badStart?.test(clean) ? `_${clean}` : clean;
  return `${started.slice(0, max - 9)}_${hash(name).slice(0, 8)}`;
}

/** A declared tool without a name: nobody could call it, and no name that is made up would be known to the caller. */
export function namelessTool(path: Path, rule: string): Issue {
  return failure("failed.unsupported", [...path, "name"], "A tool without a name cannot be called.", { rule });
}

interface NamesOfRequest {
  readonly toolNames?: Readonly<Record<string, string>>;
  readonly declaredTools?: readonly string[];
}

/**
 * The name that the client declared, for one that came back. Some models put `default_api:` before it; the prefix goes
 * when what follows is a declared tool.
 */
export function restoreToolName(name: string, context: NamesOfRequest | undefined): string {
  const bare = name.startsWith("default_api:") ? name.slice("default_api:".length) : undefined;
  const known =
    bare !== undefined && (aliasOf(bare, context) !== undefined || context?.declaredTools?.includes(bare) === true) ? bare : name;
  return aliasOf(known, context) ?? known;
}

function aliasOf(name: string, context: NamesOfRequest | undefined): string | undefined {
  const names = context?.toolNames;
  // Null where other languages wrote what is absent.
  return names && Object.hasOwn(names, name) ? names[name] : undefined;
}
