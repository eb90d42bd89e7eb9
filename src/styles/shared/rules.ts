/** What the rules of all styles share: what models refuse, error replies, and the checks of whole documents. */
import { type Check, type Fields, type NodeRules, notListedFault, own, type Requirement, type Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { DocumentChecker, type DocumentRules, type FindOptions, replyOf } from "../../core/findings.js";
import { either, type Issue, type Path } from "../../core/issue.js";
import { isObject, memberAt } from "../../core/json.js";
import { type Capabilities, capabilitiesOf, isEffort, type Modality, reads, reasons } from "../../model/capabilities.js";
import { ERROR_KINDS, type ErrorKind } from "../../model/error.js";
import { imageFault } from "../../model/media.js";
import type { ValidateOptions } from "../options.js";
import type { StyleValidator } from "../style.js";
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
  readonly forcing: readonly string[];
}
interface Question {
  readonly words: Words;
  readonly capabilities: Capabilities;
  /** What else the request has at the first place of another fact. */
  readonly beside: (fact: "effort" | "tools") => unknown;
}
interface Fact {
  /** Without "the model". */
  readonly holds: string;
  /** What follows the name of the field, where the model refuses the value; undefined is a field that is absent. */
  readonly problem: (value: unknown, question: Question) => string | undefined;
}

const FACTS = {
  sampling: takenWhileOff("takes sampling parameters", "sampling", 1),
  logprobs: takenWhileOff("takes log probabilities and a bias of tokens", "logprobs", false),
  penalties: taken("takes penalties", "penalties"),
  stop: taken("takes stop sequences", "stop"),
  limit: fact("writes so many tokens", (value, { capabilities: { maxOutput } }) =>
    typeof value === "number" && maxOutput !== undefined && value > maxOutput ? `is more than this model writes, ${maxOutput}` : undefined,
  ),
  effort: fact("takes the effort", (value, { capabilities }) => {
    const { efforts } = capabilities;
    if (!isEffort(value)) return undefined;
    if (reasons(capabilities) === false || efforts?.length === 0) return "is not taken by this model";
    return efforts === undefined || efforts.includes(value) ? undefined : `must be ${either(efforts)} for this model`;
  }),
  thinking: fact("takes this kind of thinking", (value, { capabilities }) => {
    if (value === "disabled") return undefined;
    if (reasons(capabilities) === false) return "is not taken by this model, which does not think";
    const isFree = value === "adaptive" || value === "between_tools";
    return isFree && capabilities.effortDialect === "budget" ? "is not taken by this model, which is given a budget" : undefined;
  }),
  off: fact("can turn thinking off", (value, { capabilities: { thinkingOff, offMaxEffort }, beside }) => {
    if (value !== "none" && value !== "disabled") return undefined;
    if (thinkingOff === false) return "is refused by this model, which always thinks";
    if (value === "none") return undefined;
    if (thinkingOff === "between-tools") return 'is refused by this model, which takes "between_tools"';
    const effort = beside("effort");
    const isAbove = (effort === "xhigh" || effort === "max") && offMaxEffort !== undefined && effort !== offMaxEffort;
    return isAbove ? `is refused by this model beside an effort above ${offMaxEffort}` : undefined;
  }),
  budget: fact("takes the budget", (value, { capabilities: { budget } }) => {
    if (typeof value !== "number" || value <= 0 || budget === undefined) return undefined;
    if (budget === false) return "is not taken by this model, which is asked by an effort";
    return value > budget[1] ? `must be at most ${budget[1]} for this model` : undefined;
  }),
  forced: fact("can be forced to call", (value, { capabilities: { forcedTools }, words }) =>
    forcedTools === false && words.forcing.some((word) => word === value)
      ? "is refused by this model, which decides whether it calls"
      : undefined,
  ),
  toolsWithEffort: fact("takes the effort beside functions", (value, { capabilities: { toolsWithEffort }, beside, words }) => {
    const isTaken = value === "none" || (value === undefined && toolsWithEffort === "omit");
    if (toolsWithEffort === undefined || isTaken || !hasFunctions(beside("tools"), words)) return undefined;
    return toolsWithEffort === "none" ? 'must be "none" for this model beside functions' : "is refused by this model beside functions";
  }),
  tools: fact("takes functions", (value, { capabilities, words }) =>
    capabilities.tools === false && hasFunctions(value, words) ? "are not taken by this model" : undefined,
  ),
  schema: fact("takes a schema for its answer", (value, { capabilities: { structuredOutput } }) =>
    structuredOutput === false && (value === "json_schema" || isObject(value)) ? "is not taken by this model" : undefined,
  ),
  form: fact("gives answers of a set form beside functions", (value, { capabilities: { jsonWithTools }, beside, words }) =>
    jsonWithTools === false && value !== "text/plain" && value !== "text" && hasFunctions(beside("tools"), words)
      ? "is refused by this model beside functions"
      : undefined,
  ),
  search: taken("searches the web", "webSearch"),
  instructions: taken("takes instructions", "instructions", ", which has no system messages"),
} as const satisfies Readonly<Record<string, Fact>>;
type FactName = keyof typeof FACTS;

function fact(holds: string, problem: Fact["problem"]): Fact {
  return { holds, problem };
}

/** @param usual the value that every model takes */
function takenWhileOff(holds: string, capability: "sampling" | "logprobs", usual: unknown): Fact {
  return fact(holds, (value, { capabilities: { [capability]: known }, beside }) => {
    if (value === usual || known === undefined || known === true) return undefined;
    if (known === false) return "is not taken by this model";
    return (beside("effort") ?? "none") === "none" ? undefined : "is taken by this model only without reasoning";
  });
}

function taken(holds: string, capability: keyof Capabilities, why = ""): Fact {
  return fact(holds, (_, { capabilities }) => (capabilities[capability] === false ? `is not taken by this model${why}` : undefined));
}

/** Of a request: where it states what. A model of which nothing is known takes everything. */
export function modelRows(words: Words, places: { readonly [Name in FactName]?: readonly Path[] }): readonly Row<ModelContext>[] {
  return Object.entries(FACTS).flatMap(([name, { holds, problem }]) => {
    const paths = Object.entries(places).find(([key]) => key === name)?.[1] ?? [];
    const at = paths.map((path) => path.join(".")).join(", ");
    const check: Check<ModelContext> = (request, context, report): undefined => {
      const beside = (other: "effort" | "tools") =>
        places[other]?.map((path) => path.reduce<unknown>(memberAt, request)).find((value) => value != null);
      for (const path of paths) {
        const value = path.reduce<unknown>(memberAt, request) ?? undefined;
        // Beside functions no effort may be wrong as well. Most requests ask for nothing that depends on the model.
        if (value === undefined && (name !== "toolsWithEffort" || beside("tools") === undefined)) continue;
        const found = problem(value, { capabilities: context.capabilities, beside, words });
        if (found !== undefined) report({ at: path, problem: found });
      }
    };
    return at === "" ? [] : [MODEL_ROW.that(at, `the model ${holds}, as far as \`capabilities\` or its name states it`, check)];
  });
}

/** A model may be known by another name, or be served by somebody who mends this: it is a warning. */
export const MODEL_ROW = rule("V-33").vendor.warning;

/** @param prefilled where a final turn of the assistant stands, which the answer would go on from */
export function prefillRow(at: string, prefilled: (request: Fields) => Path | undefined): Row<ModelContext> {
  return MODEL_ROW.that<ModelContext>(
    at,
    "the model goes on from a final turn of its own, as far as `capabilities` or its name states it",
    (request, { capabilities }) => {
      const place = capabilities.prefill === false ? prefilled(request) : undefined;
      return place && { at: place, problem: "is a prefilled answer, which this model does not take" };
    },
  );
}

/** Of an image in place: its data begins as an image of its type does. @param imageIn media type and base64 of the node, if it is one */
export function imageRow(id: string, at: Path, isStrict: boolean, imageIn: (node: Fields) => readonly unknown[]): Row<unknown> {
  return rule(id).vendor.warning.that(at.join("."), "the data of an image begins as an image of its type does", (node) => {
    const [mime, data] = imageIn(node);
    const problem = typeof mime === "string" && typeof data === "string" ? imageFault(mime, data, isStrict) : undefined;
    return problem === undefined ? undefined : { at, problem };
  });
}

/** Of a part: that the model reads what it is. */
export function modalityRow(kindOf: (part: Fields) => Modality | undefined): Row<ModelContext> {
  return MODEL_ROW.that<ModelContext>(
    "",
    "the model reads content of this kind, as far as `capabilities` states it",
    (part, { capabilities }) => {
      const kind = kindOf(part);
      if (kind === undefined || reads(capabilities, kind)) return undefined;
      return { at: [], problem: `is ${kind}, which this model does not read`, received: kind };
    },
  );
}

function hasFunctions(tools: unknown, { functions }: Words): boolean {
  return Array.isArray(tools) && tools.some((tool: unknown) => isObject(tool) && functions.some((key) => own(tool, key) !== undefined));
}

type Options = ValidateOptions & FindOptions;
type RulesOf<Context> = DocumentRules<Context, Options>;
export function validatorOf<Request, Response>(
  style: string,
  rules: {
    readonly request: RulesOf<Request> & {
      /** All that is found, of what the rules found in the body. */
      readonly found?: (body: unknown, issues: readonly Issue[], options: ValidateOptions) => readonly Issue[];
    };
    readonly response: RulesOf<Response>;
    /** The document is the reply: `{ status, body }`. */
    readonly error: Omit<RulesOf<undefined>, "context" | "view">;
  },
): StyleValidator {
  const { found = (_, issues) => issues } = rules.request;
  const request = new DocumentChecker(style, "request", rules.request);
  const ofRequest = lazy(() => new Set(request.rules().map(({ id }) => id)));
  const response = new DocumentChecker(style, "response", { ...rules.response, isOther: (rule) => ofRequest().has(rule) });
  const error = new DocumentChecker<undefined, Options>(style, "error", { ...rules.error, view: replyOf, context: () => undefined });
  const stated = lazy(() => [request, response, error].flatMap((document) => document.rules()));
  return {
    get rules() {
      return stated();
    },
    request: (body, options = {}) => found(body, request.check(body, options), options),
    written: request.written,
    errors: (body, options) => found(body, request.check(body, { ...options, errorsOnly: true }), options),
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
): () => NodeRules<unknown> {
  return lazy(() => {
    const { shape, type, key, at, rows = [] } = style;
    const names = new Set([...ERROR_KINDS.map((kind) => (words.vendor[kind] ?? words.gateway[kind])[1]), ...(style.names ?? [])]);
    const body = is.required("error", "object");
    const error: NodeRules<unknown> = {
      rows: [{ ...rule(shape).all(style.error), at: "" }, rule("V-30").vendor.warning.oneOf(key, [...names], { otherwise: "unknown" })],
    };
    return {
      rows: [
        rule(shape).required("body", "object"),
        rule(style.stated).gateway.that(
          at.join("."),
          "status and words are those of one row of the specification; others are extensions",
          stated(words, style.kinds ?? STATED, key, at),
        ),
        ...rows,
      ],
      inside: { body: { rows: [rule(shape).all(type === undefined ? body : is.all(is.constant("type", type), body))], inside: { error } } },
    };
  });
}

const STATED = ["invalid-request", "authentication", "insufficient-balance", "permission", "not-found", "rate-limit", "internal"] as const;

function stated({ gateway }: ErrorWords, kinds: readonly ErrorKind[], key: string, at: Path): Check<unknown> {
  return (reply) => {
    const status = own(reply, "status");
    const error = ["body", "error"].reduce<unknown>(memberAt, reply);
    const name = memberAt(error, key);
    if (!isObject(error) || typeof status !== "number" || typeof name !== "string") return undefined;
    const isStated = kinds.some((kind) => {
      const [known, word, code] = gateway[kind];
      return known === status && word === name && (code === undefined || code === error.code);
    });
    const problem = `states ${JSON.stringify(name.slice(0, 100))}, which the specification does not list for status ${status}`;
    return isStated ? undefined : notListedFault(at, problem, "extension");
  };
}
