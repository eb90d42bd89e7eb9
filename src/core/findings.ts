/**
 * Runs everything that is known of a document, its schema and its rules, and gives back all findings in the order of the document. The rules of
 * which fields a node has, and what is reported of the others, are rows made of lists of names.
 */
import {
  asRule,
  below,
  type CompiledRules,
  checkRules,
  compiledRules,
  type Fault,
  type Fields,
  mergeFindings,
  type NodeRules,
  notListedFault,
  type Requirement,
  type Row,
  type Rule,
  rulesOf,
  type Statement,
  type WalkOptions,
} from "./check.js";
import { rule } from "./checks.js";
import { entryOf, lazy } from "./collections.js";
import { hint, quoted } from "./faults.js";
import { broken, describe, type Issue, isCount, movedTo, type Path, suggest, WrongCall } from "./issue.js";
import { asNamed, IssueLog, type RuleOf } from "./issue-log.js";
import { asBody, compact, isObject, type Json, memberAt } from "./json.js";
import { conforms, type Schema, schemaIssues } from "./schema.js";

/** All that is known of one document of a style. */
export interface DocumentRules<Context, Options = unknown> {
  /** Absent: the rules cover everything. */
  readonly schema?: Schema<unknown>;
  /** The rule that a body which is no JSON object breaks. */
  readonly bodyRule: string;
  /** The rule of this document for one that the schema names, where that may be another document's. */
  readonly named?: (rule: string) => string;
  /** What of the value given the rules are about. */
  view?(given: unknown, options: Options): unknown;
  nodes(): NodeRules<Context>;
  /**
   * What the rules ask beside the node they look at.
   * @param given the document in the caller's spelling
   * @param path where it is sent, in place of that of the options
   */
  context(document: Fields, options: Partial<Options>, given: unknown, path?: string): Context;
  /** Names the style that a faulty document is probably of: that makes all findings but one meaningless. */
  foreign?(document: Fields): string | undefined;
  /** Another spelling of the same document, that schema and rules look at, and its paths in that of the caller. */
  readonly spelling?: {
    normal(document: Json, profile: WalkOptions["profile"]): Json;
    relocate(path: Path, original: unknown): Path;
  };
}

export interface FindOptions extends WalkOptions {
  /** Findings that are listed; the others are counted. */
  readonly maxIssues?: number | undefined;
}

/** The check of a document of a style. */
export class DocumentChecker<Context, Options extends FindOptions> {
  private readonly nodes: () => CompiledRules<Context>;

  constructor(private readonly known: DocumentRules<Context, Options>) {
    this.nodes = lazy(() => compiledRules(known.nodes()));
  }

  /**
   * All findings, in document order. A value that passes for plain data when it is looked at first and throws when it is looked at again (a
   * proxy, or a getter with a memory) is a fault of the body.
   */
  check(given: unknown, options: Options): readonly Issue[] {
    const { view = (value) => value } = this.known;
    try {
      return this.find(view(given, options), options);
    } catch (thrown) {
      if (thrown instanceof WrongCall) throw thrown;
      const message = "The body threw while it was read; pass a parsed JSON value.";
      return [broken(this.known.bodyRule, [], message, { expected: "a JSON value" })];
    }
  }

  /** The same of what an encoder of this library wrote: its shape and its spelling are known. */
  readonly written = (document: unknown, path: string, options: Partial<Options> = {}, plain?: readonly object[]): readonly Issue[] => {
    if (!isObject(document)) return [];
    const log = new IssueLog();
    const walk = { profile: options.profile, written: true, plain };
    checkRules(this.nodes(), document, this.known.context(document, options, document, path), walk, log);
    return log.issues;
  };

  private find(document: unknown, options: Options): readonly Issue[] {
    const ofTables = logOf(options);
    const { bodyRule, schema, spelling, foreign, named } = this.known;
    const json = asBody(document, bodyRule);
    if (!json.ok) return json.issues;
    const value = spelling === undefined ? json.value : spelling.normal(json.value, options.profile);
    if (!isObject(value)) {
      const received = describe(value);
      return [broken(bodyRule, [], `The body must be a JSON object, not ${received}.`, { expected: "an object", received })];
    }
    const ofSchema = schema === undefined || conforms(schema, value) ? [] : schemaIssues(schema, value, named);
    // Where not even all wrong shapes are listed, the rules are not asked.
    if (!ofSchema.some(isCount)) checkRules(this.nodes(), value, this.known.context(value, options, json.value), options, ofTables);
    // Where the rules alone find more than is listed, nobody knows which of the wrong shapes they would find as well.
    const merged = mergeFindings(ofTables.exhausted ? [] : ofSchema, ofTables.issues);
    const placed = spelling === undefined ? merged : merged.map((issue) => movedTo(issue, spelling.relocate(issue.path, document)));
    const log = logOf(options);
    for (const issue of eachOnce(inDocumentOrder(document, placed))) log.add(issue);
    const { issues } = log;
    const first = issues.find(({ severity }) => severity === "error");
    const whose = first && foreign?.(value);
    return first && whose ? [{ ...first, message: `This looks like a ${whose}. ${first.message}` }] : issues;
  }
}

/**
 * The rules of a document as data: those of its rows, then those of types that have no row.
 * @param isOther whether a rule that its schema names is another document's
 */
export function statedRules(
  style: string,
  document: Rule["document"],
  { nodes, schema }: Pick<DocumentRules<never>, "nodes" | "schema">,
  isOther: (rule: string) => boolean = () => false,
): readonly Rule[] {
  const ofRows = rulesOf(style, document, nodes());
  const ids = new Set(ofRows.map(({ id }) => id));
  const ofTypes = schema === undefined ? [] : rulesOfTypes(schema, (id) => !ids.has(id) && !isOther(id));
  return [...ofRows, ...ofTypes.map((rule) => asRule(style, document, rule))];
}

/** What a schema requires, by rule: all the places, and what they hold. */
function rulesOfTypes(root: Schema<unknown>, isWanted: (rule: string) => boolean): readonly Statement[] {
  const found = new Map<string, { readonly places: Set<string>; readonly clauses: Set<string> }>();
  const add = (id: string, at: string, states: string, expected = "") => {
    if (id === "" || !isWanted(id)) return;
    const { places, clauses } = entryOf(found, id, () => ({ places: new Set(), clauses: new Set() }));
    places.add(at || "(body)");
    clauses.add(`${nameOf(at)} ${states}${expected}`);
  };
  const state = (rule: RuleOf, at: string, expected: string, isOptional: boolean) => {
    const { missing, type, word = "" } = asNamed(rule);
    if (missing !== undefined) add(missing, at, "is required");
    add(type, at, isOptional || missing !== undefined ? "is " : "is required and ", expected);
    if (word !== missing) add(word, at, "is ", expected);
  };
  const visit = (schema: Schema<unknown>, at: string, depth: number, mayBeAbsent = true, isOther = false) => {
    const { rule, expected, kind, members, item, options } = schema.structure;
    if (rule !== undefined && expected !== undefined && !isOther) state(rule, at, expected, schema.isOptional || mayBeAbsent);
    if (kind !== undefined) state(kind.rule, below(at, kind.key), kind.expected(), false);
    for (const [key, member] of members?.() ?? []) visit(member, below(at, key), depth, false);
    if (item !== undefined) visit(item, `${at}[${"ijkl".charAt(depth)}]`, depth + 1);
    for (const option of options?.() ?? []) visit(option, at, depth, mayBeAbsent, true);
  };
  visit(root, "", 0);
  return [...found].map(([id, { places, clauses }]) => ({ id, at: [...places].join(", "), holds: [...clauses].join("; ") }));
}

function nameOf(place: string): string {
  if (place === "") return "the body";
  return place.endsWith("]") ? "every entry" : `\`${place.slice(place.lastIndexOf(".") + 1)}\``;
}

/** Validators give all, but not more than is wanted. */
function logOf({ maxIssues }: FindOptions): IssueLog {
  return new IssueLog({ report: "all", ...compact({ maxIssues }) });
}

/** Status and body of an error reply: the rules do not check its headers. */
export function replyOf(reply: unknown): unknown {
  return isObject(reply) ? { status: reply.status, body: reply.body } : reply;
}

/**
 * Sorts by where the paths lead in the document: a node before what is in it, members in the order of their keys. A
 * member that is missing stands where its parent starts. Findings at one place keep their order.
 */
export function inDocumentOrder(document: unknown, issues: readonly Issue[]): readonly Issue[] {
  // An object may have a hundred thousand members, and as many findings.
  const positions = new Map<object, ReadonlyMap<string, number>>();
  const indexOf = (node: object, key: string) =>
    entryOf(positions, node, () => new Map(Object.keys(node).map((name, index) => [name, index]))).get(key);
  const rankOf = ({ path }: Issue) => {
    const rank: number[] = [];
    let node = document;
    for (const step of path) {
      const index = isObject(node) ? indexOf(node, String(step)) : Array.isArray(node) && typeof step === "number" ? step : undefined;
      if (index === undefined) break;
      rank.push(index);
      node = memberAt(node, step);
    }
    return rank;
  };
  return issues
    .map((issue) => ({ issue, rank: rankOf(issue) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ issue }) => issue);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) break;
    if (left !== right) return left - right;
  }
  return a.length - b.length;
}

/** Who breaks a rule in two ways at one place breaks it once, which the more severe finding tells. */
function eachOnce(issues: readonly Issue[]): Iterable<Issue> {
  const kept = new Map<unknown, Issue>();
  for (const issue of issues) {
    const place = isCount(issue) ? issue : JSON.stringify([issue.code, issue.rule, issue.path]);
    const known = kept.get(place);
    if (known === undefined || (known.severity === "info" && issue.severity !== "info")) kept.set(place, issue);
  }
  return kept.values();
}

/** Names of the fields of a node. */
export interface FieldNames {
  readonly specified: readonly string[];
  /** Those that only the vendor has. */
  readonly vendor?: readonly string[];
  /** Those of the vendor's that are ordinary traffic: they pass without a finding. */
  readonly ordinary?: readonly string[];
  /** Those that other rules are about. */
  readonly elsewhere?: readonly string[];
  /** Those of which null is no finding here: another rule is about it, or the specification writes "or null". */
  readonly nullable?: readonly string[];
}

/** Fields beyond the specification are extensions; what the vendor does not list either, it may refuse. */
export function fieldRows(gateway: string, vendor: string): (names: FieldNames) => readonly Row<unknown>[] {
  const specifiedRow = specifiedRows(gateway);
  return (names) => {
    const { specified, vendor: vendors = [], ordinary = [] } = names;
    const holds = `The vendor's fields are ${quoted([...specified, ...ordinary, ...vendors])}; it may refuse others`;
    const check = fieldCheck(names, namesOf(names), "is no known field, and may be refused", "unknown");
    return [specifiedRow(names), rule(vendor).vendor.warning.that("", holds, check)];
  };
}

/** The same of an answer, which nobody refuses: what the vendor does not list either is no fault by the vendor's rules. */
export function specifiedRows(id: string): (names: FieldNames) => Row<unknown> {
  return (names) => {
    const { specified, ordinary = [], elsewhere = [] } = names;
    const withoutInfo = ordinary.length === 0 ? "" : `, ${quoted(ordinary)} without an \`info\``;
    const others = `others are extensions${withoutInfo}, as is null, which counts as absent`;
    const holds = `The fields of the specification are ${quoted(specified)}; ${others}`;
    const check = fieldCheck(names, [...specified, ...elsewhere], "is a field that the specification does not list", "extension");
    return rule(id).gateway.extension.written.that("", holds, check);
  };
}

/** Null in a field of the specification, for a node whose other fields have a rule of their own. */
export function nullsRow(id: string, specified: readonly string[]): Row<unknown> {
  const holds = `null in ${quoted(specified)} is an extension, and counts as absent`;
  const check = everyField((key, value) => (value === null && specified.includes(key) ? nullFault(key) : undefined));
  return rule(id).gateway.extension.that("", holds, check);
}

function nullFault(key: string): Fault {
  const problem = "is null, which the specification does not list; it counts as absent";
  return { at: [key], problem, received: "null", grade: "extension" };
}

function namesOf({ specified, vendor = [], ordinary = [], elsewhere = [] }: FieldNames): readonly string[] {
  return [...specified, ...elsewhere, ...vendor, ...ordinary];
}

/**
 * @param listed those that pass
 * @param otherwise how one counts that nobody lists
 */
function fieldCheck(names: FieldNames, listed: readonly string[], problem: string, otherwise: "extension" | "unknown") {
  const known = namesOf(names);
  const passes = new Set(listed);
  return everyField((key, value, mayHint) => {
    if (passes.has(key)) return value === null && names.nullable?.includes(key) !== true ? nullFault(key) : undefined;
    if (value === undefined || value === null) return undefined;
    if (known.includes(key)) return notListedFault([key], problem, names.ordinary?.includes(key) ? "allowed" : "extension");
    const near = mayHint ? suggest(key, known) : undefined;
    // Short names that differ by a letter are two names: `top_k` and `top_p`.
    const suggestion = key.length < 6 && near?.toLowerCase() !== key.toLowerCase() ? undefined : near;
    return { at: [key], problem: problem + hint(suggestion), grade: otherwise, ...compact({ suggestion }) };
  });
}

/** Unknown fields of one node that are compared with the known ones: nobody mistypes more. */
const MOST_HINTS = 100;

function everyField(faultOf: (key: string, value: unknown, mayHint: boolean) => Fault | undefined): Requirement<unknown>["check"] {
  return (node, _context, report): undefined => {
    let faults = 0;
    for (const key in node) {
      const fault = faultOf(key, node[key], faults < MOST_HINTS);
      if (fault === undefined) continue;
      faults++;
      if (!report(fault)) return;
    }
  };
}
