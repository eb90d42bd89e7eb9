/** Which fields a node has, and what is reported of the others: data of the styles, turned into rows of their tables. */
import { type Fault, notListedFault, type Requirement, type Row } from "./check.js";
import { hint, quoted } from "./checks.js";
import { suggest } from "./issue.js";
import { compact } from "./json.js";

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
  return (names) => [
    specifiedRow(names),
    { id: vendor, severity: "warning", profile: "vendor", written: true, ...knownFields(names, namesOf(names)) },
  ];
}

/** The same of an answer, which nobody refuses: what the vendor does not list either is no fault by the vendor's rules. */
export function specifiedRows(id: string): (names: FieldNames) => Row<unknown> {
  return (names) => ({ id, severity: "extension", profile: "gateway", written: true, ...specifiedFields(names, namesOf(names)) });
}

/** Null in a field of the specification, for a node whose other fields have a rule of their own. */
export function nullsRow(id: string, specified: readonly string[]): Row<unknown> {
  const holds = `null in ${quoted(specified)} is an extension, and counts as absent`;
  const check = everyField((key, value) => (value === null && specified.includes(key) ? nullFault(key) : undefined));
  return { id, severity: "extension", profile: "gateway", holds, check };
}

function nullFault(key: string): Fault {
  return {
    at: [key],
    problem: "is null, which the specification does not allow; it counts as absent",
    received: "null",
    grade: "extension",
  };
}

function namesOf({ specified, vendor = [], ordinary = [], elsewhere = [] }: FieldNames): readonly string[] {
  return [...specified, ...elsewhere, ...vendor, ...ordinary];
}

function specifiedFields(
  { specified, vendor = [], ordinary = [], elsewhere = [], nullable = [] }: FieldNames,
  known: readonly string[],
): Requirement<unknown> {
  const withoutInfo = ordinary.length === 0 ? "" : `, of which ${quoted(ordinary)} pass without an \`info\``;
  const problem = "is a field that the specification does not list";
  const passes = new Set([...specified, ...elsewhere]);
  const grades = new Map([...vendor.map((key) => [key, "extension"] as const), ...ordinary.map((key) => [key, "allowed"] as const)]);
  const mayBeNull = new Set(nullable);
  return {
    holds: `The fields of the specification are ${quoted(specified)}; others are extensions${withoutInfo}. So is null in one of them; it counts as absent`,
    check: everyField((key, value, mayHint) => {
      if (passes.has(key)) return value === null && !mayBeNull.has(key) ? nullFault(key) : undefined;
      if (value === undefined || value === null) return undefined;
      const grade = grades.get(key);
      return grade === undefined ? unknownField(key, problem, mayHint ? known : [], "extension") : notListedFault([key], problem, grade);
    }),
  };
}

function knownFields({ specified, vendor = [], ordinary = [] }: FieldNames, known: readonly string[]): Requirement<unknown> {
  const problem = "is a field that is not known here, and the service may refuse it";
  const passes = new Set(known);
  return {
    holds: `The vendor's fields are ${quoted([...specified, ...ordinary, ...vendor])}; it may refuse others`,
    check: everyField((key, value, mayHint) =>
      value === undefined || value === null || passes.has(key) ? undefined : unknownField(key, problem, mayHint ? known : [], "unknown"),
    ),
  };
}

/** Short names that differ by a letter are two names: `top_k` and `top_p`. */
function unknownField(key: string, problem: string, legal: readonly string[], grade: "extension" | "unknown"): Fault {
  const near = suggest(key, legal);
  const suggestion = key.length < 6 && near?.toLowerCase() !== key.toLowerCase() ? undefined : near;
  return { at: [key], problem: problem + hint(suggestion), grade, ...compact({ suggestion }) };
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
