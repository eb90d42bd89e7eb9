/** Which fields a node has, and what is said of the others: data of the styles, turned into rows of their tables. */
import { type Fault, type Fields, notListedFault, type ReportFault, type Row } from "./check.js";
import { hint } from "./checks.js";
import { suggest } from "./issue.js";

/** Names of the fields of a node. */
export interface FieldNames {
  readonly specified: readonly string[];
  /** Those that only the vendor has. */
  readonly vendor: readonly string[];
  /** Those of the vendor's that are ordinary traffic: they pass without a word. */
  readonly ordinary?: readonly string[];
  /** Those that other rules are about. */
  readonly elsewhere?: readonly string[];
  /** Those of which null is no finding here: another rule is about it, or the specification writes "or null". */
  readonly nullable?: readonly string[];
}

/** Fields beyond the specification are extensions; what the vendor does not list either, it may refuse. */
export function fieldRows(
  { path, gateway, vendor }: { readonly path: string; readonly gateway: string; readonly vendor: string },
  names: FieldNames,
): readonly Row<unknown>[] {
  const own = quoted(names.specified);
  const more = quoted([...(names.ordinary ?? []), ...names.vendor]);
  return [
    specifiedRow({ path, rule: gateway }, names),
    {
      id: vendor,
      path,
      statement: `The vendor's fields are ${own}${more === "" ? "" : `, ${more}`}; it may refuse others.`,
      severity: "warning",
      profile: "vendor",
      check: knownFields(names),
      written: true,
    },
  ];
}

/** The same of an answer, which nobody refuses: what the vendor does not list either is no fault by the vendor's rules. */
export function specifiedRow({ path, rule }: { readonly path: string; readonly rule: string }, names: FieldNames): Row<unknown> {
  return {
    id: rule,
    path,
    statement: `The fields of the specification are ${quoted(names.specified)}; others are extensions${silently(names)}. So is null in one of them; it counts as absent.`,
    severity: "extension",
    profile: "gateway",
    check: specifiedFields(names),
    written: true,
  };
}

function silently({ ordinary = [] }: FieldNames): string {
  return ordinary.length === 0 ? "" : `, of which ${quoted(ordinary)} pass without an \`info\``;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

type FieldsCheck = (node: Fields, context: unknown, report: ReportFault) => undefined;

/** Null in a field of the specification, for a node whose other fields have a rule of their own. */
export function nullsRow({ path, rule }: { readonly path: string; readonly rule: string }, specified: readonly string[]): Row<unknown> {
  return {
    id: rule,
    path,
    statement: `Null in ${quoted(specified)} is an extension, and counts as absent.`,
    severity: "extension",
    profile: "gateway",
    check: faultsOf((key, value) => (value === null && specified.includes(key) ? nullFault(key) : undefined)),
  };
}

function nullFault(key: string): Fault {
  return { at: [key], says: "is null, which the specification does not allow; it counts as absent", received: "null", grade: "extension" };
}

function specifiedFields({ specified, vendor, ordinary = [], elsewhere = [], nullable = [] }: FieldNames): FieldsCheck {
  const legal = [...specified, ...elsewhere, ...vendor, ...ordinary];
  const says = "is a field that the specification does not list";
  const passes = new Set([...specified, ...elsewhere]);
  const ordinaryOnes = new Set(ordinary);
  const vendors = new Set(vendor);
  const mayBeNull = new Set(nullable);
  return faultsOf((key, value, mayHint) => {
    if (passes.has(key)) return value === null && !mayBeNull.has(key) ? nullFault(key) : undefined;
    if (value === undefined || value === null) return undefined;
    if (ordinaryOnes.has(key)) return notListedFault([key], says, "silent");
    return vendors.has(key)
      ? notListedFault([key], says, "extension")
      : { ...withHint(key, says, mayHint ? legal : []), grade: "extension" };
  });
}

function knownFields({ specified, vendor, ordinary = [], elsewhere = [] }: FieldNames): FieldsCheck {
  const known = [...specified, ...elsewhere, ...vendor, ...ordinary];
  const passes = new Set(known);
  return faultsOf((key, value, mayHint) =>
    value === undefined || value === null || passes.has(key)
      ? undefined
      : { ...withHint(key, "is a field that is not known here, and the service may refuse it", mayHint ? known : []), grade: "unknown" },
  );
}

/** Short names that differ by a letter are two names: `top_k` and `top_p`. */
function withHint(key: string, says: string, legal: readonly string[]): Fault {
  if (legal.length === 0) return { at: [key], says };
  const near = suggest(key, legal);
  const meant = key.length < 6 && near?.toLowerCase() !== key.toLowerCase() ? undefined : near;
  return { at: [key], says: says + hint(meant), ...(meant === undefined ? {} : { suggestion: meant }) };
}

/** Unknown fields of one node that are compared with the known ones: nobody mistypes more. */
const MOST_HINTS = 100;

function faultsOf(faultOf: (key: string, value: unknown, mayHint: boolean) => Fault | undefined): FieldsCheck {
  return (node, _context, report): undefined => {
    let faults = 0;
    for (const key of Object.keys(node)) {
      const fault = faultOf(key, node[key], faults < MOST_HINTS);
      if (fault === undefined) continue;
      faults++;
      if (!report(fault)) return;
    }
  };
}
