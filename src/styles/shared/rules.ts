/** What the rules of all styles share: what models refuse, error replies, and the checks of whole documents. */
import { type Check, type Fault, type Fields, type NodeRules, own, type Requirement, type Row, rulesOf } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { objects } from "../../core/faults.js";
import { DocumentChecker, type DocumentRules, type FindOptions, replyOf, statedRules } from "../../core/findings.js";
import { either, type Issue, type Path } from "../../core/issue.js";
import { isObject, memberAt } from "../../core/json.js";
import { type Capabilities, capabilitiesOf, isEffort, type Modality, reads, reasons } from "../../model/capabilities.js";
import { ERROR_KINDS, type ErrorKind } from "../../model/error.js";
import { imageFault } from "../../model/media.js";
import type { ValidateOptions } from "../options.js";
import type { RequestValidator, StyleValidator } from "../style.js";
import type { ErrorWords } from "./error.js";

/** What rules ask beside the node they look at. */
export class ModelContext {
  // Most rules do not ask.
  private known: Capabilities | undefined = undefined;

  constructor(
    protected readonly request: Fields,
    readonly options: ValidateOptions,
  ) {}

  /** The one that is asked; empty where none is named. */
  protected get model(): string {
    const { model } = this.request;
    return typeof model === "string" ? model : "";
  }

  get capabilities(): Capabilities {
    this.known ??= capabilitiesOf(this.model, this.options.capabilities);
    return this.known;
  }
}

/** How a style writes what the facts are about. */
interface Words {
  /** The member of a tool that makes it a function. */
  readonly functions: readonly string[];
  /** A choice of tools that demands a call. */
  readonly forcing: readonly unknown[];
}
interface Question extends Pick<Words, "forcing"> {
  readonly capabilities: Capabilities;
  /** The effort that is asked for. */
  readonly effort: unknown;
  hasFunctions(): boolean;
}
/** What follows "is not taken by this model", where it refuses the value; undefined is a field that is absent. */
type Fact = (value: unknown, question: Question) => string | undefined;

const FACTS = {
  sampling: takenWhileOff("sampling", 1),
  logprobs: takenWhileOff("logprobs", false),
  penalties: taken("penalties"),
  stop: taken("stop"),
  limit: (value, { capabilities: { maxOutput } }) =>
    typeof value === "number" && maxOutput !== undefined && value > maxOutput ? `, which takes at most ${maxOutput}` : undefined,
  effort: (value, { capabilities }) => {
    const { efforts } = capabilities;
    if (!isEffort(value)) return undefined;
    if (reasons(capabilities) === false || efforts?.length === 0) return "";
    return efforts === undefined || efforts.includes(value) ? undefined : `, which takes ${either(efforts)}`;
  },
  thinking: (value, { capabilities }) => {
    if (value === "disabled") return undefined;
    if (reasons(capabilities) === false) return ", which does not think";
    const isFree = value === "adaptive" || value === "between_tools";
    return isFree && capabilities.effortDialect === "budget" ? ", which takes a budget" : undefined;
  },
  off: (value, { capabilities: { thinkingOff, offMaxEffort }, effort }) => {
    if (value !== "none" && value !== "disabled") return undefined;
    if (thinkingOff === false) return ", which always thinks";
    if (value === "none") return undefined;
    if (thinkingOff === "between-tools") return ', which takes "between_tools"';
    const isAbove = (effort === "xhigh" || effort === "max") && offMaxEffort !== undefined && effort !== offMaxEffort;
    return isAbove ? ` beside an effort above ${offMaxEffort}` : undefined;
  },
  budget: (value, { capabilities: { budget } }) => {
    if (typeof value !== "number" || value <= 0 || budget === undefined) return undefined;
    if (budget === false) return ", which takes an effort";
    return value > budget[1] ? `, which takes at most ${budget[1]}` : undefined;
  },
  forced: taken("forcedTools", ", which takes no forced call", (value, { forcing }) => forcing.includes(value)),
  toolsWithEffort: (value, { capabilities: { toolsWithEffort }, hasFunctions }) => {
    const isTaken = value === "none" || (value === undefined && toolsWithEffort === "omit");
    if (toolsWithEffort === undefined || isTaken || !hasFunctions()) return undefined;
    return toolsWithEffort === "none" ? ', which takes "none" beside functions' : " beside functions";
  },
  tools: taken("tools", "", (_, { hasFunctions }) => hasFunctions()),
  schema: taken("structuredOutput", "", (value) => value === "json_schema" || isObject(value)),
  form: taken(
    "jsonWithTools",
    " beside functions",
    (value, { hasFunctions }) => value !== "text/plain" && value !== "text" && hasFunctions(),
  ),
  search: taken("webSearch"),
  instructions: taken("instructions", ", which has no system messages"),
} as const satisfies Readonly<Record<string, Fact>>;

/** @param usual the value that every model takes */
function takenWhileOff(capability: "sampling" | "logprobs", usual: unknown): Fact {
  return (value, { capabilities: { [capability]: known }, effort = "none" }) => {
    if (value === usual || known === undefined || known === true) return undefined;
    return known === false ? "" : effort === "none" ? undefined : " beside an effort";
  };
}

/** @param applies whether the value asks for it; all do where it is absent */
function taken(capability: keyof Capabilities, why = "", applies: (value: unknown, question: Question) => boolean = () => true): Fact {
  return (value, question) => (question.capabilities[capability] === false && applies(value, question) ? why : undefined);
}

/** Of a request: where it states what. A model of which nothing is known takes everything. */
export function modelRow(
  { functions, forcing }: Words,
  places: readonly (readonly [keyof typeof FACTS, ...(readonly string[])])[],
): Row<ModelContext> {
  const asked = places.flatMap(([name, ...keys]) => keys.map((key) => ({ name, key, at: key.split(".") })));
  const effortAsked = asked.find(({ name }) => name === "effort");
  return ofModel([...new Set(asked.map(({ key }) => key))].join(", "), (request, context, report): undefined => {
    const valueAt = (at: Path) => at.reduce<unknown>(memberAt, request) ?? undefined;
    const effort = effortAsked && valueAt(effortAsked.at);
    const tools = own(request, "tools");
    const hasFunctions = () => objects(tools).some((tool) => functions.some((key) => own(tool, key) !== undefined));
    for (const { name, at } of asked) {
      const value = valueAt(at);
      // Beside functions no effort may be wrong as well. Most requests ask for nothing that depends on the model.
      if (value === undefined && (name !== "toolsWithEffort" || tools === undefined)) continue;
      const why = FACTS[name](value, { capabilities: context.capabilities, effort, hasFunctions, forcing });
      if (why !== undefined) report(notTaken(at, why));
    }
  });
}

/** A model may be known by another name, or be served by somebody who mends this: it is a warning. */
export function ofModel(at: string, check: Check<ModelContext>): Row<ModelContext> {
  const holds = "the model takes what it is sent, as `capabilities` states it";
  return rule("V-33").vendor.warning.that(at, holds, check);
}

/** @param why what follows */
export function notTaken(at: Path, why = ""): Fault {
  return { at, problem: `is not taken by this model${why}` };
}

/** @param prefilled where a final turn of the assistant stands, which the answer would go on from */
export function prefillRow(at: string, prefilled: (request: Fields) => Path | undefined): Row<ModelContext> {
  return ofModel(at, (request, { capabilities }) => {
    const place = capabilities.prefill === false ? prefilled(request) : undefined;
    return place && notTaken(place, ", which goes on from no answer");
  });
}

/** Of an image in place: its data begins as an image of its type does. @param imageIn media type and base64 of the node, if it is one */
export function imageRow(id: string, at: Path, isStrict: boolean, imageIn: (node: Fields) => readonly unknown[]): Row<unknown> {
  return rule(id).vendor.warning.that(at.join("."), "an image begins as its type does", (node) => {
    const [mime, data] = imageIn(node);
    const problem = typeof mime === "string" && typeof data === "string" ? imageFault(mime, data, isStrict) : undefined;
    return problem === undefined ? undefined : { at, problem };
  });
}

/** Of a part: that the model reads what it is. */
export function modalityRow(kindOf: (part: Fields) => Modality | undefined): Row<ModelContext> {
  return ofModel("", (part, { capabilities }) => {
    const kind = kindOf(part);
    return kind === undefined || reads(capabilities, kind) ? undefined : { ...notTaken([], `, which reads no ${kind}`), received: kind };
  });
}

/** What a faulty body of another style was probably meant for; undefined where nothing shows it. @param isSure whatever it holds */
export function generateBody({ contents, messages }: Fields): string | undefined {
  return Array.isArray(contents) && messages === undefined
    ? "generate-content body, for POST /v1beta/models/{model}:generateContent"
    : undefined;
}

export function messagesBody({ tools, messages }: Fields, isSure = false): string | undefined {
  const blocks = () => objects(messages).flatMap(({ content }) => objects(content));
  return isSure ||
    objects(tools).some((tool) => tool.input_schema !== undefined && tool.function === undefined) ||
    blocks().some(({ type }) => type === "tool_use" || type === "tool_result")
    ? "messages body, for POST /v1/messages"
    : undefined;
}

export function chatBody({ tools, messages }: Fields, isSure = false): string | undefined {
  return isSure ||
    objects(tools).some(({ type }) => type === "function") ||
    objects(messages).some((message) => message.tool_calls !== undefined || message.tool_call_id !== undefined)
    ? "chat-completions body, for POST /v1/chat/completions"
    : undefined;
}

type Options = ValidateOptions & FindOptions;
type RulesOf<Context> = DocumentRules<Context, Options>;

/** The rules of a request. */
export interface RequestRules<Context> extends RulesOf<Context> {
  /** All that is found, of what the rules found in the body. */
  readonly found?: (body: unknown, issues: readonly Issue[], options: ValidateOptions) => readonly Issue[];
}

/** What checks requests: all of the rules that who translates carries. */
export function requestValidator<Context>(rules: RequestRules<Context>): RequestValidator {
  const { found = (_, issues) => issues } = rules;
  const checker = new DocumentChecker(rules);
  return {
    request: (body, options = {}) => found(body, checker.check(body, options), options),
    written: checker.written,
    errors: (body, options) => found(body, checker.check(body, { ...options, errorsOnly: true }), options),
  };
}

/** @param ofRequests what checks requests by the very rules that are given */
export function validatorOf<Request, Response>(
  style: string,
  ofRequests: RequestValidator,
  rules: {
    readonly request: RequestRules<Request>;
    readonly response: RulesOf<Response> & {
      /** The rule for a fault in what it has in common with a request, whose rule the schema names. */
      readonly otherRule?: string;
    };
    /** The document is the reply: `{ status, body }`. */
    readonly error: Omit<RulesOf<undefined>, "context" | "view">;
  },
): StyleValidator {
  const { otherRule } = rules.response;
  const request = lazy(() => statedRules(style, "request", rules.request));
  const isOther = lazy(() => new Set(request().map(({ id }) => id)));
  const stated = lazy(() => [
    ...request(),
    ...statedRules(style, "response", rules.response, (rule) => isOther().has(rule)),
    ...statedRules(style, "error", rules.error),
  ]);
  const ofRows = lazy(() => new Set(rulesOf(style, "response", rules.response.nodes()).map(({ id }) => id)));
  const named = (rule: string) => (otherRule === undefined || ofRows().has(rule) || !isOther().has(rule) ? rule : otherRule);
  const response = new DocumentChecker({ ...rules.response, named });
  const error = new DocumentChecker<undefined, Options>({ ...rules.error, view: replyOf, context: () => undefined });
  return {
    get rules() {
      return stated();
    },
    ...ofRequests,
    response: (body, options = {}) => response.check(body, options),
    error: (reply, options = {}) => error.check(reply, options),
  };
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
    /** The rule of the rows of status and words that the specification states, but for these kinds. */
    readonly stated: string;
    readonly unstated?: readonly ErrorKind[];
    /** The member of the error that names it, and where a row that is not stated is reported. */
    readonly key: string;
    readonly at: Path;
    /** Names of the vendor beside those that it has for the kinds of errors. */
    readonly names?: Iterable<string>;
    readonly rows?: readonly Row<unknown>[];
  },
): () => NodeRules<unknown> {
  return lazy(() => {
    const { shape, type, key, at, rows = [] } = style;
    const names = new Set([...ERROR_KINDS.map((kind) => words.vendor[kind][1]), ...(style.names ?? [])]);
    const body = is.required("error", "object");
    const error: NodeRules<unknown> = {
      rows: [{ ...rule(shape).all(style.error), at: "" }, rule("V-30").vendor.warning.oneOf(key, [...names], { otherwise: "unknown" })],
    };
    return {
      rows: [
        rule(shape).required("body", "object"),
        rule(style.stated).gateway.that(
          at.join("."),
          "status and words are those of the specification; others are extensions",
          stated(words, style.unstated, key, at),
        ),
        ...rows,
      ],
      inside: { body: { rows: [rule(shape).all(type === undefined ? body : is.all(is.constant("type", type), body))], inside: { error } } },
    };
  });
}

const STATED = [
  "invalid-request",
  "authentication",
  "insufficient-balance",
  "quota-exceeded",
  "permission",
  "not-found",
  "rate-limit",
  "internal",
] as const;

function stated({ gateway }: ErrorWords, unstated: readonly ErrorKind[] = [], key: string, at: Path): Check<unknown> {
  return (reply) => {
    const status = own(reply, "status");
    const error = ["body", "error"].reduce<unknown>(memberAt, reply);
    const name = memberAt(error, key);
    if (!isObject(error) || typeof status !== "number" || typeof name !== "string") return undefined;
    const isStated = STATED.some((kind) => {
      const [known, word, code] = gateway[kind];
      return !unstated.includes(kind) && known === status && word === name && (code === undefined || code === error.code);
    });
    return isStated ? undefined : { at, grade: "extension" };
  };
}
