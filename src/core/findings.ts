/** Runs everything that is known of a document, its schema and its rules, and gives back all findings in document order. */
import { createWalk, type Fields, mergeFindings, type Table, type Walk, type WalkOptions, walkThrough } from "./check.js";
import { describe, failure, type Issue, movedTo } from "./issue.js";
import { IssueLog } from "./issue-log.js";
import { asJson, isObject, type Json } from "./json.js";
import { inDocumentOrder } from "./order.js";
import type { Path } from "./path.js";
import { type Schema, schemaIssues } from "./schema.js";
import { guarded } from "./wrong-call.js";

export interface DocumentRules<Context> {
  /** Absent: the rules say everything. */
  readonly schema?: Schema<unknown>;
  /** The rule that a body which is no JSON object breaks. */
  readonly bodyRule: string;
  /** The rule of this document for a fault in what it has in common with another one, whose rule the schema names. */
  own?(rule: string): string;
  /** What of the value given the rules are about. */
  view?(given: unknown): unknown;
  walk(walk: Walk<Context>, document: Fields): void;
  /** Says of a faulty document whose it probably is, in words: that makes all findings but one meaningless. */
  foreign?(document: Fields): string | undefined;
  /** Another spelling of the same document, that schema and rules look at, and its paths in that of the caller. */
  readonly spelling?: {
    normal(document: Json, profile: WalkOptions["profile"]): Json;
    relocate(path: Path, original: unknown): Path;
    /** The rules of the spelling itself: they look at the document as it was given. */
    readonly rules: Table<unknown>;
  };
}

export interface FindOptions extends WalkOptions {
  /** Findings that are listed; the others are counted. */
  readonly maxIssues?: number | undefined;
  /** An encoder of this library wrote the document, so that its shape and its spelling are known: only the rules are asked. */
  readonly written?: boolean | undefined;
}

/** Never throws: a value that passes for plain data and throws when it is looked at again is a fault of the body. */
export function findFaults<Context>(
  document: unknown,
  rules: DocumentRules<Context>,
  context: (document: Fields) => Context,
  options: FindOptions,
): readonly Issue[] {
  return guarded(
    () => find(rules.view === undefined ? document : rules.view(document), rules, context, options),
    () => [
      failure(`validation.${rules.bodyRule}`, [], "The body threw while it was read; pass a parsed JSON value.", {
        rule: rules.bodyRule,
        expected: "a JSON value",
      }),
    ],
  );
}

const ONLY_RULES: Pick<DocumentRules<unknown>, "schema" | "spelling"> = {};

function find<Context>(
  document: unknown,
  rules: DocumentRules<Context>,
  context: (document: Fields) => Context,
  options: FindOptions,
): readonly Issue[] {
  const { bodyRule } = rules;
  const { schema, spelling } = options.written === true ? ONLY_RULES : rules;
  const json = asJson(document);
  if (!json.ok) return [{ ...json.issues[0], code: `validation.${bodyRule}`, rule: bodyRule }];
  const value = spelling === undefined ? json.value : spelling.normal(json.value, options.profile);
  if (!isObject(value)) {
    const received = describe(value);
    return [
      failure(`validation.${bodyRule}`, [], `The body must be a JSON object, not ${received}.`, {
        rule: bodyRule,
        expected: "an object",
        received,
      }),
    ];
  }
  const ofTables = logOf(options);
  const walk = createWalk(context(value), options, ofTables);
  walkThrough(() => {
    if (spelling !== undefined && value !== json.value && isObject(json.value)) walk.check(spelling.rules, json.value);
    rules.walk(walk, value);
  });
  const ofSchema = schema === undefined ? [] : schemaIssues(schema, value, rules.own);
  const merged = mergeFindings(ofSchema, ofTables.issues);
  const log = logOf(options);
  for (const issue of inDocumentOrder(
    document,
    spelling === undefined ? merged : merged.map((issue) => movedTo(issue, spelling.relocate(issue.path, document))),
  ))
    log.add(issue);
  const found = log.issues;
  const first = found.find(({ severity }) => severity === "error");
  const whose = first === undefined ? undefined : rules.foreign?.(value);
  return first === undefined || whose === undefined ? found : [{ ...first, message: `This looks like a ${whose}. ${first.message}` }];
}

/** Validators give all, but not more than is wanted. */
function logOf({ maxIssues }: FindOptions): IssueLog {
  return new IssueLog({ report: "all", ...(maxIssues === undefined ? {} : { maxIssues }) });
}

/** Status and body of an error reply: its headers are no business of the rules. */
export function replyOf(reply: unknown): unknown {
  return isObject(reply) ? { status: reply.status, body: reply.body } : reply;
}
