/** The rules of the messages of a request, of its instructions, of their blocks, and of the order of the conversation. */

import { type Fault, type Fields, type NodeRules, own, type ReportFault, type Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { visitAt } from "../../core/faults.js";
import { fieldRows } from "../../core/findings.js";
import { brief, type Path } from "../../core/issue.js";
import { isObject, memberAt } from "../../core/json.js";
import { CallsOfTurn } from "../../model/turns.js";
import { imageRow, type ModelContext, modalityRow } from "../shared/rules.js";
import { Block, blocksIn, isBlank, MEDIA, ResultContent, TOOL_ID } from "./wire.js";

/** `text` is stated; the others are the vendor's. */
const VENDOR_BLOCKS = lazy(() => [...Block.known().filter((kind) => kind !== "text"), "container_upload"]);
const VENDOR_RESULTS = lazy(() => [...ResultContent.known().filter((kind) => kind !== "text"), "tool_reference", "browser_state"]);

const VISIBLE = "a text with a visible character";

const fields = fieldRows("R-086", "V-32");
const isAnswer = (message: Fields) => message.role === "assistant";

function blockRows(vendors: readonly string[]): readonly Row<ModelContext>[] {
  return [
    rule("R-084").gateway.oneOf("type", ["text"], { extension: vendors, grade: "allowed" }),
    rule("V-32").vendor.warning.oneOf("type", ["text", ...vendors], { otherwise: "unknown" }),
  ];
}

function emptyError(block: Fields): Fault | undefined {
  const content = own(block, "content");
  const isEmpty = content === undefined || content === "" || (Array.isArray(content) && content.length === 0);
  if (own(block, "is_error") !== true || !isEmpty) return undefined;
  // Another service takes it as it is.
  return { at: ["content"], expected: "what went wrong", grade: "own" };
}

const ofKind =
  (...kinds: readonly unknown[]) =>
  ({ type }: Fields) =>
    kinds.includes(type);

function media(kind: string, sources: readonly string[], types: readonly string[]) {
  const ofType = is.where("type", "base64", is.oneOf("media_type", types));
  return is.where("type", kind, is.inside("source", is.all(is.oneOf("type", sources), ofType)));
}

const SOURCES = lazy<NodeRules<ModelContext>>(() => ({
  rows: [
    rule("V-17").all(media("image", MEDIA.imageSources, MEDIA.image), media("document", MEDIA.documentSources, MEDIA.document)),
    imageRow("V-17", ["source", "data"], true, ({ source }) => (isObject(source) ? [source.media_type, source.data] : [])),
    // A document by its media type; what has none is a PDF.
    modalityRow(({ type, source }) => {
      if (type !== "document") return type === "image" ? type : undefined;
      const kind = memberAt(source, "type");
      return kind === "text" || kind === "content" ? undefined : "pdf";
    }),
  ],
  when: ofKind("image", "document"),
}));
/** Of a block, wherever it stands. */
export const TEXT_RULES = lazy<NodeRules<ModelContext>>(() => ({
  rows: [
    // Other services write blank texts before their calls.
    rule("V-12").vendor.graded(
      is.member("text", "is not empty and not white space only", (text) =>
        typeof text === "string" && isBlank(text) ? { expected: VISIBLE, received: "no visible character" } : undefined,
      ),
      "own",
      (_text, message) => isAnswer(message),
    ),
    ...fields({ specified: ["type", "text"], ordinary: ["citations", "cache_control"], nullable: ["text"] }),
  ],
  when: ofKind("text"),
}));

export const MESSAGE_RULES = lazy<NodeRules<ModelContext>>(() => ({
  rows: [
    rule("R-080").gateway.oneOf("role", ["user", "assistant"], { extension: ["system"] }),
    rule("V-16").vendor.oneOf("role", ["user", "assistant", "system"]),
    rule("R-082").member("content", "is an array of blocks; a string is an extension without an `info`", (value) =>
      typeof value === "string" ? { grade: "allowed" as const } : undefined,
    ),
    rule("V-16").vendor.where(
      "role",
      "system",
      is.member("content", "is text alone", (blocks) => {
        // Blocks that nobody knows may be instructions, too.
        const isOther = ofKind(...VENDOR_BLOCKS());
        const index = Array.isArray(blocks) ? blocks.findIndex((block) => isObject(block) && isOther(block)) : -1;
        return index === -1 ? undefined : { at: ["content", index, "type"], expected: "text" };
      }),
    ),
    // Other services have empty answers.
    rule("R-082").gateway.graded(is.filled("content", "array"), "own", isAnswer),
    rule("V-12").vendor.graded(notEmpty(), "own", isAnswer),
    ...fields({ specified: ["role", "content"], nullable: ["role", "content"] }),
  ],
  inside: {
    "content[]": [
      { rows: blockRows(VENDOR_BLOCKS()) },
      TEXT_RULES(),
      SOURCES(),
      { rows: [rule("R-086").required("input", "object")], when: ofKind("tool_use", "server_tool_use") },
      {
        rows: [rule("V-12").vendor.that("content", "`content` is not empty beside `is_error: true`", emptyError)],
        when: ofKind("tool_result"),
        inside: { "content[]": [{ rows: blockRows(VENDOR_RESULTS()) }, TEXT_RULES(), SOURCES()] },
      },
    ],
  },
}));

function notEmpty() {
  const holds = "is not empty and not white space only; a final assistant message may be empty";
  return is.member<unknown>("content", holds, (content, _context, message, { messages }) => {
    const isList = Array.isArray(content);
    if (isList ? content.length > 0 : typeof content !== "string" || !isBlank(content)) return undefined;
    const isFinal = isAnswer(message) && Array.isArray(messages) && messages.at(-1) === message;
    if (isFinal && (isList || content === "")) return undefined;
    const received = isList ? "an empty array" : "no visible character";
    return { expected: VISIBLE, received };
  });
}

/** Where the text stands that the model would go on from. A message that ends in a tool's block is a paused turn. */
function prefilled(request: Fields): { readonly message: Path; readonly place: Path; readonly text: string } | undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return undefined;
  const index = messages.length - 1;
  const last: unknown = messages[index];
  if (memberAt(last, "role") !== "assistant") return undefined;
  const message = ["messages", index];
  const content = memberAt(last, "content");
  const blocks = blocksIn(content) ?? [];
  const end = blocks.at(-1);
  if (memberAt(end, "type") !== "text") return undefined;
  const text = memberAt(end, "text");
  const place = [...message, "content", ...(typeof content === "string" ? [] : [blocks.length - 1, "text"])];
  return { message, place, text: typeof text === "string" ? text : "" };
}

/** Messages of one role that follow each other are one turn. */
export function toolPairing(request: Fields, _context: unknown, report: ReportFault): undefined {
  let turn = new CallsOfTurn();
  /** The user turn has begun with something else. */
  let isLate = false;
  let before: unknown;
  visitAt(request, ["messages", "[]"], (message, at): undefined => {
    const role = memberAt(message, "role");
    if (role === "system") return;
    const place = [...at, "content"];
    const content = memberAt(message, "content");
    if (role === "user") isLate = results(blocksIn(content), place, turn, isLate, report);
    else if (role === "assistant") {
      if (before !== "assistant") {
        turn.close("a `tool_result` in the next message", report);
        turn = new CallsOfTurn();
        isLate = false;
      }
      calls(blocksIn(content), place, turn, report);
    } else {
      // It may be of either role; that it cannot be read is a fault of its own.
      turn.strays = Number.POSITIVE_INFINITY;
      turn.unreadable = Number.POSITIVE_INFINITY;
    }
    before = role;
  });
  turn.close("a `tool_result` in the next message", report);
}

function calls(blocks: readonly unknown[] | undefined, at: Path, turn: CallsOfTurn, report: ReportFault): void {
  if (blocks === undefined) turn.unreadable = Number.POSITIVE_INFINITY;
  blocks?.forEach((block, index) => {
    const type = memberAt(block, "type");
    if (typeof type === "string" && type !== "tool_use") return;
    const id = type === "tool_use" ? memberAt(block, "id") : undefined;
    const place = [...at, index, "id"];
    const expected = "letters, digits, `_` and `-`";
    if (typeof id === "string" && !TOOL_ID.test(id))
      report({ at: place, problem: `must consist of ${expected}`, expected, received: brief(id) });
    if (turn.call(id, place)) return;
    // In turns of their own, calls may share an id.
    const problem = "is the id of another call of this turn";
    report({ at: place, problem, expected: "a unique id", received: brief(id) });
    turn.unreadable++;
  });
}

/** @returns whether something else stands in the turn by now */
function results(blocks: readonly unknown[] | undefined, at: Path, turn: CallsOfTurn, isLate: boolean, report: ReportFault): boolean {
  let late = isLate;
  if (blocks === undefined) turn.strays = Number.POSITIVE_INFINITY;
  blocks?.forEach((block, index) => {
    const type = memberAt(block, "type");
    if (typeof type === "string" && type !== "tool_result") {
      late = true;
      return;
    }
    const id = type === "tool_result" ? memberAt(block, "tool_use_id") : undefined;
    const place = [...at, index];
    const of = turn.result(id);
    if (of === "call" && late) report({ at: place, problem: "must stand before all other blocks", expected: "`tool_result` blocks first" });
    if (of === "answered" || of === "none") {
      const problem = "answers no open call";
      report({ at: [...place, "tool_use_id"], problem, expected: "the id of a `tool_use` block", received: brief(id) });
    }
  });
  return late;
}

/** Several in a row stand where one would. */
export function systemPlacement(request: Fields, { capabilities: { midSystem } }: ModelContext, report: ReportFault): undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return;
  for (let start = 0; start < messages.length; start++) {
    let end = start;
    while (memberAt(messages[end], "role") === "system") end++;
    const isLegal = midSystem !== false && mayStand(messages[start - 1], messages[end]);
    for (let index = start; index < end && !isLegal; index++) report({ at: ["messages", index, "role"], received: "system" });
    if (end > start) start = end - 1;
  }
}

/** Behind the one and before the other message, none where it is the first or the last. */
function mayStand(before: unknown, after: unknown): boolean {
  if (before === undefined || memberAt(after, "role") === "user") return false;
  if (memberAt(before, "role") !== "assistant") return true;
  const type = memberAt(blocksIn(memberAt(before, "content"))?.at(-1), "type");
  return typeof type === "string" && (type === "server_tool_use" || type.endsWith("_tool_result"));
}

export function trailingSpace(request: Fields): Fault | undefined {
  const found = prefilled(request);
  // A text of white space only is a fault of its own.
  if (found === undefined || !/\s$/.test(found.text.slice(-1)) || isBlank(found.text)) return undefined;
  return { at: found.place, expected: "no white space at the end" };
}

export function modelPrefill(request: Fields, { capabilities }: ModelContext): Fault | undefined {
  const fault = capabilities.prefill === false ? prefill(request) : undefined;
  // Another style's model may go on from it.
  return fault && { ...fault, grade: "own" };
}

export function prefill(request: Fields): Fault | undefined {
  const found = prefilled(request);
  return found && { at: found.message, expected: "a final user message" };
}
