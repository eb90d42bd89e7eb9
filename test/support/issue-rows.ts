/** Findings as rows of a table: what programs match, without the sentence, whose wording is free. */
import type { IssueFacts } from "../../src/core/issue.js";
import { formatPath, type Path } from "../../src/core/path.js";

/** `loss` is null where nothing is lost and there are facts. */
export type Row = readonly [code: string, path: string, severity: string, loss?: string | null, facts?: IssueFacts & { rule?: string }];

/** The value with every finding in it, at any depth, as a {@link Row}. */
export function inRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inRows);
  if (typeof value !== "object" || value === null) return value;
  if (isIssue(value)) return rowOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inRows(member)]));
}

interface IssueLike {
  readonly code: string;
  readonly severity: string;
  readonly loss?: string;
  readonly path: Path;
  readonly message: string;
}

function isIssue(value: object): value is IssueLike {
  return "code" in value && "severity" in value && "message" in value && "path" in value && Array.isArray(value.path);
}

function rowOf({ code, severity, loss, path, message: _wording, ...facts }: IssueLike): readonly unknown[] {
  const head = [code, formatPath(path), severity];
  if (Object.keys(facts).length > 0) return [...head, loss ?? null, facts];
  return loss === undefined ? head : [...head, loss];
}
