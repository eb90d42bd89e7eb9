/** The rules of a style's documents, made one validator. */
import { type Check, type NodeRules, notListedFault, own, type ReportFault, type Requirement, type Row } from "../../core/check.js";
import { all, constant, oneOf, required, valuesAt } from "../../core/checks.js";
import { DocumentChecker, type DocumentRules, type FindOptions, replyOf } from "../../core/findings.js";
import { brief } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { ERROR_KINDS, type ErrorKind } from "../../model/error.js";
import type { StyleValidator, ValidateOptions } from "../style.js";
import type { ErrorWords } from "./error.js";

type Options = ValidateOptions & FindOptions;
type RulesOf<Context> = DocumentRules<Context, Options>;

export function validatorOf<Request, Response>(
  style: string,
  rules: {
    readonly request: RulesOf<Request>;
    readonly response: RulesOf<Response>;
    /** The document is the reply: `{ status, body }`. */
    readonly error: Omit<RulesOf<undefined>, "context" | "view">;
  },
): StyleValidator {
  const request = new DocumentChecker(style, "request", rules.request);
  const ofRequest = new Set(request.rules.map(({ id }) => id));
  const response = new DocumentChecker(style, "response", { ...rules.response, isOther: (rule) => ofRequest.has(rule) });
  const error = new DocumentChecker<undefined, Options>(style, "error", { ...rules.error, view: replyOf, context: () => undefined });
  return {
    rules: [...request.rules, ...response.rules, ...error.rules],
    request: (body, options = {}) => request.check(body, options),
    written: (body, options) => request.check(body, { ...options, skipMedia: true, written: true }),
    translated: (body, options) => request.check(body, { ...options, translated: true }),
    response: (body, options = {}) => response.check(body, options),
    error: (reply, options = {}) => error.check(reply, options),
  };
}

/** What the model that a request names can do. */
export function capabilitiesIn(request: unknown, { capabilities }: Pick<ValidateOptions, "capabilities">): Capabilities {
  const model = isObject(request) ? request.model : undefined;
  return capabilitiesOf(typeof model === "string" ? model : "", capabilities);
}

/** The rules of an error reply: `{ status, body: { error: { … } } }`. */
export function errorRules(
  words: ErrorWords,
  style: {
    /** The rule of the shape. */
    readonly shape: string;
    /** The `type` of the body, where it has one. */
    readonly type?: string;
    /** What the error itself must be. */
    readonly error: Requirement<unknown>;
    /** The rule of the rows of status and words that the specification states, of these kinds. */
    readonly stated: string;
    readonly kinds?: readonly ErrorKind[];
    /** The member of the error that names it, and where a row that is not stated is reported. */
    readonly key: string;
    readonly at: Path;
    /** Names of the vendor beside those that it has for the kinds of errors. */
    readonly names?: Iterable<string>;
    readonly rows?: readonly Row<unknown>[];
  },
): NodeRules<unknown> {
  const { shape, type, key, at, rows = [] } = style;
  const names = new Set([...ERROR_KINDS.map((kind) => (words.vendor[kind] ?? words.gateway[kind])[1]), ...(style.names ?? [])]);
  const body = required("error", "object");
  const error: NodeRules<unknown> = {
    rows: [
      { id: shape, ...style.error, at: "" },
      { id: "V-30", severity: "warning", profile: "vendor", ...oneOf(key, [...names], { otherwise: "unknown" }) },
    ],
  };
  return {
    rows: [
      { id: shape, ...required("body", "object") },
      {
        id: style.stated,
        profile: "gateway",
        at: at.join("."),
        holds: "status and words are those of one row of the specification; others are extensions",
        check: stated(words, style.kinds ?? STATED, key, at),
      },
      ...rows,
    ],
    inside: { body: { rows: [{ id: shape, ...(type === undefined ? body : all(constant("type", type), body)) }], inside: { error } } },
  };
}

const STATED: readonly ErrorKind[] = [
  "invalid-request",
  "authentication",
  "insufficient-balance",
  "permission",
  "not-found",
  "rate-limit",
  "internal",
];

function stated({ gateway }: ErrorWords, kinds: readonly ErrorKind[], key: string, at: Path): Check<unknown> {
  return (reply) => {
    const status = own(reply, "status");
    const [[error] = []] = valuesAt(reply, ["body", "error"]);
    const name = isObject(error) ? own(error, key) : undefined;
    if (!isObject(error) || typeof status !== "number" || typeof name !== "string") return undefined;
    const isStated = kinds.some((kind) => {
      const [known, word, code] = gateway[kind];
      return known === status && word === name && (code === undefined || code === error.code);
    });
    const says = `says ${JSON.stringify(name.slice(0, 100))}, which the specification does not list for status ${status}`;
    return isStated ? undefined : notListedFault(at, says, "extension");
  };
}

/** The calls of one turn, and their results as they come. What cannot be read is a fault of its own, and may be any call or result. */
export class CallsOfTurn {
  /** Where the calls stand, by id; undefined for those that have a result. */
  private readonly calls = new Map<string, Path | undefined>();
  /** Calls of which the id cannot be read: any result may be theirs. */
  unreadable = 0;
  /** Results of none of the calls, or of one that cannot be known: they are probably meant for those that are open. */
  strays = 0;

  /** @returns whether no other call of the turn has the id */
  call(id: unknown, at: Path): boolean {
    if (typeof id !== "string") this.unreadable++;
    else if (this.calls.has(id)) return false;
    else this.calls.set(id, at);
    return true;
  }

  /** @returns whose result it is: that of a call, of one that has its result already, of none; undefined where nobody can say */
  result(id: unknown): "call" | "answered" | "none" | undefined {
    if (typeof id === "string" && this.calls.get(id) !== undefined) {
      this.calls.set(id, undefined);
      return "call";
    }
    this.strays++;
    if (typeof id !== "string") return undefined;
    if (this.unreadable > 0) {
      this.unreadable--;
      return undefined;
    }
    return this.calls.has(id) ? "answered" : "none";
  }

  /** Reports the calls that have no result. */
  close(expected: string, report: ReportFault): void {
    let { strays } = this;
    for (const [id, at] of this.calls) {
      if (at !== undefined && strays-- <= 0)
        report({ at, says: `is the call ${JSON.stringify(brief(id))}, which nothing right after it answers`, expected });
    }
  }
}
