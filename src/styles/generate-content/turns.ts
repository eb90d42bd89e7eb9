/**
 * `contents` as canonical messages. Function responses become one tool message for each content; calls of old histories
 * have no ids, and their responses are paired by name, then by position.
 */

import { approximated, equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keepUnknown } from "../../model/extensions.js";
import { historyCallId } from "../../model/ids.js";
import type { Message, Part, TextPart, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { OpenCalls } from "../../model/turns.js";
import { decodePart, opaque, type PartPlace } from "./parts.js";
import { type DecodeScope, STYLE } from "./scope.js";
import { decodeResult } from "./tool-results.js";
import { jsonObject } from "./tools.js";
import type { GenerateContentContent, GenerateContentPart } from "./wire.js";

type Parts = readonly GenerateContentPart[];

interface Conversation {
  /** Calls of the latest model content; answered ones are taken out. */
  open: OpenCalls<ToolCallPart>;
  /** Names of all calls so far, by their id. */
  readonly known: Map<string, string>;
  /** Parts of calls that the service answered itself, and of their responses. */
  readonly served: ReadonlySet<GenerateContentPart>;
}

export function decodeContents(contents: readonly GenerateContentContent[], scope: DecodeScope): Message[] {
  const conversation: Conversation = { open: new OpenCalls(), known: new Map(), served: servedParts(contents) };
  const messages: Message[] = [];
  contents.forEach((content, index) => {
    const path = ["contents", index];
    const { role, parts, ...rest } = content;
    if (parts.length === 0) scope.report(equivalent(path, "A content without parts says nothing; it was left out."));
    parts.forEach((part, position) => {
      if (Object.values(part).every((value) => value === null || value === undefined))
        scope.report(equivalent([...path, "parts", position], "A part without content says nothing; it was left out."));
    });
    const kept = keepUnknown(STYLE, rest);
    if (role === "function")
      scope.report(equivalent([...path, "role"], "The role `function` is one of the user's side; the way back says `user`."));
    const decode = role === "model" ? decodeModel : role === "system" ? decodeSystem : decodeUser;
    decode(parts, index, path, conversation, scope).forEach((message, position) => {
      const whole = kept.extensions === undefined ? message : { ...message, ...kept };
      messages.push(position > 0 ? message : scope.trace.mark(whole, path, MESSAGE_FIELDS));
    });
  });
  return messages;
}

const MESSAGE_FIELDS = { parts: ["parts"] } as const;

/** Parts whose ids count the contents and parts of the source. */
function placeOf(message: number, part: number, lastServerId?: string): PartPlace {
  return {
    callId: (name, args) => historyCallId(message, part, name, jsonObject(args) ?? {}),
    serverId: (name, code) => historyCallId(message, part, name, { code }).replace(/^call_/, "srvtoolu_"),
    lastServerId,
  };
}

function decodeModel(parts: Parts, index: number, path: Path, conversation: Conversation, scope: DecodeScope): Message[] {
  let lastServerId: string | undefined;
  const decoded: Part[] = [];
  conversation.open = new OpenCalls();
  parts.forEach((part, position) => {
    const at = [...path, "parts", position];
    const place = placeOf(index, position, lastServerId);
    const made = conversation.served.has(part) ? opaque(part, at, scope) : decodePart(part, at, place, scope);
    if (made === undefined) return;
    decoded.push(made);
    if (made.type === "code-call" || made.type === "server-tool-call") lastServerId = made.id;
    if (made.type !== "tool-call") return;
    conversation.open.add(made);
    conversation.known.set(made.id, made.name);
  });
  return decoded.length === 0 ? [] : [{ role: "assistant", parts: decoded }];
}

/**
 * Calls that the service made and answered itself, in contents of the model that follow each other: nobody may answer them
 * again. A response is of the first open call of its id, else of its name, else of the first one.
 */
function servedParts(contents: readonly GenerateContentContent[]): ReadonlySet<GenerateContentPart> {
  const served = new Set<GenerateContentPart>();
  if (!contents.some(({ role, parts }) => role === "model" && parts.some((part) => part.functionResponse != null))) return served;
  type Called = NonNullable<GenerateContentPart["functionCall"]> & { readonly part: GenerateContentPart };
  let run = new OpenCalls<Called>();
  for (const { role, parts } of contents) {
    if (role !== "model") run = new OpenCalls();
    else
      for (const part of parts) {
        if (part.functionCall != null) run.add({ ...part.functionCall, part });
        if (part.functionResponse == null) continue;
        const { id, name } = part.functionResponse;
        served.add(part);
        const answered = run.earliest({ id: id ?? "" }) ?? run.earliest({ name }) ?? run.earliest({});
        if (answered === undefined) continue;
        run.take(answered);
        served.add(answered.part);
      }
  }
  return served;
}

function decodeSystem(parts: Parts, _index: number, path: Path, _conversation: Conversation, scope: DecodeScope): Message[] {
  const message = "A content of the role `system` is in no description of generate-content; it is read as an instruction.";
  scope.report(notice("vendor_extension", [...path, "role"], message, { severity: "warning" }));
  const texts = parts.flatMap((part, position): TextPart[] => {
    const at = [...path, "parts", position];
    const made = decodePart(part, at, placeOf(0, position), scope);
    if (made?.type === "text") return [made];
    scope.report(approximated("approximated.media", at, "An instruction holds text only; this part was left out."));
    return [];
  });
  return texts.length === 0 ? [] : [{ role: "system", parts: texts }];
}

function decodeUser(parts: Parts, index: number, path: Path, conversation: Conversation, scope: DecodeScope): Message[] {
  const results: ToolResultPart[] = [];
  const others: (Part | undefined)[] = [];
  let moved: number | undefined;
  parts.forEach((part, position) => {
    const at = [...path, "parts", position];
    const place = placeOf(index, position);
    const response = part.functionResponse;
    if (response == null) {
      others.push(part.functionCall != null || part.thought === true ? opaque(part, at, scope) : decodePart(part, at, place, scope));
      return;
    }
    if (others.length > 0) moved ??= position;
    results.push(decodeResult(part, response, answeredCall(response, conversation, place, at, scope), at, place, scope));
  });
  const message = "Tool results stand before the rest of a turn; they were moved there.";
  if (moved !== undefined) scope.report(approximated("approximated.reordered", [...path, "parts", moved], message));
  if (results.length === 0) conversation.open = new OpenCalls();
  const messages: Message[] = results.length > 0 ? [{ role: "tool", parts: results }] : [];
  if (others.length > 0)
    messages.push(scope.trace.mark({ role: "user", parts: others.filter((part) => part !== undefined) } as const, path));
  return messages;
}

type FunctionResponse = NonNullable<GenerateContentPart["functionResponse"]>;

function answeredCall(response: FunctionResponse, conversation: Conversation, place: PartPlace, path: Path, scope: DecodeScope): string {
  const { name } = response;
  const id = response.id ?? "";
  const { open, known } = conversation;
  const call = id === "" ? (open.earliest({ name }) ?? open.earliest({})) : open.earliest({ id });
  if (call === undefined && id !== "" && !known.has(id)) {
    // Clients make up ids for results where the service gave none to the calls.
    const other = open.earliest({ name, synthesized: true });
    if (other !== undefined) {
      open.take(other);
      const message = "No call has this id; it is the result of the call of its name, which came without one.";
      const facts = { from: id.slice(0, 200), to: other.id };
      scope.report(approximated("rewritten.tool_id", [...path, "functionResponse", "id"], message, facts));
      return other.id;
    }
  }
  if (call !== undefined) open.take(call);
  const called = call?.name ?? known.get(id);
  const facts = { severity: "warning", from: name.slice(0, 200) } as const;
  if (called === undefined) scope.report(notice("unpaired.tool_result", path, "No call before this result is the one it answers.", facts));
  else if (called !== name) {
    // Styles whose results have no name take that of the call.
    const message = "The result has another name than the call that it answers.";
    const to = called.slice(0, 200);
    scope.report(notice("conflict.resolved", [...path, "functionResponse", "name"], message, { ...facts, to }));
  }
  return call?.id ?? (id === "" ? place.callId(name, response.response) : id);
}
