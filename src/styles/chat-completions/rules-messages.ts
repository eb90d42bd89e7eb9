/** The rules of the messages of a chat-completions request, of their blocks, and of calls and their results. */

import { type Fault, type Fields, type NodeRules, own, type ReportFault, type Requirement } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { missing, quoted, visitAt } from "../../core/faults.js";
import { fieldRows } from "../../core/findings.js";
import { brief } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Modality } from "../../model/capabilities.js";
import { parseDataUri } from "../../model/media.js";
import { CallsOfTurn } from "../../model/turns.js";
import { imageRow, ModelContext, modalityRow, notTaken, ofModel } from "../shared/rules.js";
import { IMAGE_DETAILS, isOneOf, MESSAGES } from "./wire.js";

/** What the rules of a chat-completions request ask beside the node they look at. */
export class RequestContext extends ModelContext {
  private image: boolean | undefined = undefined;

  /** Whether any message holds an image. */
  get hasImage(): boolean {
    this.image ??= hasImage(this.request);
    return this.image;
  }
}

const SPECIFIED_ROLES = ["system", "user", "assistant", "developer"] as const;
const VENDOR_ROLES = ["tool", "function"] as const;
const ROLES = [...SPECIFIED_ROLES, ...VENDOR_ROLES] as const;
const SPECIFIED_CONTENT = ["text", "image_url"] as const;
/** The vendor's, and what compatible servers take. */
const OTHER_CONTENT = ["input_audio", "file", "refusal", "video_url", "document_url", "thinking"] as const;

/** Members of an answer without content, beside calls. */
const OTHERS = ["function_call", "refusal", "audio"];

const fields = fieldRows("V-08", "V-08");

const MODALITIES = new Map<unknown, Modality>([
  ["image_url", "image"],
  ["input_audio", "audio"],
  ["video_url", "video"],
]);

function ofKind(kind: string, more: readonly string[], inner: NodeRules<RequestContext>["inside"] = {}): NodeRules<RequestContext> {
  const rows = more.length === 0 ? [] : fields({ specified: ["type", ...more], vendor: ["prompt_cache_breakpoint"], nullable: more });
  return { rows, when: (block) => block.type === kind, inside: inner };
}

export const MESSAGE_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: [
    rule("R-009").gateway.oneOf("role", SPECIFIED_ROLES, { extension: VENDOR_ROLES, grade: "allowed" }),
    rule("V-01").vendor.oneOf("role", ROLES),
    rule("V-01").vendor.where("role", "tool", is.present("tool_call_id", "a string")),
    rule("R-010").gateway.info.member(
      "role",
      "is `developer` only beside an image; elsewhere it counts as `system`",
      (role, { hasImage }) => (role === "developer" && !hasImage ? {} : undefined),
    ),
    rule("R-012").that("content", `\`content\` is required, except beside ${quoted(["tool_calls", ...OTHERS])}`, contentMissing),
    ofModel("role", (message, { capabilities }) =>
      capabilities.instructions === false && isOneOf(["system", "developer"], own(message, "role"))
        ? notTaken(["role"], ", which has no system messages")
        : undefined,
    ),
    rule("R-014").gateway.filled("content", "array"),
    rule("R-014").vendor.graded(is.filled("content", "array"), "unknown", mayLackContent, "; some servers take an empty one"),
    ...fields({
      specified: ["role", "content", "name"],
      nullable: ["role", "content"],
      // Answers are sent back as they came.
      vendor: ["refusal", "audio", "annotations"],
      // Without them no tool could be called.
      ordinary: ["tool_calls", "tool_call_id", "function_call"],
    }),
  ],
  inside: {
    "content[]": [
      {
        rows: [
          rule("R-021").gateway.all(onlyIn(["user"], "image_url")),
          rule("R-021").vendor.all(onlyIn(["user", "tool"], "image_url")),
          rule("V-02").vendor.all(onlyIn(["assistant"], "refusal")),
          rule("R-017").gateway.written.oneOf("type", SPECIFIED_CONTENT, { extension: OTHER_CONTENT }),
          rule("V-32").vendor.warning.oneOf("type", [...SPECIFIED_CONTENT, ...OTHER_CONTENT], { otherwise: "unknown" }),
          modalityRow(({ type }) => MODALITIES.get(type)),
        ],
      },
      ofKind("text", ["text"]),
      ofKind("image_url", ["image_url"], {
        image_url: {
          rows: [
            rule("R-020").written.filled("url", "string"),
            rule("V-02").vendor.oneOf("detail", IMAGE_DETAILS),
            imageRow("V-02", ["url"], false, ({ url }) => {
              const image = typeof url === "string" ? parseDataUri(url) : undefined;
              return image?.base64 === true ? [image.mimeType, image.payload] : [];
            }),
            ...fields({ specified: ["url"], vendor: ["detail"], nullable: ["url"] }),
          ],
        },
      }),
      ofKind("input_audio", [], { input_audio: { rows: [rule("V-02").vendor.oneOf("format", ["wav", "mp3"])] } }),
    ],
    // Compatible servers take arguments as an object, too.
    "tool_calls[]": { rows: [], inside: { function: { rows: [rule("V-08").vendor.typed("arguments", "string")] } } },
  },
}));

function hasImage(request: Fields): boolean {
  return !visitAt(request, [MESSAGES, "[]", "content", "[]", "type"], (type) => type !== "image_url");
}

/** A final answer without calls; instructions may stand behind it. */
export function prefilled(request: Fields): Fault["at"] | undefined {
  const messages = own(request, MESSAGES);
  if (!Array.isArray(messages)) return undefined;
  const last = messages.findLastIndex((message: unknown) => !isObject(message) || !isOneOf(["system", "developer"], message.role));
  const message: unknown = messages[last];
  if (!isObject(message) || message.role !== "assistant") return undefined;
  const calls: unknown = message.tool_calls ?? message.function_call ?? [];
  return Array.isArray(calls) && calls.length === 0 ? [MESSAGES, last] : undefined;
}

function contentMissing(message: Fields): Fault | undefined {
  if (own(message, "content") !== undefined || mayLackContent(message)) return undefined;
  const fault = missing(["content"], "a string or an array of blocks");
  // An answer that a filter held back has null.
  return own(message, "role") === "assistant" && Object.hasOwn(message, "content") ? { ...fault, grade: "own" } : fault;
}

function mayLackContent(message: Fields): boolean {
  const role = own(message, "role");
  if (role !== "assistant") return role === "function";
  const calls = own(message, "tool_calls");
  // Calls that are no array are a fault of their own.
  const hasCalls = calls !== undefined && !(Array.isArray(calls) && calls.length === 0);
  return hasCalls || OTHERS.some((key) => own(message, key) !== undefined);
}

/** A role that is none is a fault of its own. */
function onlyIn(roles: readonly string[], type: string): Requirement<unknown> {
  const expected = roles.map((role) => `\`${role}\``).join(" and ");
  const holds = `\`${type}\` blocks stand only in ${expected} messages`;
  return is.that<unknown>("", holds, (block, _context, _report, { role }) =>
    block.type === type && isOneOf(ROLES, role) && !roles.includes(role) ? { at: [], expected } : undefined,
  );
}

/** A message in between ends the run of results. */
export function toolPairing(request: Fields, _context: unknown, report: ReportFault): undefined {
  let turn = new CallsOfTurn();
  visitAt(request, [MESSAGES, "[]"], (message, at): undefined => {
    const role = isObject(message) ? own(message, "role") : undefined;
    if (!isObject(message) || !isOneOf(ROLES, role)) {
      // It may be a result or have calls; that it cannot be read is a fault of its own.
      turn.strays++;
      turn.unreadable = Number.POSITIVE_INFINITY;
    } else if (role === "tool") {
      const id = own(message, "tool_call_id");
      const of = turn.result(id);
      if (of === "answered" || of === "none")
        report({
          at: [...at, "tool_call_id"],
          expected: "the id of an open tool call",
          received: brief(id),
        });
    } else {
      turn.close("a tool message", report);
      turn = callsOf(role === "assistant" ? message : {}, at, report);
    }
  });
  turn.close("a tool message", report);
}

function callsOf(message: Fields, at: Fault["at"], report: ReportFault): CallsOfTurn {
  const turn = new CallsOfTurn();
  const calls = own(message, "tool_calls");
  if (calls !== undefined && !Array.isArray(calls)) turn.unreadable = Number.POSITIVE_INFINITY;
  visitAt(
    calls,
    ["[]"],
    (call, place) => {
      const id = isObject(call) ? own(call, "id") : undefined;
      turn.call(id, typeof id === "string" ? [...place, "id"] : []);
      return !isObject(call) || id !== undefined || report(missing([...place, "id"], "a string"));
    },
    [...at, "tool_calls"],
  );
  return turn;
}
