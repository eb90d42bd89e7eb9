/**
 * Rules as tables. A row is one rule of the specification; its check looks at one node (a request, a message, a part) and
 * states what is wrong with it. Checks are pure and never trust a type: types are checked by the schemas, and a fault
 * that a schema finds elsewhere must not switch them off.
 */
import { entryOf } from "./collections.js";
import { formatPath, type Issue, type IssueFacts, isCount, type Path, type Severity } from "./issue.js";
import type { IssueLog } from "./issue-log.js";
import { isObject } from "./json.js";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * How a finding counts. `extension`: the vendor has it, the specification does not list it: an `info`, refused when strict.
 * `allowed`: the same without an issue. `unknown`: not even the vendor's list has it: a `vendor_extension` warning. `own`: an error
 * to the style's own services; a request that goes on in another style has it from an answer that came from there.
 */
export type Grade = Rule["severity"] | "allowed" | "unknown" | "own";

export interface Fault extends IssueFacts {
  /** Seen from the node that was looked at; `[]` is the node itself. */
  readonly at: Path;
  /** The rest of the sentence that starts with the place: "must be at most 2, not the number 3". Absent: the statement of the rule says it. */
  readonly problem?: string;
  /** Instead of the severity of the row. */
  readonly grade?: Grade;
}

/**
 * Takes the faults of a check that may find several, one after the other; it does not come back where no more are wanted.
 * False: another one of this grade would be neither listed nor counted.
 */
export type ReportFault = (fault: Fault) => boolean;

/**
 * Gives its fault, or reports several and gives none: a list of them would grow with the document.
 * @param parent the object that the node stands in, or in a list of
 */
export type Check<Context> = (node: Fields, context: Context, report: ReportFault, parent: Fields) => Fault | undefined;

/** What must hold of a node, in words and as a check. */
export interface Requirement<Context> {
  /** Where it looks, below the node: `image_url.url`; several places with commas in between. Absent: the node itself. */
  readonly at?: string;
  /** A clause without its full stop: "`n` is at least 1". */
  readonly holds: string;
  readonly check: Check<Context>;
  /** It holds where this member is absent or null, so that nothing is to check. */
  readonly needs?: string;
  /** Those that it is made of, each checked for itself. */
  readonly parts?: readonly Requirement<Context>[];
}

/** A row without a check states what another row, or nobody, checks. */
export interface Row<Context> extends Pick<Rule, "id" | "profile">, Omit<Requirement<Context>, "check"> {
  /** Default `"error"`. */
  readonly severity?: Rule["severity"];
  readonly check?: Check<Context>;
  /** What an encoder of this library writes may break it as well: every other rule it keeps to. Who translates is told of no warnings. */
  readonly written?: true;
}

/** Rows about what an encoder passes on as it came, so that all of them may be broken. */
export function passedOn<Context>(rows: readonly Row<Context>[]): readonly Row<Context>[] {
  return rows.map((row) => ({ ...row, written: true }));
}

/** The rules of a kind of node, and of what is inside of it. */
export interface NodeRules<Context> {
  readonly rows: readonly Row<Context>[];
  /** Which nodes they are about. Default: all at the place. */
  readonly when?: (node: Fields, parent: Fields) => boolean;
  /** By key: of the object that is there, or with `[]` after the key of each object of the list. */
  readonly inside?: Readonly<Record<string, NodeRules<Context> | readonly NodeRules<Context>[]>>;
}

interface ActiveRow<Context> {
  readonly id: string;
  readonly grade: Grade;
  readonly check: Check<Context>;
  readonly needs: string | undefined;
  readonly holds: string;
  readonly written: boolean;
}

/** All rows of a profile, those that find errors, and those that what was written here may break. */
type Selection = "all" | "errors" | "written";
type Profile = "gateway" | "vendor";

/** Rules in the form in which a document is walked through. */
export type CompiledRules<Context> = Readonly<Record<Profile, CompiledNode<Context>>>;

interface CompiledNode<Context> {
  readonly when: NodeRules<Context>["when"];
  readonly rows: Readonly<Record<Selection, readonly ActiveRow<Context>[]>>;
  /** The members that have rules of this selection inside. */
  readonly inside: Readonly<
    Record<Selection, readonly { readonly key: string; readonly isList: boolean; readonly kinds: readonly CompiledNode<Context>[] }[]>
  >;
}

export function compiledRules<Context>(root: NodeRules<Context>): CompiledRules<Context> {
  return { gateway: compiledNode(root, "gateway"), vendor: compiledNode(root, "vendor") };
}

function compiledNode<Context>({ rows, when, inside = {} }: NodeRules<Context>, profile: Profile): CompiledNode<Context> {
  const members = Object.entries(inside).map(([key, kinds]) => ({
    key: key.replace("[]", ""),
    isList: key.endsWith("[]"),
    kinds: listOf(kinds).map((kind) => compiledNode(kind, profile)),
  }));
  const active = rows
    .filter(({ profile: only = profile }) => only === profile)
    .flatMap((row) => {
      const { id, severity: grade = "error", written = false, parts = [row] } = row;
      return parts.flatMap(({ check, needs, holds }) => (check === undefined ? [] : [{ id, grade, check, needs, holds, written }]));
    });
  const isAsked = ({ grade, written }: ActiveRow<Context>, selection: Selection) =>
    selection === "all" || (selection === "errors" ? grade === "error" : written);
  const insideOf = (selection: Selection) =>
    members
      .map((member) => ({
        ...member,
        kinds: member.kinds.filter((kind) => kind.rows[selection].length + kind.inside[selection].length > 0),
      }))
      .filter(({ kinds }) => kinds.length > 0);
  const each = <T>(of: (selection: Selection) => T) => ({ all: of("all"), errors: of("errors"), written: of("written") });
  return { when, rows: each((selection) => active.filter((row) => isAsked(row, selection))), inside: each(insideOf) };
}

/** What a rule states, and where. */
export type Statement = Pick<Row<never>, "id" | "profile" | "severity" | "at" | "holds">;

/** The rules as data, each once, with all the places where it looks. */
export function rulesOf<Context>(style: string, document: Rule["document"], root: NodeRules<Context>): readonly Rule[] {
  const places = new Map<Row<Context>, string[]>();
  const collect = (node: NodeRules<Context>, place: string, depth: number) => {
    for (const row of node.rows) entryOf(places, row, () => []).push(placesBelow(place, row.at));
    for (const [key, kinds] of Object.entries(node.inside ?? {})) {
      const isList = key.endsWith("[]");
      const inner = below(place, isList ? `${key.slice(0, -1)}${"ijkl".charAt(depth)}]` : key);
      for (const kind of listOf(kinds)) collect(kind, inner, isList ? depth + 1 : depth);
    }
  };
  collect(root, "", 0);
  return [...places].map(([row, paths]) => asRule(style, document, { ...row, at: [...new Set(paths)].join(", ") }));
}

export function asRule(style: string, document: Rule["document"], { id, at = "", holds, severity = "error", profile }: Statement): Rule {
  const statement = `${holds.charAt(0).toUpperCase()}${holds.slice(1)}.`;
  return { id, path: at, statement, style, document, severity, ...(profile === undefined ? {} : { profile }) };
}

/** Where a requirement looks that looks at these places below another one. */
export function placesBelow(place: string, at = ""): string {
  return at
    .split(", ")
    .map((each) => below(place, each) || "(body)")
    .join(", ");
}

/** `messages[i]` and `role` are `messages[i].role`. */
export function below(place: string, key: string): string {
  return place === "" || key === "" || key.startsWith("[") ? place + key : `${place}.${key}`;
}

function listOf<Context>(kinds: NodeRules<Context> | readonly NodeRules<Context>[]): readonly NodeRules<Context>[] {
  return "rows" in kinds ? [kinds] : kinds;
}

export interface WalkOptions {
  readonly profile?: Profile | undefined;
  readonly strict?: boolean | undefined;
  /** The document goes on in another style. */
  readonly translated?: boolean | undefined;
  /** An encoder of this library wrote the document. */
  readonly written?: boolean | undefined;
  /** A list in which no rule finds anything. */
  readonly plain?: readonly object[] | undefined;
  /** Warnings and notices are neither listed nor counted. */
  readonly errorsOnly?: boolean | undefined;
}

/** Walks through a document until all is found or the log is exhausted. The place is a stack that is copied only for a finding. */
export function checkRules<Context>(
  root: CompiledRules<Context>,
  document: Fields,
  context: Context,
  { profile = "gateway", strict = false, translated = false, written = false, plain, errorsOnly = false }: WalkOptions,
  log: IssueLog,
): void {
  const place: (string | number)[] = [];
  let selection: Selection = written ? "written" : errorsOnly ? "errors" : "all";
  let row: ActiveRow<Context>;
  const report = (fault: Fault) => {
    const grade = fault.grade ?? row.grade;
    const severity = severityOf(grade, profile, strict, translated);
    // Most of what passes without an issue is ordinary traffic: no sentence is made for it.
    if (severity === undefined) return true;
    if (errorsOnly && severity !== "error") return false;
    if (!log.wants(severity)) {
      // Nothing but an error will be listed any more: rows that find none are passed over, and what they would find is not counted.
      if (strict || written) return true;
      selection = "errors";
      return false;
    }
    log.add(toIssue(row, grade, severity, [...place, ...fault.at], fault));
    // No check goes on for nothing.
    if (log.exhausted) throw log;
    return true;
  };
  const visit = (rules: CompiledNode<Context>, node: Fields, parent: Fields) => {
    if (rules.when?.(node, parent) === false) return;
    for (row of rules.rows[selection]) {
      if (row.needs !== undefined && own(node, row.needs) === undefined) continue;
      const found = row.check(node, context, report, parent);
      if (found !== undefined) report(found);
    }
    for (const { key, isList, kinds } of rules.inside[selection]) {
      const inner = own(node, key);
      if (inner === undefined || inner === plain || Array.isArray(inner) !== isList) continue;
      place.push(key);
      if (Array.isArray(inner)) {
        for (let index = 0; index < inner.length; index++) {
          place.push(index);
          visitKinds(kinds, inner[index], node);
          place.pop();
        }
      } else visitKinds(kinds, inner, node);
      place.pop();
    }
  };
  const visitKinds = (kinds: readonly CompiledNode<Context>[], node: unknown, parent: Fields) => {
    if (isObject(node)) for (const rules of kinds) visit(rules, node, parent);
  };
  try {
    visit(root[profile], document, document);
  } catch (thrown) {
    if (thrown !== log) throw thrown;
  }
}

/** Undefined where it passes: what is an extension of the specification is ordinary to the vendor. */
function severityOf(grade: Grade, profile: Profile, strict: boolean, translated: boolean): Severity | undefined {
  if (grade === "own") return translated ? undefined : "error";
  if (grade === "error" || grade === "warning" || grade === "info") return grade;
  if (profile === "vendor" && grade !== "unknown") return undefined;
  if (strict) return "error";
  return grade === "allowed" ? undefined : grade === "unknown" ? "warning" : "info";
}

function toIssue({ id: rule, holds }: ActiveRow<never>, grade: Grade, severity: Severity, path: Path, fault: Fault): Issue {
  const { at, problem = `is against the rule: ${holds}`, grade: _, ...facts } = fault;
  const message = `${path.length === 0 ? "The body" : `\`${formatPath(path)}\``} ${problem}${problem.endsWith("?") ? "" : "."}`;
  const code = grade === severity || grade === "own" ? (`validation.${rule}` as const) : "vendor_extension";
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
  const covered = new Set<string>();
  for (const { code, severity, path } of ofTables) {
    // What is an extension may be of the wrong type as well.
    if (severity !== "error" || code === "vendor_extension") continue;
    for (let length = path.length; length >= 0; length--) covered.add(JSON.stringify(path.slice(0, length)));
  }
  return [...ofSchema.filter((issue) => isCount(issue) || !covered.has(JSON.stringify(issue.path))), ...ofTables];
}

/** A value that the vendor takes and the specification does not list. */
export function notListedFault(at: Path, problem: string, grade: "extension" | "allowed" | "unknown"): Fault {
  return { at, problem: `${problem}; it is the vendor's own`, grade };
}

/** One rule of the specification (R-…) or of a vendor (V-…), as data. */
export interface Rule {
  /** `R-025`, `V-11`. */
  readonly id: string;
  /** The name of the style, or `all`. */
  readonly style: string;
  /** Which document it is about; `transport` is what stands around a body. */
  readonly document: "request" | "response" | "error" | "transport";
  /** Where it looks, in the notation of the specification: `messages[i].content[j].type`. */
  readonly path: string;
  /** What must hold, in one English clause. */
  readonly statement: string;
  /** `extension`: beyond the specification, accepted with an `info` unless `strict`. */
  readonly severity: Severity | "extension";
  /** Absent: both. */
  readonly profile?: "gateway" | "vendor";
}

/** A range of numbers. Both ends are legal, but for a `max` that `exclusiveMax` excludes. */
export interface Range {
  readonly min: number;
  /** Default: any number. */
  readonly max?: number;
  /** The largest value to write where `max` itself is refused. */
  readonly exclusiveMax?: number;
  /** False: no number near is better than none, and one outside of the range is left out. */
  readonly clamp?: false;
  /** The rule that states the range. */
  readonly rule?: string;
}

/** "0 to 1", "at least 1", "-2 to below 2". */
export function rangeText({ min, max = Number.POSITIVE_INFINITY, exclusiveMax }: Range): string {
  if (max === min) return String(min);
  if (min === Number.NEGATIVE_INFINITY) return `at most ${max}`;
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return `${min} to ${exclusiveMax === undefined ? "" : "below "}${max}`;
}
