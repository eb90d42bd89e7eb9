/**
 * Parts, both directions: `{"text":"…","thought":true,"thoughtSignature":"…"}` is a text whose flags make it a thought.
 * In requests only this vendor's own signatures are sent; in answers each travels, for the client gives it back.
 */

import { approximated, dropped, equivalent, type Issue, type Path } from "../../core/issue.js";
import { compact, isJsonObject } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { foreignSignature, type SignatureSlot, wrapSignature } from "../../model/common.js";
import {
  dropFields,
  dropPart,
  emptyPart,
  hasOnly,
  type Lost,
  opaquePart,
  plainJson,
  type Rest,
  restoreUnknown,
  without,
} from "../../model/extensions.js";
import type { CodeResultPart, Part, TextPart, ToolCallPart } from "../../model/index.js";
import { base64OfText } from "../../model/media.js";
import { argumentsFromValue, freeFormInput, renameTool, restoreToolName } from "../../model/tools.js";
import { asText, foreignPart, type LostBeside, objectOf } from "../../model/turns.js";
import { decodeFile, decodeInline, encodeMedia } from "./media.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import { encodeServerTool, OUTCOMES, outcomeOf, toolNameOf } from "./server-tools.js";
import { decodeSignature, encodeSignature, type Writable, withBeside } from "./signatures.js";
import type { GenerateContentPart } from "./wire.js";

/** How ids are made up where a part stands; requests and answers differ. */
export interface PartPlace {
  callId(name: string, args: NonNullable<GenerateContentPart["functionCall"]>["args"], path: Path): string;
  serverId(name: string, code: string): string;
  /** Id of the latest code or server tool call before this part. */
  readonly lastServerId: string | undefined;
}

/**
 * Where canonical fields, the id first, stand in the object that holds them on the wire, and the other way round. `withoutId`: what is said
 * of an id that is not there is said of the whole.
 */
function fieldsOf(kind: string, names: Readonly<Record<string, string>>) {
  const pairs = Object.entries(names);
  const written = pairs.map(([field, name]) => [`${kind}.${name}`, [field]] as const).reverse();
  const read: FieldPaths = {
    signature: ["thoughtSignature"],
    ...Object.fromEntries(pairs.map(([field, name]) => [field, [kind, name]])),
  };
  const [id = ""] = Object.keys(names);
  return { read, withoutId: { ...read, [id]: [kind] }, written: { thoughtSignature: ["signature"], ...Object.fromEntries(written) } };
}
export const FIELDS = {
  functionCall: fieldsOf("functionCall", { id: "id", name: "name", arguments: "args", "arguments.value": "args" }),
  functionResponse: fieldsOf("functionResponse", {
    callId: "id",
    name: "name",
    content: "response",
    structured: "response",
    isError: "response",
  }),
  executableCode: fieldsOf("executableCode", { id: "id", language: "language", code: "code" }),
  codeExecutionResult: fieldsOf("codeExecutionResult", { callId: "id", outcome: "outcome", stdout: "output", stderr: "output" }),
  toolCall: fieldsOf("toolCall", { id: "id", name: "toolType", input: "args" }),
  toolResponse: fieldsOf("toolResponse", { callId: "id", name: "toolType", raw: "response" }),
};
const CALL: ReadonlySet<string> = new Set(["id", "name", "args"]);
const TEXT_FIELDS = { text: ["text"], signature: ["thoughtSignature"], data: ["thoughtSignature"] } as const;
const SIGNED_FIELDS = { thoughtSignature: ["signature"] } as const;
const WRITTEN: { readonly [Type in Part["type"]]?: FieldPaths } = {
  "tool-call": FIELDS.functionCall.written,
  "code-call": FIELDS.executableCode.written,
  "code-result": FIELDS.codeExecutionResult.written,
};

/** The canonical part; undefined for `{}`, which recorded answers hold. Function responses are read with their turn. */
export function decodePart(part: GenerateContentPart, path: Path, place: PartPlace, scope: DecodeScope): Part | undefined {
  const { text, inlineData, fileData } = part;
  // A thought that is a picture is a draft, no part of the answer.
  if (part.functionResponse != null || (part.thought === true && inlineData != null)) return opaquePart(STYLE, part, path, scope.trace);
  if (text != null) return decodeText(part, text, path, scope);
  if (inlineData != null) return decodeInline(part, inlineData, path, scope);
  if (fileData != null) return decodeFile(part, fileData, path, scope);
  const { functionCall, executableCode, codeExecutionResult, toolCall, toolResponse } = part;
  const made = (kind: keyof typeof FIELDS, rest: Rest, fields: Writable<Part>, read: FieldPaths = FIELDS[kind].read): Part =>
    scope.trace.mark(withBeside(fields, part, [[kind, rest]]), path, read);
  if (functionCall != null) {
    const { id, name: given, args } = functionCall;
    const name = restoreToolName(given, scope.context);
    const kept = argumentsFromValue(plainJson(args));
    const custom = scope.context.customTools?.includes(name) === true ? freeFormInput(kept.value) : undefined;
    const call: Writable<ToolCallPart> = {
      type: "tool-call",
      id: id || place.callId(given, args, [...path, "functionCall", "id"]),
      name,
      variant: custom === undefined ? "function" : "custom",
      arguments: custom === undefined ? kept : { json: custom },
    };
    if (!id) call.idSynthesized = true;
    return made("functionCall", without(functionCall, CALL), call, id == null ? FIELDS.functionCall.withoutId : undefined);
  }
  if (executableCode != null) {
    const { id, language, code, ...rest } = executableCode;
    const known = { id: id ?? place.serverId("code_execution", code), language: (language ?? "PYTHON").toLowerCase(), code };
    return made("executableCode", rest, { type: "code-call", ...known });
  }
  if (codeExecutionResult != null) {
    const { id, outcome, output, ...rest } = codeExecutionResult;
    const callId = id ?? place.lastServerId ?? place.serverId("code_execution", "");
    const ended = outcomeOf(outcome, output ?? "", path, scope);
    return ended === undefined
      ? opaquePart(STYLE, part, path, scope.trace)
      : made("codeExecutionResult", rest, { type: "code-result", callId, ...ended });
  }
  if (toolCall != null) {
    const { id, toolType, args, ...rest } = toolCall;
    const name = toolNameOf(toolType ?? "");
    const input = plainJson(args) ?? {};
    return made("toolCall", rest, { type: "server-tool-call", id: id ?? place.serverId(name, ""), name, input });
  }
  if (toolResponse != null) {
    const { id, toolType, response, ...rest } = toolResponse;
    const callId = id ?? place.lastServerId ?? place.serverId(toolType ?? "", "");
    const raw = compact({ raw: plainJson(response) });
    return made("toolResponse", rest, { type: "server-tool-result", callId, name: toolNameOf(toolType ?? ""), ...raw });
  }
  const { thoughtSignature, thought, ...rest } = part;
  if (Object.values(rest).some((value) => value != null)) return opaquePart(STYLE, part, path, scope.trace);
  return thoughtSignature != null ? decodeText(part, "", path, scope) : undefined;
}

const TEXT = ["text"];

/** Text that is no thought, whatever its flag. */
export function decodeVisibleText(part: GenerateContentPart, text: string, path: Path, scope: DecodeScope): TextPart {
  // Plain text is most of a transcript.
  const bare = part.text != null && hasOnly(part, TEXT);
  const made: Writable<TextPart> = { type: "text", text };
  return scope.trace.mark(bare ? made : withBeside(made, part), path, TEXT_FIELDS);
}

function decodeText(part: GenerateContentPart, text: string, path: Path, scope: DecodeScope): Part {
  if (part.thought !== true) return decodeVisibleText(part, text, path, scope);
  const { thought: _thought, ...others } = part;
  const found = decodeSignature(part.thoughtSignature);
  const made: Writable<Part> =
    found?.slot === "r" && text === "" ? { type: "redacted-thinking", data: found.signature.value } : { type: "thinking", text };
  return scope.trace.mark(withBeside(made, others), path, TEXT_FIELDS);
}

/** What is written of each kind of part. */
interface Written {
  text: "text";
  image: "source" | "detail";
  audio: "source" | "transcript";
  video: "source" | "startOffset" | "endOffset" | "fps";
  document: "source" | "filename" | "title";
  "tool-call": "id" | "name" | "variant" | "arguments" | "idSynthesized";
  "tool-result": "callId" | "name" | "content" | "structured" | "isError";
  thinking: "text" | "summary";
  "redacted-thinking": "data";
  refusal: "text";
  "server-tool-call": "id" | "name" | "input";
  "server-tool-result": "callId" | "name" | "result" | "error" | "raw";
  "code-call": "id" | "language" | "code";
  "code-result": "callId" | "outcome" | "stdout" | "stderr" | "returnCode";
  "search-result": "source" | "title" | "content" | "citations";
  opaque: "style" | "value";
}
/** No part has a place for a cache marker. */
const MARKER = { cacheControl: "info" } as const;
const LOST: { readonly [Type in Part["type"]]?: Readonly<Record<string, Lost>> } = {
  text: { citations: "warning", ...MARKER },
  audio: { id: "info", expiresAt: "info", ...MARKER },
  document: { context: "warning", citations: "asked", ...MARKER },
  "code-result": { files: "warning", ...MARKER },
} satisfies LostBeside<Written>;

/** What a signature belongs to, where it is not visible text. */
const SLOTS: { readonly [Type in Part["type"]]?: SignatureSlot } = { thinking: "t", "tool-call": "c", "server-tool-call": "c" };

/** The parts that a canonical part becomes: mostly one, none where the target has no place for it. */
export function encodePart(part: Part, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const [wire, ...more] = encodeBare(part, path, scope);
  if (wire === undefined) return [];
  const { signature, extensions, type } = part;
  const request = scope.document === "request";
  dropFields(part, (request || type !== "text" ? LOST[type] : undefined) ?? MARKER, path, STYLE, scope.report);
  let signed = wire;
  if (signature !== undefined && wire.thoughtSignature === undefined) {
    if (request && signature.origin !== STYLE) scope.report(foreignSignature([...path, "signature"], signature.origin, STYLE));
    else signed = { ...wire, thoughtSignature: encodeSignature(signature, SLOTS[type] ?? "x") };
  }
  return [scope.trace.mark(restoreUnknown(signed, extensions, STYLE), path, WRITTEN[type] ?? SIGNED_FIELDS), ...more];
}

/** The same without what any part may have. */
function encodeBare(part: Part, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const { report } = scope;
  const request = scope.document === "request";
  switch (part.type) {
    case "text": {
      const { text, signature, extensions } = part;
      if (!request || text !== "" || signature !== undefined || extensions?.[STYLE] !== undefined) return [{ text }];
      report(emptyPart([...path, "text"]));
      dropFields(part, LOST.text, path, STYLE, report);
      return [];
    }
    case "tool-call":
      return encodeCall(part, path, scope);
    case "thinking":
      return encodeThought(part, path, scope);
    case "redacted-thinking": {
      const { data, signature } = part;
      const origin = signature?.origin ?? "unknown";
      // This vendor redacts nothing: what a server of another style calls that is a signature.
      if (request && origin === STYLE) return [{ text: "", thought: true }];
      if (!request) return [{ text: "", thought: true, thoughtSignature: base64OfText(wrapSignature({ value: data, origin }, "r")) }];
      report(foreignSignature(path, origin, STYLE));
      return [];
    }
    case "refusal":
      report(request ? equivalent([...path, "text"], REFUSAL) : refusedInText(path));
      return [{ text: part.text }];
    case "image":
    case "audio":
    case "video":
    case "document":
      return encodeMedia(part, path, scope, encodePart);
    case "code-call": {
      const { id, language: from, code } = part;
      const language = from === "python" || scope.own ? from.toUpperCase() : "LANGUAGE_UNSPECIFIED";
      const facts = { from: from.slice(0, 100), to: language };
      if (language !== from.toUpperCase())
        report(approximated("approximated.enum", path, "generate-content knows Python code only.", facts));
      return [{ executableCode: { language, code, id } }];
    }
    case "code-result":
      return encodeCodeResult(part, path, scope);
    case "server-tool-call":
    case "server-tool-result":
      return encodeServerTool(part, path, scope);
    case "search-result": {
      report(asText(path));
      const lines = [part.title, part.source, ...part.content.map((inner) => inner.text)];
      return [{ text: lines.filter((line) => line !== "").join("\n") }];
    }
    case "tool-result":
      return dropPart(path, "A result stands in a tool message only", report);
    case "opaque":
      if (part.style === STYLE && isJsonObject(part.value)) return [part.value];
      return foreignPart(part, path, report);
    default:
      return part satisfies never;
  }
}

/** Thoughts that this vendor did not sign are not needed in requests and not sent. */
function encodeThought({ text, summary, signature }: Extract<Part, { type: "thinking" }>, path: Path, scope: EncodeScope) {
  if (scope.document === "request" && signature?.origin !== STYLE) {
    const message = "A thought without this vendor's signature is not needed; it was left out.";
    scope.report(
      signature === undefined
        ? dropped("dropped.part", path, message, { severity: "info" })
        : foreignSignature(path, signature.origin, STYLE),
    );
    return [];
  }
  if (summary === true) scope.report(summarized(path));
  return [{ text, thought: true }];
}

export function refusedInText(path: Path): Issue {
  return approximated("approximated.finish_reason", path, REFUSAL);
}

const REFUSAL = "A refusal is text here, and on the way back.";

/** @param path of a thought that is a summary */
export function summarized(path: Path): Issue {
  return equivalent(path, "A summary of thoughts is a thought here, and on the way back.");
}

function encodeCall(part: ToolCallPart, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const { id, name } = part;
  const args = objectOf(part, path, STYLE, scope);
  // In an answer tools have the names that the client declared, but for a call of no tool.
  const isDeclared = scope.document === "response" && (scope.own || name !== "");
  const written = scope.calls === undefined ? id : scope.calls.call(id, name, path, scope.report);
  return [{ functionCall: { id: written, name: isDeclared ? name : renameTool(name, [...path, "name"], scope), args } }];
}

function encodeCodeResult(part: CodeResultPart, path: Path, { report }: EncodeScope): GenerateContentPart[] {
  const { callId: id, outcome, stdout, stderr = "", returnCode } = part;
  const both = stderr !== "" && (stdout !== "" || outcome === "ok");
  const message = "The one output here holds both streams.";
  const failed = "The one output here of failed code is its errors on the way back.";
  for (const stream of both || (outcome === "failed" && stdout !== "") ? ["stdout", "stderr"] : []) {
    const at = [...path, stream];
    report(both ? approximated("approximated.media", at, message) : equivalent(at, failed));
  }
  if (returnCode !== (outcome === "ok" ? 0 : 1)) dropFields({ returnCode }, "info", path, STYLE, report);
  return [{ codeExecutionResult: { outcome: OUTCOMES[outcome], output: stdout + stderr, id } }];
}
