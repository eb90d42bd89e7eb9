/**
 * `contents` as canonical messages. Function responses become one tool message for each content; calls of old histories
 * have no ids, and their responses are paired by name, then by position.
 */

import { approximated, equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keepUnknown } from "../../model/extensions.js";
import { historyCallId } from "../../model/ids.js";
import type { Message, Part, TextPart, ToolResultPart } from "../../model/index.js";
import { OpenCalls } from "../../model/open-calls.js";
import { decodePart, opaque, type PartPlace } from "./parts.js";
import { type DecodeScope, STYLE } from "./scope.js";
import { decodeResult } from "./tool-results.js";
import { jsonObject } from "./tools.js";
import type { GenerateContentContent, GenerateContentPart } from "./wire.js";

interface Conversation {
  /** Calls of the latest model content; answered ones are taken out. */
  open: OpenCalls;
  /** Names of all calls so far, by their id. */
  readonly known: Map<string, string>;
}

export function decodeContents(contents: readonly GenerateContentContent[], scope: DecodeScope): Message[] {
  const conversation: Conversation = { open: new OpenCalls(), known: new Map() };
  const messages: Message[] = [];
  const served = servedParts(contents);
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
    const decoded =
      role === "model"
        ? decodeModel(parts, index, path, conversation, served, scope)
        : role === "system"
          ? decodeSystem(parts, path, scope)
          : decodeUser(parts, index, path, conversation, scope);
    decoded.forEach((message, position) => {
      const whole = position > 0 || kept.extensions === undefined ? message : { ...message, ...kept };
      messages.push(position > 0 ? whole : scope.trace.mark(whole, path, MESSAGE_FIELDS));
    });
  });
  return messages;
}

const MESSAGE_FIELDS = { parts: ["parts"] } as const;

/** Parts whose ids count the contents and parts of the source. */
function placeOf(message: number, part: number, lastServerId: string | undefined): PartPlace {
  return {
    callId: (name, args) => historyCallId(message, part, name, jsonObject(args) ?? {}),
    serverId: (name, code) => historyCallId(message, part, name, { code }).replace(/^call_/, "srvtoolu_"),
    lastServerId,
  };
}

function decodeModel(
  parts: readonly GenerateContentPart[],
  index: number,
  path: Path,
  conversation: Conversation,
  served: ReadonlySet<string>,
  scope: DecodeScope,
): Message[] {
  let lastServerId: string | undefined;
  const calls = new OpenCalls();
  const made = parts.map((part, position) => {
    const at = [...path, "parts", position];
    const decoded = served.has(`${index}.${position}`)
      ? opaque(part, at, scope)
      : decodePart(part, at, placeOf(index, position, lastServerId), scope);
    if (decoded?.type === "code-call" || decoded?.type === "server-tool-call") lastServerId = decoded.id;
    if (decoded?.type === "tool-call") {
      calls.add(decoded);
      conversation.known.set(decoded.id, decoded.name);
    }
    return decoded;
  });
  const decoded = made.filter((part) => part !== undefined);
  conversation.open = calls;
  return decoded.length === 0 ? [] : [{ role: "assistant", parts: decoded }];
}

/**
 * Calls that the service made and answered itself, in contents of the model that follow each other: nobody may answer them
 * again. A response is of the first open call of its id or name, else of the first one.
 * @returns `content.part` of those calls and of their responses
 */
function servedParts(contents: readonly GenerateContentContent[]): ReadonlySet<string> {
  const served = new Set<string>();
  let run = openCalls();
  contents.forEach(({ role, parts }, index) => {
    if (role !== "model") run = openCalls();
    else
      parts.forEach(({ functionCall: call, functionResponse: response }, position) => {
        const place = `${index}.${position}`;
        if (call != null) run.add(place, [`id ${call.id}`, `name ${call.name}`, ""]);
        if (response == null) return;
        served.add(place);
        const answered = run.take([`id ${response.id}`, `name ${response.name}`, ""]);
        if (answered !== undefined) served.add(answered);
      });
  });
  return served;
}

/** Places of calls under each of their keys; one that was taken is under none. */
function openCalls() {
  const places = new Map<string, { readonly all: string[]; next: number }>();
  const taken = new Set<string>();
  return {
    add(place: string, keys: readonly string[]): void {
      for (const key of keys) {
        const queue = places.get(key);
        if (queue === undefined) places.set(key, { all: [place], next: 0 });
        else queue.all.push(place);
      }
    },
    /** The earliest one of the first key that has any. */
    take(keys: readonly string[]): string | undefined {
      for (const key of keys) {
        const queue = places.get(key);
        for (let place = queue?.all[queue.next]; queue !== undefined && place !== undefined; place = queue.all[queue.next]) {
          queue.next++;
          if (taken.has(place)) continue;
          taken.add(place);
          return place;
        }
      }
      return undefined;
    },
  };
}

function decodeSystem(parts: readonly GenerateContentPart[], path: Path, scope: DecodeScope): Message[] {
  scope.report(
    notice(
      "vendor_extension",
      [...path, "role"],
      "A content of the role `system` is in no description of this style; it is read as an instruction.",
      { severity: "warning" },
    ),
  );
  const texts = parts.flatMap((part, position): TextPart[] => {
    const made = decodePart(part, [...path, "parts", position], placeOf(0, position, undefined), scope);
    if (made?.type === "text") return [made];
    scope.report(
      approximated("approximated.media", [...path, "parts", position], "An instruction holds text only; this part is left out."),
    );
    return [];
  });
  return texts.length === 0 ? [] : [{ role: "system", parts: texts }];
}

function decodeUser(
  parts: readonly GenerateContentPart[],
  index: number,
  path: Path,
  conversation: Conversation,
  scope: DecodeScope,
): Message[] {
  const results: ToolResultPart[] = [];
  const others: (Part | undefined)[] = [];
  let moved: number | undefined;
  parts.forEach((part, position) => {
    const at = [...path, "parts", position];
    const place = placeOf(index, position, undefined);
    const response = part.functionResponse;
    if (response == null) {
      others.push(part.functionCall != null || part.thought === true ? opaque(part, at, scope) : decodePart(part, at, place, scope));
      return;
    }
    if (others.length > 0) moved ??= position;
    const callId = answeredCall(response, conversation, place, at, scope);
    results.push(decodeResult(part, response, callId, at, place, scope));
  });
  if (moved !== undefined)
    scope.report(
      approximated(
        "approximated.reordered",
        [...path, "parts", moved],
        "Tool results stand before the rest of a turn; they were moved there.",
      ),
    );
  if (results.length === 0) conversation.open = new OpenCalls();
  const messages: Message[] = [];
  if (results.length > 0) messages.push({ role: "tool", parts: results });
  if (others.length > 0)
    messages.push(scope.trace.mark({ role: "user", parts: others.filter((part) => part !== undefined) } as const, path));
  return messages;
}

function answeredCall(
  response: NonNullable<GenerateContentPart["functionResponse"]>,
  conversation: Conversation,
  place: PartPlace,
  path: Path,
  scope: DecodeScope,
): string {
  const { id, name } = response;
  const { open } = conversation;
  if (id != null && id !== "") {
    const call = open.earliest({ id });
    if (call === undefined && !conversation.known.has(id)) {
      // Clients make up ids for results where the service gave none to the calls.
      const other = open.earliest({ name, synthesized: true });
      if (other !== undefined) {
        open.take(other);
        const at = [...path, "functionResponse", "id"];
        const message = "No call has this id; it is the result of the call of its name, which came without one.";
        scope.report(approximated("rewritten.tool_id", at, message, { from: id.slice(0, 200), to: other.id }));
        return other.id;
      }
    }
    if (call !== undefined) open.take(call);
    const called = call?.name ?? conversation.known.get(id);
    if (called === undefined) unpaired(path, name, scope);
    else sameName(called, name, path, scope);
    return id;
  }
  const call = open.earliest({ name }) ?? open.earliest({});
  if (call === undefined) {
    unpaired(path, name, scope);
    return place.callId(name, response.response);
  }
  open.take(call);
  sameName(call.name, name, path, scope);
  return call.id;
}

/** Styles whose results have no name take that of the call. */
function sameName(called: string, name: string, path: Path, scope: DecodeScope): void {
  if (called === name) return;
  scope.report(
    notice("conflict.resolved", [...path, "functionResponse", "name"], "The result has another name than the call that it answers.", {
      severity: "warning",
      from: name.slice(0, 200),
      to: called.slice(0, 200),
    }),
  );
}

function unpaired(path: Path, name: string, scope: DecodeScope): void {
  scope.report(
    notice("unpaired.tool_result", path, "No call before this result is the one it answers.", {
      severity: "warning",
      from: name.slice(0, 200),
    }),
  );
}
