/** The rules of the contents of a generate-content request, of their parts, and of function calls and their responses. */
import { type Fault, type Fields, type NodeRules, own, type ReportFault, type Row } from "../../core/check.js";
import { is, type RuleRows, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { hint } from "../../core/faults.js";
import { fieldRows } from "../../core/findings.js";
import { brief, type Path, suggest } from "../../core/issue.js";
import { compact, isObject } from "../../core/json.js";
import { modelGiven } from "../../model/common.js";
import { endOfBase64, normalMime } from "../../model/media.js";
import type { ValidateOptions } from "../options.js";
import { imageRow, ModelContext, modalityRow } from "../shared/rules.js";
import { actionOf } from "./edge.js";
import { allowsMime, KINDS, limits, PART_KINDS, PART_MODIFIERS } from "./wire.js";

/** What the rules of a generate-content request ask beside the node they look at. */
export class RequestContext extends ModelContext {
  private readonly target = lazy(() => ({ ...(this.path === undefined ? undefined : actionOf(this.path)) }));

  /**
   * @param given the request in the caller's spelling
   * @param path that of the URL, where the options have none or another
   */
  constructor(
    request: Fields,
    options: ValidateOptions,
    readonly given: unknown,
    private readonly path = options.path,
  ) {
    super(request, options);
  }

  /** The id in the path. */
  protected override get model(): string {
    return this.target().model ?? modelGiven(this.options.model, undefined) ?? "";
  }

  /** Of the model; undefined where it is unknown. */
  get generation(): number | undefined {
    return this.options.modelGeneration ?? this.capabilities.generation;
  }

  /** Whether there is a URL, which asks for a stream. */
  get stream(): boolean {
    return this.target().action === "streamGenerateContent";
  }
}

const MODIFIERS: ReadonlySet<string> = new Set(PART_MODIFIERS);
const ROLES = ["user", "model"];
const ONE_KIND = "exactly one of `text`, `inlineData`, `fileData` and the like";

/** Rows of the fields of a node of a request. */
export const fields = fieldRows("V-24", "V-32");

/** The fields of a part beside its kinds, which have rules of their own. */
export const PART_FIELDS = {
  specified: ["text", "inlineData", "fileData"],
  vendor: ["audioTranscription", "mediaProcessing", "speechMetadata"],
  ordinary: PART_MODIFIERS,
  elsewhere: PART_KINDS,
};

/** The media types of a part. */
function mimeRow(media: RuleRows, listed: readonly string[]): Row<RequestContext> {
  return media.member("mimeType", `is one of ${named(listed)}`, (type, { options: { inlineMimeTypes = [] } }) => {
    const list = [...listed, ...inlineMimeTypes];
    if (typeof type !== "string" || allowsMime(list, type)) return undefined;
    const expected = named(list);
    const suggestion = suggest(type, list);
    const received = brief(type);
    const problem = `must be one of ${expected}, not ${JSON.stringify(received)}${hint(suggestion)}`;
    return { problem, expected, received, ...compact({ suggestion }) };
  });
}

const ofMedia = lazy(() =>
  modalityRow(({ mimeType }) => {
    if (typeof mimeType !== "string") return undefined;
    const mime = normalMime(mimeType);
    return mime === "application/pdf" ? "pdf" : (["image", "audio", "video"] as const).find((kind) => mime.startsWith(`${kind}/`));
  }),
);

export const CONTENT_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: [
    rule("R-093").gateway.present("role", '"user" or "model"'),
    rule("R-094").gateway.oneOf("role", ROLES, { extension: ["function"] }),
    rule("V-24").vendor.oneOf("role", [...ROLES, "function"]),
    rule("R-096").gateway.filled("parts", "array"),
    rule("R-096").vendor.graded(is.filled("parts", "array"), "unknown", ({ role }) => role === "model", ", except in one of the model"),
    ...fields({ specified: ["role", "parts"], nullable: ["role", "parts"] }),
  ],
  inside: {
    "parts[]": {
      rows: [
        rule("R-097").gateway.that("", `a part has ${ONE_KIND}; the vendor's kinds are extensions without an \`info\``, (part) =>
          ofOneKind(part, false),
        ),
        rule("V-24").vendor.that("", `a part has ${ONE_KIND}`, (part) => ofOneKind(part, true)),
        ...fields(PART_FIELDS),
      ],
      inside: {
        inlineData: {
          rows: [
            rule("R-102").that<RequestContext>("data", "`data` is base64, in either alphabet, padded or not", (node, { options }) =>
              options.skipMedia === true ? undefined : base64(node),
            ),
            imageRow("V-23", ["data"], false, ({ mimeType, data }) => [mimeType, data]),
            mimeRow(rule("R-103").gateway.written, limits.gateway.inlineMimeTypes),
            mimeRow(rule("V-23").vendor.written, limits.vendor.inlineMimeTypes),
            ofMedia(),
            ...fields({ specified: ["mimeType", "data"], vendor: ["displayName"], nullable: ["mimeType", "data"] }),
          ],
        },
        fileData: {
          rows: [
            rule("R-105").written.filled("fileUri", "string"),
            mimeRow(rule("R-106").gateway.written, limits.gateway.fileMimeTypes),
            mimeRow(rule("V-23").vendor.written, limits.vendor.fileMimeTypes),
            ofMedia(),
            ...fields({ specified: ["fileUri", "mimeType"], vendor: ["displayName"], nullable: ["fileUri"] }),
          ],
        },
      },
    },
  },
}));

/** The kinds that a part has. */
export function kindsOf(part: Fields): string[] {
  return Object.keys(part).filter((key) => KINDS.has(key) && own(part, key) !== undefined);
}

/** Whether a part has a kind, be it one that nobody knows. */
function hasKind(part: unknown): boolean {
  if (!isObject(part)) return false;
  for (const key in part) if (!MODIFIERS.has(key) && own(part, key) !== undefined) return true;
  return false;
}

/** A final answer that waits for no result. */
export function prefilled(request: Fields): Path | undefined {
  const contents = own(request, "contents");
  if (!Array.isArray(contents)) return undefined;
  const index = contents.length - 1;
  const last: unknown = contents[index];
  if (!isObject(last) || last.role !== "model" || !Array.isArray(last.parts)) return undefined;
  const end: unknown = last.parts.at(-1);
  return ["functionCall", "executableCode", "codeExecutionResult", "toolCall"].some((kind) => has(end, kind))
    ? undefined
    : ["contents", index];
}

function ofOneKind(part: Fields, unknownPasses: boolean): Fault | undefined {
  const kinds = kindsOf(part);
  const [kind] = kinds;
  if (kind === undefined) {
    if (unknownPasses && hasKind(part)) return undefined;
    // The vendor passes over it.
    return { at: [], expected: ONE_KIND, received: "none of them", ...(unknownPasses ? { grade: "unknown" } : {}) };
  }
  if (kinds.length > 1) return { at: [], expected: ONE_KIND, received: kinds.join(", ") };
  return unknownPasses || PART_FIELDS.specified.includes(kind) ? undefined : { at: [kind], grade: "allowed" };
}

function base64(node: Fields): Fault | undefined {
  const data = own(node, "data");
  if (typeof data !== "string") return undefined;
  const end = endOfBase64(data);
  const padding = data.length - end;
  const fault = { at: ["data"], expected: "base64", ...(data.startsWith("data:") ? { received: "a data URI" } : {}) };
  if (padding > 2 || !/^=*$/.test(data.slice(end)))
    return { ...fault, problem: `must be base64; the character at ${end} is none of its alphabet` };
  // Four characters are three bytes; padding, where there is any, fills them up.
  if (end % 4 !== 1 && (padding === 0 || data.length % 4 === 0)) return undefined;
  return { ...fault, problem: `must be base64; ${data.length} characters are not whole bytes` };
}

function named(list: readonly string[]): string {
  return list.map((entry) => (entry.endsWith("/") ? `${entry}*` : entry)).join(", ");
}

/**
 * Contents that are one step: those of the model that follow each other, and those with responses. A client that keeps a
 * stream has a model content for each of its events, and some send each response in a content of its own.
 */
interface Step {
  readonly kind: "model" | "responses" | "other";
  /** Index of its first content. */
  readonly at: number;
  calls: number;
  responses: number;
  /** Its first call. */
  first?: { readonly at: Path; readonly signed: boolean } | undefined;
  /** Something in it is a fault of its own, so that nobody can know how many calls or responses there are. */
  unreadable: boolean;
}

/** Step by step, and the signatures of the current turn. */
export function functionPairing(request: Fields, context: RequestContext, report: ReportFault): undefined {
  const contents = own(request, "contents");
  if (!Array.isArray(contents)) return;
  const steps = stepsOf(contents);
  let before: Step | undefined;
  for (const step of [...steps, undefined]) {
    const calls = Math.max(0, before?.calls ?? 0);
    const responses = step?.responses ?? 0;
    if (responses !== calls && step?.unreadable !== true && before?.unreadable !== true) {
      const expected = `function responses: ${calls}`;
      const received = `function responses: ${responses}`;
      const problem = `must have a function response for each call: ${calls}, not ${responses}`;
      const fault: Fault = { at: ["contents", step?.at ?? contents.length - 1], problem, expected, received };
      // The service goes on where none of the calls is answered.
      report(step !== undefined && responses === 0 ? { ...fault, grade: "warning" } : fault);
    }
    before = step;
  }
  // The current turn begins at the last content that is neither the model's nor a response.
  const turn = steps.slice(steps.findLastIndex(({ kind }) => kind === "other") + 1);
  // What is known of the model is asked where something depends on it.
  for (const { first } of turn)
    if (first?.signed === false && (context.generation ?? 0) >= 3)
      report({
        at: first.at,
        problem: "is missing on the first call of a step",
        expected: "the signature that came with the call",
        received: "nothing",
        // Other services sign no calls.
        grade: "own",
      });
}

function stepsOf(contents: readonly unknown[]): readonly Step[] {
  const steps: Step[] = [];
  contents.forEach((content, at) => {
    const parts = isObject(content) && Array.isArray(content.parts) ? content.parts : [];
    const role = isObject(content) ? own(content, "role") : undefined;
    const inside = countOf(parts, "functionResponse");
    const kind: Step["kind"] = role === "model" ? "model" : inside > 0 ? "responses" : "other";
    const last = steps.at(-1);
    const step: Step = last?.kind === kind && kind !== "other" ? last : { kind, at, calls: 0, responses: 0, unreadable: false };
    if (step !== last) steps.push(step);
    const hasRole = role === undefined || ["function", ...ROLES].some((known) => known === role);
    step.unreadable ||= !isObject(content) || !hasRole || parts.length === 0 || !parts.every(hasKind);
    // Responses in a model content are of calls that the service made itself.
    if (kind === "model") {
      step.calls += countOf(parts, "functionCall") - inside;
      step.first ??= firstCall(parts, ["contents", at, "parts"]);
    } else step.responses += inside;
  });
  return steps;
}

function has(part: unknown, kind: string): part is Fields {
  return isObject(part) && own(part, kind) !== undefined;
}

function countOf(parts: readonly unknown[], kind: string): number {
  return parts.filter((part) => has(part, kind)).length;
}

function firstCall(parts: readonly unknown[], at: Path): Step["first"] {
  const position = parts.findIndex((part) => has(part, "functionCall"));
  return position === -1 ? undefined : { at: [...at, position, "thoughtSignature"], signed: has(parts[position], "thoughtSignature") };
}
