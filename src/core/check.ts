/**
 * Rules as tables. A row is one rule of the specification; its check looks at one node (a request, a message, a part) and
 * says what is wrong with it. Checks are pure and never trust a type: the types are the schemas' business, and a fault
 * that a schema finds elsewhere must not switch them off.
 */

import { type Issue, type IssueFacts, isCount, type Severity } from "./issue.js";
import type { IssueLog } from "./issue-log.js";
import { isObject } from "./json.js";
import { formatPath, type Path } from "./path.js";
import type { Rule } from "./rule.js";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * How a finding counts. `extension`: the vendor has it, the specification does not list it: an `info`, refused when strict.
 * `silent`: the same without a word. `unknown`: not even the vendor's list has it: a `vendor_extension` warning. `own`: an error
 * to the style's own services; a request that goes on in another style has it from an answer that came from there.
 */
export type Grade = Rule["severity"] | "silent" | "unknown" | "own";

export interface Fault extends IssueFacts {
  /** Seen from the node that was looked at; `[]` is the node itself. */
  readonly at: Path;
  /** The rest of the sentence that starts with the place: "must be at most 2, not the number 3". */
  readonly says: string;
  /** Instead of the severity of the row. */
  readonly grade?: Grade;
}

/** Takes the faults of a check that may find several, one after the other; it does not come back where no more are wanted. */
export type ReportFault = (fault: Fault) => void;

/** Gives its fault, or reports several and gives none: a list of them would grow with the document. */
export type Check<Context> = (node: Fields, context: Context, report: ReportFault) => Fault | undefined;

/** A row without a check is enforced by the schema whose faults carry its id, or states what another row checks. */
export interface Row<Context> extends Omit<Rule, "style" | "document" | "severity"> {
  /** Default `"error"`. */
  readonly severity?: Rule["severity"];
  readonly check?: Check<Context>;
}

interface ActiveRow<Context> {
  readonly id: string;
  readonly grade: Grade;
  readonly check: Check<Context>;
}

/** The rules of one kind of node. */
export interface Table<Context> {
  readonly rules: readonly Rule[];
  readonly gateway: ActiveRows<Context>;
  readonly vendor: ActiveRows<Context>;
}

interface ActiveRows<Context> {
  readonly all: readonly ActiveRow<Context>[];
  /** Those that find errors. */
  readonly errors: readonly ActiveRow<Context>[];
}

/** Builds the tables of one document of a style. */
export function tableOf<Context>(style: string, document: Rule["document"]) {
  return (rows: readonly Row<Context>[]): Table<Context> => ({
    rules: rows.map(({ check, severity, ...row }) => ({ ...row, style, document, severity: severity ?? "error" })),
    gateway: active(rows, "gateway"),
    vendor: active(rows, "vendor"),
  });
}

function active<Context>(rows: readonly Row<Context>[], profile: "gateway" | "vendor"): ActiveRows<Context> {
  const all = rows.flatMap(({ id, severity: grade = "error", profile: only, check }) =>
    check === undefined || (only !== undefined && only !== profile) ? [] : [{ id, grade, check }],
  );
  return { all, errors: all.filter(({ grade }) => grade === "error") };
}

export interface WalkOptions {
  readonly profile?: "gateway" | "vendor" | undefined;
  readonly strict?: boolean | undefined;
  /** The document goes on in another style. */
  readonly translated?: boolean | undefined;
}

/** One walk over a document. The place is a stack that is copied only when there is something to report. */
export interface Walk<Context> {
  /** Runs the table on the node at the present place. */
  check(table: Table<Context>, node: Fields): void;
  /** Goes to the object at `key`, if there is one. */
  into(node: Fields, key: string, visit: (child: Fields) => void): void;
  /** Goes to each object of the array at `key`, if there is one. */
  each(node: Fields, key: string, visit: (item: Fields, index: number) => void): void;
}

/** Thrown by a walk where the log is exhausted, so that no check goes on for nothing. */
class Enough extends Error {}

/** Walks until all is said or the log is exhausted. */
export function walkThrough(walk: () => void): void {
  try {
    walk();
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
  }
}

export function createWalk<Context>(
  context: Context,
  { profile = "gateway", strict = false, translated = false }: WalkOptions,
  log: IssueLog,
): Walk<Context> {
  const place: (string | number)[] = [];
  // Nothing but an error will be listed any more: rows that find none are passed over, and what they would find is not counted.
  let wanted: keyof ActiveRows<Context> = "all";
  const report = (id: string, given: Grade, fault: Fault) => {
    const grade = gradeIn(profile, translated, fault.grade ?? given);
    // Most of what passes in silence is ordinary traffic: no sentence is made for it.
    if (grade === undefined || (grade === "silent" && !strict)) return;
    if (!log.wants(severityOf(grade, strict))) {
      if (!strict) wanted = "errors";
      return;
    }
    log.add(toIssue(id, grade, [...place, ...fault.at], fault, strict));
    if (log.exhausted) throw new Enough();
  };
  let row: ActiveRow<Context> | undefined;
  const reportFor = (fault: Fault) => {
    if (row !== undefined) report(row.id, row.grade, fault);
  };
  return {
    check(table, node) {
      for (row of table[profile][wanted]) {
        const found = row.check(node, context, reportFor);
        if (found !== undefined) reportFor(found);
      }
    },
    into(node, key, visit) {
      const child = own(node, key);
      if (!isObject(child)) return;
      place.push(key);
      visit(child);
      place.pop();
    },
    each(node, key, visit) {
      const list = own(node, key);
      if (!Array.isArray(list)) return;
      place.push(key);
      for (let index = 0; index < list.length; index++) {
        const item: unknown = list[index];
        if (!isObject(item)) continue;
        place.push(index);
        visit(item, index);
        place.pop();
      }
      place.pop();
    },
  };
}

/** What is an extension of the specification is ordinary to the vendor. */
function gradeIn(profile: "gateway" | "vendor", translated: boolean, grade: Grade): Exclude<Grade, "own"> | undefined {
  if (grade === "own") return translated ? undefined : "error";
  return profile === "vendor" && (grade === "extension" || grade === "silent") ? undefined : grade;
}

function severityOf(grade: Exclude<Grade, "own">, strict: boolean): Severity {
  if (grade === "error" || grade === "warning" || grade === "info") return grade;
  if (strict) return "error";
  return grade === "unknown" ? "warning" : "info";
}

function toIssue(rule: string, grade: Exclude<Grade, "own">, path: Path, fault: Fault, strict: boolean): Issue {
  const { at, says, grade: _, ...facts } = fault;
  const message = `${path.length === 0 ? "The body" : `\`${formatPath(path)}\``} ${says}${says.endsWith("?") ? "" : "."}`;
  const severity = severityOf(grade, strict);
  const code = grade === severity ? (`validation.${rule}` as const) : "vendor_extension";
  return { code, severity, ...(severity === "error" ? ({ loss: "failed" } as const) : {}), path, message, rule, ...facts };
}

/** An own member; `null` counts as absent. */
export function own(node: Fields, key: string): unknown {
  const value = node[key];
  // Most members that rules ask for are absent: the look at the prototype is left for those that are there.
  return value === undefined || value === null || !Object.hasOwn(node, key) ? undefined : value;
}

/**
 * What schema and tables found, as one list. Where both found fault with the same place, or a table found it further
 * inside, the table has the better word.
 */
export function mergeFindings(ofSchema: readonly Issue[], ofTables: readonly Issue[]): readonly Issue[] {
  if (ofSchema.length === 0) return ofTables;
  const covered = new Set<string>();
  for (const { code, severity, path } of ofTables) {
    // What is an extension may be of the wrong type as well.
    if (severity !== "error" || code === "vendor_extension") continue;
    for (let length = path.length; length >= 0; length--) covered.add(JSON.stringify(path.slice(0, length)));
  }
  return [...ofSchema.filter((issue) => isCount(issue) || !covered.has(JSON.stringify(issue.path))), ...ofTables];
}

/** A value that the vendor takes and the specification does not list. */
export function notListedFault(at: Path, says: string, grade: "extension" | "silent" | "unknown"): Fault {
  return { at, says: `${says}; it is the vendor's own`, grade };
}
