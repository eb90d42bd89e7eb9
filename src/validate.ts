/**
 * Validation of whole documents: every rule of the style as data, and all findings in the order of the document. As values, for whatever takes
 * a Standard Schema: Hono, tRPC, forms. And what a finding means, in words: the rows of docs/issues.md, and the statements of the rules.
 */
import { Asked, checkOptions, optionsOf, VALIDATION, wrongWord } from "./call.js";
import type { Rule } from "./core/check.js";
import { lazyList } from "./core/collections.js";
import { describe, type Issue, type IssueCode, type Result, settle, suggest, unwrap } from "./core/issue.js";
import { attempt, isObject } from "./core/json.js";
import { type ModelOption, type Profile, resolveProfile, type StyleName } from "./model/common.js";
import type { TakenOf } from "./registry.js";
import { checkStyleName, ofStyle, styleNames, validators } from "./style-lists.js";
import type { Accepted, ErrorInput, ValidateOptions } from "./styles/options.js";
import type { StyleValidator } from "./styles/style.js";
import { transportRules } from "./transport.js";

/** Options of the validators of whole documents. */
export interface ValidateDocumentOptions<Name extends StyleName = StyleName> extends Omit<ValidateOptions, "profile"> {
  /** Whose rules hold: the specification's, or the vendor's own; a dialect has those of its base. Default `"gateway"`. */
  readonly profile?: Profile;
  /** Whose document it is meant to be. */
  readonly style: Name;
}

/** Options of {@link validateRequest}. */
export interface ValidateRequestOptions<Name extends StyleName = StyleName> extends Omit<ValidateDocumentOptions<Name>, "model"> {
  /**
   * The model of a request that names none, neither in its body nor in its path, or a function that gives it.
   * @defaultValue none: a missing model is a fault
   */
  readonly model?: ModelOption;
}

/**
 * Checks a request against every rule of its style (docs/rules.md).
 *
 * @param options `path` is the URL path, where generate-content has its model and action
 * @returns the very same body, with the warnings and notices; else all findings, in document order (`validation.R-…`, `validation.V-…`,
 * `vendor_extension`)
 * @throws TypeError for an unknown style
 * @example
 * validateRequest({ model: "m", messages: [] }, { style: "chat-completions" })
 * // { ok: false, issues: [{ code: "validation.R-006", path: ["messages"], message: "`messages` must not be empty.", … }] }
 */
export function validateRequest<Name extends StyleName, Body>(
  body: Accepted<Body, TakenOf[Name]["request"]>,
  options: ValidateRequestOptions<Name>,
): Result<TakenOf[Name]["request"]>;
export function validateRequest(body: unknown, given: ValidateRequestOptions): Result<unknown> {
  const call = 'validateRequest(body, { style: "messages" })';
  return validated(call, given, (validate, options) => settle(body, validate.request(body, options)));
}

/**
 * Checks a whole answer against every rule of its style.
 *
 * @returns as {@link validateRequest}
 * @throws TypeError for an unknown style
 * @example
 * validateResponse({ choices: "none" }, { style: "chat-completions" }).issues[0]?.rule; // "R-050"
 */
export function validateResponse<Name extends StyleName>(
  body: unknown,
  options: ValidateDocumentOptions<Name>,
): Result<TakenOf[Name]["response"]>;
export function validateResponse(body: unknown, given: ValidateDocumentOptions): Result<unknown> {
  const call = 'validateResponse(body, { style: "messages" })';
  return validated(call, given, (validate, options) => settle(body, validate.response(body, options)));
}

/**
 * Checks an error answer, status and body, against every rule of its style, V-30.
 *
 * @returns as {@link validateRequest}
 * @throws TypeError for an unknown style
 * @example
 * const reply = { status: 429, body: { type: "error", error: { type: "rate_limit_error", message: "Slow down." } } };
 * validateError(reply, { style: "messages" }).ok; // true
 */
export function validateError<Name extends StyleName>(
  reply: ErrorInput,
  options: ValidateDocumentOptions<Name>,
): Result<TakenOf[Name]["error"]>;
export function validateError(reply: ErrorInput, given: ValidateDocumentOptions): Result<unknown> {
  const call = 'validateError({ status, body }, { style: "messages" })';
  return validated(call, given, (validate, options) => settle(attempt(bodyOf, reply), validate.error(reply, options)));
}

function validated(
  call: string,
  given: ValidateRequestOptions,
  find: (validate: StyleValidator, options: ValidateOptions) => Result<unknown>,
): Result<unknown> {
  checkOptions(given, call, VALIDATION);
  const { style, ...options } = given;
  const validate = ofStyle(validators, style, "style");
  const asked = new Asked(options);
  return asked.run(() => find(validate, resolveProfile(asked.options)));
}

function bodyOf(reply: unknown): unknown {
  return isObject(reply) ? reply.body : undefined;
}

/**
 * The rules of all styles and of the transport, in the order of docs/rules.md. `R-…` are the specification's, `V-…` the vendors'.
 * The list is made when it is first looked at; `structuredClone` and `postMessage` take a copy: `[...rules]`.
 * @example
 * rules.find(({ id }) => id === "R-025")?.statement; // "`temperature` is 0 to 2."
 */
export const rules: readonly Rule[] = lazyList(() => [...styleNames.flatMap((name) => validators[name].rules), ...transportRules()]);

/** Options of {@link validator}. */
export interface ValidatorOptions<Name extends StyleName = StyleName, Kind extends "request" | "response" = "request" | "response">
  extends ValidateRequestOptions<Name> {
  /**
   * What is validated.
   * @defaultValue `"request"`
   */
  readonly document?: Kind;
}

/**
 * A schema as libraries take it from each other. Source: https://standardschema.dev.
 */
export interface Validator<Body> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "interlingua";
    /** The very value, or the errors; warnings and notices make nothing invalid. */
    readonly validate: (value: unknown) => { readonly value: Body; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    /** For the compiler alone. */
    readonly types?: { readonly input: Body; readonly output: Body };
  };
  /** The very value; throws an `InterlinguaError` where it is not valid. */
  parse(value: unknown): Body;
}

/**
 * A validator as a value: a Standard Schema (`~standard`, version 1), which frameworks take where they take a schema.
 *
 * @param options those of `validateRequest` and `validateResponse`, and which of them is asked
 * @throws TypeError for an unknown style, and for options that there are none of
 * @example
 * const schema = validator({ style: "messages", profile: "vendor" });
 * schema["~standard"].validate({ model: "claude-sonnet-5-5", messages: [] }).issues?.map(({ path }) => path); // [["max_tokens"], ["messages"]]
 */
export function validator<Name extends StyleName, Kind extends "request" | "response" = "request">(
  options: ValidatorOptions<Name, Kind>,
): Validator<TakenOf[Name][Kind]>;
export function validator(options: ValidatorOptions): Validator<unknown> {
  checkOptions(options, 'validator({ style: "messages" })', OPTIONS);
  checkStyleName(options.style, "style");
  const { document = "request", ...others } = options;
  const check = Object.hasOwn(CHECKS, document) ? CHECKS[document] : undefined;
  if (check === undefined) throw wrongWord("document", document, Object.keys(CHECKS));
  return {
    "~standard": {
      version: 1,
      vendor: "interlingua",
      validate(value) {
        const result = check(value, others);
        return result.ok ? { value: result.value } : { issues: result.issues.filter(({ severity }) => severity === "error") };
      },
    },
    parse: (value) => unwrap(check(value, others)),
  };
}

const OPTIONS = optionsOf(VALIDATION.keys(), ["document"]);
const CHECKS: Readonly<Record<"request" | "response", (value: unknown, options: ValidateRequestOptions) => Result<unknown>>> = {
  request: validateRequest,
  response: validateResponse,
};

/**
 * What the code of an issue means, and what to do: the row of docs/issues.md; for `validation.R-…` what the rule demands.
 * @example
 * explainIssue("dropped.choice"); // "The target gives one answer; the first is kept. What to do: Ask for one."
 * explainIssue("validation.R-025").split("\n")[1]; // "R-025 of chat-completions, temperature: `temperature` is 0 to 2."
 */
export function explainIssue(code: string): string {
  const row = BY_CODE.get(code);
  if (row !== undefined) return sentences(row);
  const id = typeof code === "string" && code.startsWith("validation.") ? code.slice("validation.".length) : undefined;
  const broken = rules.filter((rule) => rule.id === id);
  if (broken.length === 0) return unknownCode(code);
  const stated = broken.map(
    ({ style, path, statement }) => `${id} of ${style}, ${path}: ${statement}${statement.endsWith(".") ? "" : "."}`,
  );
  return [sentences(EXPLANATIONS["validation.<rule>"]), ...new Set(stated)].join("\n");
}

function sentences([meaning, advice]: Explanation): string {
  return `${meaning} What to do: ${advice}`;
}

function unknownCode(code: string): string {
  const given = typeof code === "string" ? code.slice(0, 100) : describe(code);
  const meant = suggest(given, [...BY_CODE.keys()]);
  const hint = meant === undefined ? "docs/issues.md lists the codes." : `Did you mean \`${meant}\`?`;
  return `There is no issue with the code \`${given}\`. ${hint}`;
}

/** What it means, what to do. Options stand in backticks. */
export type Explanation = readonly [meaning: string, advice: string];

/** Of a validation there is one code for each rule. */
type Code = Exclude<IssueCode, `validation.${string}`> | "validation.<rule>" | "validation.json";

/** All of them: what a translation did to a value, what was made up or repaired or is out of order, what is wrong with a document or a stream. */
export const EXPLANATIONS: Readonly<Record<Code, Explanation>> = {
  "dropped.field": [
    "The target has no such field.",
    "Nothing for an `info`. For a warning, see whether an option carries it (`labelsForUser`, `jsonModeInstruction`, `chatExtensions`), or leave the field out for this upstream.",
  ],
  "dropped.value": [
    "The target has the field, but not this value of it: a fifth stop sequence, a modality, a tool of another vendor.",
    "Choose a value that the target has.",
  ],
  "dropped.part": [
    "A piece of content has no place: audio into messages, a file that only its vendor knows, empty text.",
    "Send media as data or a URL instead of a file id.",
  ],
  "dropped.choice": ["The target gives one answer; the first is kept.", "Ask for one."],
  "equivalent.form": ["The same is said in another form.", "Nothing."],
  "failed.unsupported": [
    "The target cannot express it and would do something else.",
    "Leave it out, use another upstream, or choose a policy that goes on (`outOfRange`, `invalidArguments`, `midSystem`, `missingResult`).",
  ],
  "approximated.clamped": [
    "A number beyond the target's range became the nearest legal one; `from`, `to` and `limit` have the numbers.",
    '`outOfRange: "reject"` or `"drop"`, or a value in range.',
  ],
  "approximated.enum": ["A word that the target lacks became the nearest one.", "Choose one that both have."],
  "approximated.narrowed_tools": [
    "The target cannot choose among tools, so only the chosen ones are sent.",
    "Nothing, unless the model must know of the others.",
  ],
  "approximated.hoisted_system": [
    "An instruction in mid-conversation stands elsewhere now and holds for all of it.",
    "`midSystem`, or `capabilities: { midSystem: true }` for a model that takes it there.",
  ],
  "approximated.merged": [
    "Turns or parts became one. No part of this version reports it: joined turns have the same effect (`equivalent.form`).",
    "Nothing.",
  ],
  "approximated.reordered": ["Parts stand in another order.", "Nothing; it names what moved."],
  "approximated.arguments": [
    "Tool arguments that are no JSON object are wrapped in one.",
    '`invalidArguments: "reject"`, or send objects.',
  ],
  "approximated.schema": [
    "A schema binds less in the target, reads otherwise or loses `strict`, or a tool's input became a schema; once for each keyword (`from`), at the first place.",
    'See [schemas.md](schemas.md); `schemas: "keep"`.',
  ],
  "approximated.thinking": [
    "An effort became a budget of tokens, or the reverse; or thinking cannot be switched off.",
    "Give the target's own unit, or say with `capabilities` and `effortDialect` which it takes; `capabilities: { reasoning, efforts, thinkingOff, budget }` says what the model takes.",
  ],
  "approximated.prefill": [
    "The conversation ends with the assistant; the target may answer that text instead of going on with it.",
    "End with a user turn.",
  ],
  "approximated.media": ["Media or a document is carried as something else, or its type was guessed.", "State the media type; send data."],
  "approximated.citation": ["A citation has no exact form in the target.", "Nothing."],
  "approximated.finish_reason": [
    "The target has no such reason; the nearest is given, and `native_finish_reason` beside it where there is a place.",
    "Read `native_finish_reason` where the exact reason matters.",
  ],
  "approximated.usage": [
    "A counter is part of another, or is missing in the target.",
    "Take the counts of the upstream's own answer where they must be exact.",
  ],
  "approximated.error": ["The target has no such error; status or name are the nearest.", "Nothing."],
  "rewritten.tool_id": ["An id that is illegal or double in the target was replaced, on call and result alike.", "Nothing."],
  "rewritten.tool_name": [
    "A name that is illegal in the target was replaced; the `context` restores it in the answer.",
    "Pass the `context` to the way back.",
  ],
  "unportable.signature": [
    "A signature or a redacted thought that only its own vendor, or its own model, can read was taken out.",
    "Nothing; sending it would fail.",
  ],
  "defaulted.max_tokens": [
    "messages requires `max_tokens` and the caller gave none.",
    "`defaultMaxTokens`, or `capabilities: { maxOutput }`.",
  ],
  "defaulted.other": ["The target requires a value that the source lacks.", "Send the value."],
  "synthesized.id": ["The source has no id; one was made, always the same for the same answer.", "`responseId`."],
  "synthesized.created": ["The source has no time; it is `created`, or 0.", "`created`, in Unix seconds."],
  "synthesized.signature": [
    "An unsigned call got the value that the vendor documents for calls of other origin.",
    "`gSignatureBypass: false`.",
  ],
  "conflict.resolved": [
    "Two fields, or a field and an option, say different things; the message names the winner.",
    "Give one of the two.",
  ],
  "unpaired.tool_call": ["A call has no result.", "`missingResult`."],
  "unpaired.tool_result": ["A result has no call; chat-completions takes none.", "Send the call as well."],
  "order.first_turn": ["The conversation starts with the assistant.", "`firstTurn`."],
  vendor_extension: [
    "A field or value that the specification does not list, in what came or, in profile `gateway`, in what was written for it, or a model of the vendor there; a warning where the vendor does not list it either, and may refuse it.",
    'Nothing, or `strict` to refuse it; for a model, `profile: "vendor"` where the vendor is asked; for a warning, see whether it is a slip of the pen.',
  ],
  "validation.<rule>": [
    "A rule is broken, by the document or by what would come out of the translation. `rule` is its id, as in docs/rules.md; `expected`, `received`, `limit` and `suggestion` are the facts.",
    "Mend what stands at the path.",
  ],
  "validation.json": [
    "The value is not plain JSON: a function, a cycle, an instance of a class, too deep.",
    "Pass what `JSON.parse` or `parseJson` gives.",
  ],
  "response.error_body": ["An error stands where an answer was expected.", "`translateError`, or `exchange.error`."],
  "stream.error": [
    "The source reported an error in its stream, or sent what nobody can read: an event that is no JSON or too long. The target's stream ends in its own error event.",
    "Handle it as an error of the upstream.",
  ],
  "stream.truncated": ["The source stopped before its answer was complete; the target's stream ends in an error.", "Try again."],
  "stream.late_delta": ["A piece came for a part that was closed; where it went is in the message.", "Nothing."],
  "stream.protocol": [
    "An event is not legal where it stands; it was left out or mended.",
    "Nothing, unless something is missing: then look at what the upstream sent.",
  ],
  "issues.more": [
    "So many findings (`more`, at least) are not listed, because there are more than `maxIssues` (`limit`), or because a list has too many faults to look further. A warning where one is among them.",
    "Mend what is listed; raise `maxIssues` to see more.",
  ],
};

const BY_CODE: ReadonlyMap<string, Explanation> = new Map(Object.entries(EXPLANATIONS));
