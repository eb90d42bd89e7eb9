/** A schema for one place of one vendor: binding where that is asked for and can be, else with what the service refuses mended. */

import { formatPath, type Issue, notice, type Path } from "../core/issue.js";
import { compact, type JsonObject } from "../core/json.js";
import { currentDraft, isAnyObject, looseSchema, relinked, toolRoot, withLegalNames, wrapped } from "./loose.js";
import { ROOT } from "./normal.js";
import { Reducer } from "./reduce.js";
import type { Restore } from "./restore.js";
import { DIALECTS, type DialectName, passedLimit, type SchemaSize, type SchemaTarget, sizeOf } from "./target.js";
import { ChangeLog, type Node } from "./writer.js";

/** A schema as it is to be written, and what became of it. */
export interface ReducedSchema {
  /** Absent where {@link ReducedSchema.json} is set. */
  readonly schema?: JsonObject;
  /**
   * What was changed: `equivalent.form` where no meaning is lost, `approximated.schema` where it binds less or reads
   * otherwise, `vendor_extension` where the vendor may refuse its size. One for each keyword (`from`), at the first place.
   */
  readonly issues: readonly Issue[];
  /** What {@link restoreValue} undoes in values of the schema. Absent where their shape is the same. */
  readonly restore?: Restore;
  /** Whether `strict` is to be written: a schema that cannot be strict without another meaning loses it. */
  readonly strict: boolean;
  /** The format allows any object: it is the mode in which the model answers with JSON. */
  readonly json?: true;
}

export interface FittedSchema extends ReducedSchema {
  /** What the vendor counts. */
  readonly size: SchemaSize;
}

interface Outcome {
  readonly node: Node;
  readonly isStrict: boolean;
  readonly isJson?: true;
}

const NO_SIZE = sizeOf({});

export function fitSchema(given: JsonObject, target: SchemaTarget, log = new ChangeLog()): FittedSchema {
  const { vendor, use } = target;
  if (vendor === "google" && use === "tool") {
    const size = sizeOf(given);
    return { schema: given, issues: [...log.issues(given), ...sizeIssues(vendor, size)], strict: target.strict, size };
  }
  const binds = target.strict || (use === "format" && vendor !== "openai");
  const { node, isStrict, isJson } = (binds ? strictSchema(given, target, log) : undefined) ?? loose(given, target, log);
  if (isJson === true) {
    const kind = given.description === undefined && given.title === undefined ? "equivalent" : "approximated";
    log.change(kind, "type", [], "A schema of any object is the mode in which the model answers with JSON.");
    return { issues: log.issues(given), strict: false, json: true, size: NO_SIZE };
  }
  const { schema: written, restore } = vendor === "anthropic" && use === "tool" ? withLegalNames(node, log.change) : node;
  const schema = isStrict ? written : relinked(written, given, restore?.unwrap !== undefined, log.change);
  const size = binds ? sizeOf(schema) : NO_SIZE;
  const issues = [...log.issues(given), ...(binds && !(isStrict && use === "tool") ? sizeIssues(vendor, size) : [])];
  return { schema, issues, ...compact({ restore }), strict: isStrict, size };
}

function sizeIssues(dialect: DialectName, size: SchemaSize): readonly Issue[] {
  const passed = passedLimit(dialect, size);
  if (passed === undefined) return [];
  const message = `The schema has ${passed}; the vendor may refuse a schema of this size.`;
  return [notice("vendor_extension", [], message, { severity: "warning" })];
}

/** Undefined where the schema cannot bind, and may go without: the log states why. */
function strictSchema(given: JsonObject, target: SchemaTarget, log: ChangeLog): Outcome | undefined {
  const { vendor, use } = target;
  const attempt = new ChangeLog();
  const root = currentDraft(given, [], attempt.change);
  let reason: { readonly path: Path; readonly text: string } | undefined;
  const unbinding = (path: Path, text: string) => {
    reason ??= { path, text };
  };
  const isWish = use === "tool" || vendor === "openai";
  const reducer = new Reducer(root, vendor, attempt.change, isWish ? unbinding : undefined);
  const normal = reducer.normal(root, ROOT, true);
  if (use === "format" && isAnyObject(normal)) return { node: { schema: {} }, isStrict: false, isJson: true };
  const body = use === "tool" ? toolRoot(normal, reducer, attempt.change) : reducer.ofNormal(normal, ROOT);
  const isRoot = use === "tool" || vendor === "google" || body.schema.type === "object";
  const node = reducer.withDefinitions(isRoot ? body : wrapped(body, DIALECTS[vendor].who, attempt.change));
  // Those of Anthropic count for all tools together.
  const passed = vendor === "openai" ? passedLimit(vendor, sizeOf(node.schema)) : undefined;
  if (passed !== undefined) reason ??= { path: [], text: `it has ${passed}` };
  if (reason !== undefined) {
    const place = reason.path.length === 0 ? "" : ` (at \`${formatPath(reason.path)}\`)`;
    log.change("approximated", "strict", [], `The schema cannot be strict: ${reason.text}${place}; it is written without.`);
    return undefined;
  }
  log.take(attempt);
  return { node, isStrict: true };
}

function loose(given: JsonObject, target: SchemaTarget, log: ChangeLog): Outcome {
  const { vendor, use } = target;
  const root = vendor === "anthropic" ? currentDraft(given, [], log.change) : given;
  // Whether it is a format of any object is asked of a reader of its own, whose changes count for nothing.
  const isJson = use === "format" && isAnyObject(new Reducer(root, vendor, () => {}).normal(root, ROOT, true));
  if (isJson) return { node: { schema: {} }, isStrict: false, isJson };
  return { node: looseSchema(root, target, log.change), isStrict: false };
}

/** The schema in the subset of OpenAPI, still in the words of JSON Schema. `fits`: it needed no change but for how null is spelled. */
export function inOpenApiSubset(given: JsonObject): {
  readonly schema: JsonObject;
  readonly issues: readonly Issue[];
  readonly fits: boolean;
} {
  const log = new ChangeLog();
  const root = currentDraft(given, [], log.change);
  const { schema } = new Reducer(root, "subset", log.change).reduced(root, ROOT);
  const issues = log.issues(given);
  const fits = issues.every(({ from, severity }) => from === "nullable" && severity === "info");
  return { schema, issues: [...issues, ...sizeIssues("subset", sizeOf(schema))], fits };
}
