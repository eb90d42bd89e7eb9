/**
 * Canonical messages as `contents` and `systemInstruction`. Turns of one side are merged, but function responses keep a
 * content of their own, because the vendor counts them against the calls before.
 */

import { addAll } from "../../core/collections.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { equivalent, failure } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropFields, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Instruction, Message, Part, ToolCallPart } from "../../model/index.js";
import { firstTurn, hoisted, missingResult, nothingLeft, prefill, questionGone } from "../../model/turns.js";
import { encodePart } from "./parts.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { reportCommands } from "./server-tools.js";
import { BYPASS, bypassed } from "./signatures.js";
import { createCalls, encodeResults } from "./tool-results.js";
import type { GenerateContentContent, GenerateContentPart, GenerateContentRequest } from "./wire.js";

export interface EncodedContents {
  readonly contents: readonly GenerateContentContent[];
  readonly systemInstruction?: NonNullable<GenerateContentRequest["systemInstruction"]>;
}

interface Draft {
  readonly role: "user" | "model";
  readonly kind: "plain" | "results";
  readonly parts: GenerateContentPart[];
  readonly path: Path;
  readonly message?: Message;
  /** Another turn was joined to it. */
  joined?: true;
}

/** A call of the latest model turn that waits for its result. */
interface OpenCall {
  readonly part: ToolCallPart;
  readonly path: Path;
}

/** The turns so far. */
interface Drafts {
  /** None of them is empty. */
  readonly written: Draft[];
  /** Behind the last of them stood a turn of which nothing is left. */
  gap: boolean;
  /** The calls of the latest model turn that have no result, by their ids. */
  open: Map<string, OpenCall[]>;
}

export function encodeContents({ instructions, turns: messages }: CanonicalRequest, scope: EncodeScope): EncodedContents {
  const { report, trace } = scope;
  const system: SaidPart[] = [];
  const drafts: Drafts = { written: [], gap: false, open: new Map() };
  const conversing = messages.some(({ role }) => role !== "system" && role !== "developer");
  const demote = (parts: GenerateContentPart[], path: Path, message?: Message) => {
    report(hoisted(path, "was demoted to the user's turn, for there is no conversation to instruct"));
    put(drafts, { role: "user", kind: "plain", parts, path, ...compact({ message }) });
  };
  instructions.forEach((instruction, index) => {
    const path = ["instructions", index];
    if (instruction.role === "developer")
      report(equivalent([...path, "role"], "Instructions of a developer are those of the system here, and come back as such."));
    reportMessage(instruction, path, scope);
    const parts = encodeParts(instruction.parts, path, scope);
    if (parts.length === 0) report(nothingLeft(path));
    if (messages.length === 0 && index === instructions.length - 1) demote(parts, path);
    else addAll(system, parts.filter(isSaid));
  });
  const leading = system.length;
  const calls = createCalls(scope);
  messages.forEach((message, index) => {
    const path = ["turns", index];
    const { role, parts } = message;
    // Reported here, for a message of which no part is left is not written.
    reportMessage(message, path, scope);
    if (role === "tool") {
      const { results, media } = encodeResults(parts, path, calls, scope);
      for (const { functionResponse } of results) drafts.open.delete(functionResponse?.id ?? "");
      add(drafts, { role: "user", kind: "results", parts: results, path, message }, scope);
      if (media.length > 0) add(drafts, { role: "user", kind: "plain", parts: media, path }, scope);
    } else if (role === "user") {
      settleCalls(drafts, path, scope);
      add(drafts, { role: "user", kind: "plain", parts: encodeParts(parts, path, scope), path, message }, scope);
    } else if (role === "assistant") {
      // Model turns that follow each other are one turn, whose calls are answered together.
      if (messages[index - 1]?.role !== "assistant") settleCalls(drafts, path, scope);
      const own = calls.rename(parts, path, report);
      add(drafts, { role: "model", kind: "plain", parts: encodeModelParts(own, path, scope), path, message }, scope);
      addCalls(drafts.open, own, path);
    } else {
      const written = encodeParts(parts, path, scope);
      if (!conversing && index === messages.length - 1) demote(written, path, message);
      else {
        report(hoisted(path, `at turn ${index} moved to the front; it applies to the whole conversation`));
        addAll(system, written.filter(isSaid));
      }
    }
  });
  const merged = instructions.length > 1 || (leading > 0 && system.length > leading);
  instructions.forEach((_instruction, index) => {
    const message = "Instructions are one in generate-content, and on the way back; each keeps its parts and its place.";
    if (merged) report(equivalent(["instructions", index], message));
  });
  const contents = drafts.written.map(({ role, parts, path, message }) =>
    trace.mark(restoreUnknown({ role, parts }, message?.extensions, STYLE), path),
  );
  checkTurns(contents, messages, scope);
  const owner = restoreUnknown({ parts: system }, instructions[0]?.extensions, STYLE);
  return { contents, ...(system.length === 0 ? {} : { systemInstruction: trace.mark(owner, ["instructions"], {}) }) };
}

type SaidPart = GenerateContentPart & { readonly text: string };

function isSaid(part: GenerateContentPart): part is SaidPart {
  return part.text != null;
}

function reportMessage(message: Instruction | Message, path: Path, { report }: EncodeScope): void {
  const { role: _role, parts: _parts, name: _name, extensions: _extensions, ...rest } = message;
  rest satisfies NothingLeft;
  dropFields(message, { name: "info" }, path, STYLE, report);
}

function encodeParts(parts: readonly Part[], path: Path, scope: EncodeScope, leftOut = -1): GenerateContentPart[] {
  const written: GenerateContentPart[] = [];
  for (const [index, part] of parts.entries())
    if (index !== leftOut) for (const wire of encodePart(part, [...path, "parts", index], scope)) written.push(wire);
  return written;
}

/** Index of the encrypted thought that is the signature of the first call: some servers of another style give it so. */
function proofOfCall(parts: readonly Part[]): number {
  const redacted = parts.findIndex(({ type, signature }) => type === "redacted-thinking" && signature?.origin === STYLE);
  if (redacted === -1) return -1;
  const call = parts.find(({ type }) => type === "tool-call");
  return call === undefined || call.signature !== undefined ? -1 : redacted;
}

/** Models of generation 3 want the signature of the first call of each step; one that came from elsewhere has none. */
function encodeModelParts(parts: readonly Part[], path: Path, scope: EncodeScope): GenerateContentPart[] {
  const position = parts.findIndex((part) => part.type === "tool-call");
  const proof = proofOfCall(parts);
  if (proof !== -1)
    scope.report(equivalent([...path, "parts", proof], "This encrypted thought is the signature of the call, and stands on it."));
  const signed =
    proof === -1
      ? parts
      : parts.map((part, index) => (index === position ? compact({ ...part, signature: parts[proof]?.signature }) : part));
  const written = encodeParts(signed, path, scope, proof);
  reportCommands(parts, path, scope);
  const first = written.findIndex((part) => part.functionCall != null);
  const call = written[first];
  if (call === undefined || call.thoughtSignature != null || (scope.generation ?? 0) < 3 || scope.options.gSignatureBypass === false)
    return written;
  const at = [...path, "parts", position];
  scope.report(bypassed(at));
  written[first] = scope.trace.mark({ ...call, thoughtSignature: BYPASS }, at);
  return written;
}

/** Joins a turn to the one before when both are of one side and of one kind. */
function add(drafts: Drafts, draft: Draft, { report }: EncodeScope): void {
  const { role, kind, parts, path } = draft;
  const last = drafts.written.at(-1);
  if (parts.length === 0) report(nothingLeft(path));
  else if (last?.role === role && last.kind === kind) {
    if (draft.message !== undefined) {
      const message = "Turns of the same side follow each other; they are one turn in generate-content, and on the way back.";
      if (!last.joined && last.message !== undefined) report(equivalent(last.path, message));
      last.joined = true;
      report(equivalent(path, message));
    }
    addAll(last.parts, parts);
    return;
  } else if (last?.role === role && drafts.gap)
    // Turns of one side are kept apart by their kinds only, as long as nothing stood between them.
    for (const at of [last.path, path])
      report(equivalent(at, "Nothing is left of the turn between this one and its neighbour; the way back may join the two."));
  put(drafts, draft);
}

function put(drafts: Drafts, draft: Draft): void {
  drafts.gap = draft.parts.length === 0;
  if (!drafts.gap) drafts.written.push(draft);
}

function addCalls(open: Map<string, OpenCall[]>, parts: readonly Part[], path: Path): void {
  for (const [index, part] of parts.entries()) {
    if (part.type !== "tool-call") continue;
    const call = { part, path: [...path, "parts", index] };
    const same = open.get(part.id);
    if (same === undefined) open.set(part.id, [call]);
    else same.push(call);
  }
}

/** A user or model turn begins: what is not answered by now stays so. */
function settleCalls(drafts: Drafts, next: Path, scope: EncodeScope): void {
  const { options, report } = scope;
  const policy = options.missingResult ?? (scope.profile === "vendor" && !scope.own ? "reject" : "pass");
  for (const calls of drafts.open.values())
    for (const { part, path } of calls) {
      const error = missingResult(part.id, path, { ...options, missingResult: policy }, report);
      if (error === undefined) continue;
      const wire = { functionResponse: { id: part.id, name: scope.names.rename(part.name, [...path, "name"]), response: { error } } };
      add(drafts, { role: "user", kind: "results", parts: [wire], path: next }, scope);
    }
  drafts.open = new Map();
}

function checkTurns(
  contents: readonly GenerateContentContent[],
  messages: readonly Message[],
  { own, options, report }: EncodeScope,
): void {
  const end = contents.at(-1)?.role;
  const message = "Nothing is left of the conversation, and generate-content needs at least one turn.";
  if (end === undefined) report(failure("failed.unsupported", ["turns"], message));
  const gone = end === undefined || end === "user" ? undefined : questionGone(messages, STYLE);
  if (gone !== undefined) report(gone);
  if (contents[0]?.role === "model")
    report(firstTurn(["turns", messages.findIndex(({ role }) => role === "assistant")], options.firstTurn));
  const last = messages.at(-1);
  if (!own && last?.role === "assistant" && end === "model" && !last.parts.some(({ type }) => type === "tool-call"))
    report(prefill(["turns", messages.length - 1], "the model may go on with that text or answer it"));
}
