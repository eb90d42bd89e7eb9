/**
 * Canonical messages as `contents` and `systemInstruction`. Turns of one side are merged, but function responses keep a
 * content of their own, because the vendor counts them against the calls before.
 */

import { addAll } from "../../core/add-all.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Instruction, Message, Part, TextPart, ToolCallPart } from "../../model/index.js";
import { questionGone } from "../../model/turns.js";
import { encodePart, reportCommands } from "./parts-encoder.js";
import { createCalls, encodeResults } from "./results-encoder.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { BYPASS, bypassed } from "./signature.js";
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
  readonly message: Message | undefined;
  /** Another turn was joined to it. */
  joined?: true;
}

/** The turns so far. */
interface Drafts {
  /** None of them is empty. */
  readonly written: Draft[];
  /** Behind the last of them stood a turn of which nothing is left. */
  gap: boolean;
}

export function encodeContents(request: CanonicalRequest, scope: EncodeScope): EncodedContents {
  const { instructions, turns: messages } = request;
  const system: SaidPart[] = [];
  const drafts: Drafts = { written: [], gap: false };
  const conversing = messages.some(({ role }) => role !== "system" && role !== "developer");
  instructions.forEach((instruction, index) => {
    const path = ["instructions", index];
    const demoted = !conversing && messages.length === 0 && index === instructions.length - 1;
    const parts = encodeInstruction(instruction, path, scope);
    if (parts.length === 0 && !scope.own) scope.report(nothingLeft(path));
    if (!demoted) {
      if (instructions.length > 1 && !scope.own) scope.report(joined(path));
      addAll(system, parts.filter(isSaid));
      return;
    }
    scope.report(
      approximated(
        "approximated.hoisted_system",
        path,
        "There is no conversation to instruct; the last instruction was demoted to the user's turn.",
      ),
    );
    put(drafts, { role: "user", kind: "plain", parts, path, message: undefined });
  });
  const leading = system.length;
  const calls = createCalls(scope);
  /** Those of the latest model turn that have no result, by their ids. */
  let open = new Map<string, OpenCall[]>();
  messages.forEach((message, index) => {
    const path = ["turns", index];
    const { role, parts, name, extensions, ...rest } = message;
    rest satisfies NothingLeft;
    // Said here, for a message of which no part is left is not written.
    dropUnknown(extensions, STYLE, path, scope.report);
    if (name !== undefined)
      scope.report(
        dropped("dropped.field", [...path, "name"], "generate-content does not name who speaks.", {
          severity: "info",
          from: name.slice(0, 100),
        }),
      );
    switch (role) {
      case "system":
      case "developer": {
        const last = !conversing && index === messages.length - 1;
        const written = parts.flatMap((part, position) => encodePart(part, [...path, "parts", position], scope));
        const at = last
          ? "There is no conversation to instruct; the instruction was demoted to the user's turn."
          : `The instruction at turn ${index} moved to the front; it applies to the whole conversation.`;
        scope.report(approximated("approximated.hoisted_system", path, at));
        if (last) put(drafts, { role: "user", kind: "plain", parts: written, path, message });
        else addAll(system, written.filter(isSaid));
        return;
      }
      case "tool": {
        const { results, media } = encodeResults(parts, path, calls, scope);
        for (const { functionResponse } of results) open.delete(functionResponse?.id ?? "");
        add(drafts, { role: "user", kind: "results", parts: results, path, message }, scope);
        if (media.length > 0) add(drafts, { role: "user", kind: "plain", parts: media, path, message: undefined }, scope);
        return;
      }
      case "user": {
        settleCalls(open, drafts, path, scope);
        open = new Map();
        add(drafts, { role: "user", kind: "plain", parts: encodeParts(parts, path, scope), path, message }, scope);
        return;
      }
      case "assistant": {
        // Model turns that follow each other are one turn, whose calls are answered together.
        const goesOn = messages[index - 1]?.role === "assistant";
        if (!goesOn) {
          settleCalls(open, drafts, path, scope);
          open = new Map();
        }
        const own = calls.rename(parts, path, scope.report);
        add(drafts, { role: "model", kind: "plain", parts: encodeModelParts(own, path, scope), path, message }, scope);
        addCalls(open, own, path);
        return;
      }
      default:
        role satisfies never;
    }
  });
  if (instructions.length === 1 && leading > 0 && system.length > leading) scope.report(joined(["instructions", 0]));
  const contents = drafts.written.map((draft) => encodeDraft(draft, scope));
  checkTurns(contents, messages, scope);
  const [first] = instructions;
  const owner = first === undefined ? undefined : restoreUnknown({}, first.extensions, STYLE);
  return {
    contents,
    ...(system.length === 0 ? {} : { systemInstruction: scope.trace.mark({ ...owner, parts: system }, ["instructions"], {}) }),
  };
}

function joined(path: Path): Issue {
  return equivalent(path, "Instructions are one in generate-content, and on the way back; each keeps its parts and its place.");
}

export function nothingLeft(path: Path): Issue {
  return equivalent(path, "A turn of which nothing is left is not written.");
}

type SaidPart = GenerateContentPart & { readonly text: string };

function isSaid(part: GenerateContentPart): part is SaidPart {
  return part.text != null;
}

function encodeInstruction(instruction: Instruction, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const { role, parts, name, extensions, ...rest } = instruction;
  rest satisfies NothingLeft;
  if (role === "developer")
    scope.report(
      equivalent([...path, "role"], "A developer's instruction is a system instruction in generate-content; the way back gives `system`."),
    );
  if (name !== undefined)
    scope.report(
      dropped("dropped.field", [...path, "name"], "generate-content does not name who speaks.", {
        severity: "info",
        from: name.slice(0, 100),
      }),
    );
  dropUnknown(extensions, STYLE, path, scope.report);
  return parts.flatMap((part: TextPart, index) => encodePart(part, [...path, "parts", index], scope));
}

function encodeParts(parts: readonly Part[], path: Path, scope: EncodeScope, leftOut = -1): GenerateContentPart[] {
  const written: GenerateContentPart[] = [];
  for (const [index, part] of parts.entries())
    if (index !== leftOut) for (const wire of encodePart(part, [...path, "parts", index], scope)) written.push(wire);
  return written;
}

/** Index of the encrypted thought that is the signature of the first call: some servers of another style give it so. */
function proofOfCall(parts: readonly Part[], scope: EncodeScope): number {
  const redacted = parts.findIndex(({ type, signature }) => type === "redacted-thinking" && signature?.origin === STYLE);
  if (redacted === -1 || scope.document !== "request") return -1;
  const call = parts.find(({ type }) => type === "tool-call");
  return call === undefined || call.signature !== undefined ? -1 : redacted;
}

function signFirstCall(parts: readonly Part[], proof: number): readonly Part[] {
  const call = parts.findIndex(({ type }) => type === "tool-call");
  return parts.map((part, index) => (index === call ? compact({ ...part, signature: parts[proof]?.signature }) : part));
}

/** Models of generation 3 want the signature of the first call of each step; one that came from elsewhere has none. */
function encodeModelParts(parts: readonly Part[], path: Path, scope: EncodeScope): GenerateContentPart[] {
  const proof = proofOfCall(parts, scope);
  if (proof !== -1)
    scope.report(equivalent([...path, "parts", proof], "This encrypted thought is the signature of the call, and stands on it."));
  const written = encodeParts(proof === -1 ? parts : signFirstCall(parts, proof), path, scope, proof);
  reportCommands(parts, path, scope);
  const first = written.findIndex((part) => part.functionCall != null);
  const call = written[first];
  if (call === undefined || call.thoughtSignature != null || (scope.generation ?? 0) < 3 || scope.options.gSignatureBypass === false)
    return written;
  const position = parts.findIndex((part) => part.type === "tool-call");
  const at = [...path, "parts", position];
  scope.report(bypassed(at));
  return written.map((part, index) => (index === first ? scope.trace.mark({ ...part, thoughtSignature: BYPASS }, at) : part));
}

/** Joins a turn to the one before when both are of one side and of one kind. */
function add(drafts: Drafts, draft: Draft, scope: EncodeScope): void {
  if (draft.parts.length === 0 && !scope.own) scope.report(nothingLeft(draft.path));
  const last = drafts.written.at(-1);
  if (draft.parts.length === 0 || last === undefined || last.role !== draft.role || last.kind !== draft.kind) {
    // Turns of one side are kept apart by their kinds only, as long as nothing stood between them.
    if (draft.parts.length > 0 && last?.role === draft.role && drafts.gap && !scope.own)
      for (const path of [last.path, draft.path])
        scope.report(equivalent(path, "Nothing is left of the turn between this one and its neighbour; the way back may join the two."));
    put(drafts, draft);
    return;
  }
  if (draft.message !== undefined) {
    const message = "Turns of the same side follow each other; they are one turn in generate-content, and on the way back.";
    if (!last.joined && last.message !== undefined) scope.report(equivalent(last.path, message));
    last.joined = true;
    scope.report(equivalent(draft.path, message));
  }
  addAll(last.parts, draft.parts);
}

function put(drafts: Drafts, draft: Draft): void {
  drafts.gap = draft.parts.length === 0;
  if (!drafts.gap) drafts.written.push(draft);
}

function encodeDraft({ role, parts, path, message }: Draft, scope: EncodeScope): GenerateContentContent {
  const content = { role, parts };
  const kept = message?.extensions?.[STYLE];
  return scope.trace.mark(kept === undefined ? content : { ...content, ...restoreUnknown({}, message?.extensions, STYLE) }, path);
}

/** A call of the latest model turn that waits for its result. */
interface OpenCall {
  readonly part: ToolCallPart;
  readonly path: Path;
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
function settleCalls(open: ReadonlyMap<string, readonly OpenCall[]>, drafts: Drafts, path: Path, scope: EncodeScope): void {
  for (const calls of open.values()) for (const { part, path: at } of calls) settleCall(part, at, path, drafts, scope);
}

function settleCall(part: ToolCallPart, path: Path, next: Path, drafts: Drafts, scope: EncodeScope): void {
  const policy = scope.options.missingResult ?? (scope.profile === "vendor" && !scope.own ? "reject" : "pass");
  const facts = { from: part.id.slice(0, 200) };
  if (policy === "reject") {
    scope.report(
      failure(
        "unpaired.tool_call",
        path,
        "This call has no result before the next turn, and the service refuses a conversation without it.",
        facts,
      ),
    );
    return;
  }
  scope.report(notice("unpaired.tool_call", path, "This call has no result before the next turn.", { severity: "warning", ...facts }));
  if (policy !== "synthesize-error") return;
  const error = scope.options.missingResultText ?? "No result was recorded for this call.";
  const wire = { functionResponse: { id: part.id, name: scope.names.rename(part.name, [...path, "name"]), response: { error } } };
  add(drafts, { role: "user", kind: "results", parts: [wire], path: next, message: undefined }, scope);
}

function checkTurns(contents: readonly GenerateContentContent[], messages: readonly Message[], scope: EncodeScope): void {
  if (contents.length === 0) {
    scope.report(
      failure("failed.unsupported", ["turns"], "Nothing is left of the conversation, and generate-content needs at least one turn."),
    );
    return;
  }
  if (scope.own) return;
  const gone = contents.at(-1)?.role === "user" ? undefined : questionGone(messages, STYLE);
  if (gone !== undefined) scope.report(gone);
  if (contents[0]?.role === "model") {
    const path = ["turns", messages.findIndex(({ role }) => role === "assistant")];
    scope.report(
      scope.options.firstTurn === "reject"
        ? failure("order.first_turn", path, "The conversation starts with the assistant; the service expects the user first.")
        : notice("order.first_turn", path, "The conversation starts with the assistant; the service may refuse it.", {
            severity: "warning",
          }),
    );
  }
  const last = messages[messages.length - 1];
  if (last?.role === "assistant" && contents.at(-1)?.role === "model" && !last.parts.some(({ type }) => type === "tool-call"))
    scope.report(
      approximated(
        "approximated.prefill",
        ["turns", messages.length - 1],
        "The conversation ends with the assistant; the model may go on with that text or answer it.",
      ),
    );
}
