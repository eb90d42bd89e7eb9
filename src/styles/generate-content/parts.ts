/**
 * Parts, both directions. The kind of a part is the key it holds: `{"text":"…","thought":true,"thoughtSignature":"…"}` is a
 * text whose flags make it a thought.
 */

import { compact } from "../../core/compact.js";
import { approximated, equivalent } from "../../core/issue.js";
import { plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { argumentsFromValue } from "../../model/arguments.js";
import { keepUnknown, plainJson } from "../../model/extensions.js";
import type { JsonObject, MediaSource, Part, TextPart } from "../../model/index.js";
import { isHttpUrl, kindOfMime, mimeOfUrl, standardBase64 } from "../../model/media.js";
import { restoreToolName } from "../../model/tools.js";
import { type DecodeScope, STYLE } from "./scope.js";
import { toolNameOf } from "./server-tools.js";
import { decodeSignature } from "./signature.js";
import { type GenerateContentPart, PART_KINDS } from "./wire.js";

type Wire<Kind extends keyof GenerateContentPart> = NonNullable<GenerateContentPart[Kind]>;

/** How ids are made up where a part stands; requests and answers differ. */
export interface PartPlace {
  callId(name: string, args: NonNullable<GenerateContentPart["functionCall"]>["args"]): string;
  serverId(name: string, code: string): string;
  /** Id of the latest code or server tool call before this part. */
  readonly lastServerId: string | undefined;
}

/** Where canonical fields of a part stand in the wire's part. */
export const PART_FIELDS = {
  text: { text: ["text"], signature: ["thoughtSignature"] },
  thinking: { text: ["text"], signature: ["thoughtSignature"], data: ["thoughtSignature"] },
  inlineData: {
    source: ["inlineData"],
    filename: ["inlineData", "displayName"],
    detail: ["mediaResolution", "level"],
    startOffset: ["videoMetadata", "startOffset"],
    endOffset: ["videoMetadata", "endOffset"],
    fps: ["videoMetadata", "fps"],
    signature: ["thoughtSignature"],
  },
  fileData: {
    source: ["fileData"],
    "source.url": ["fileData", "fileUri"],
    "source.fileId": ["fileData", "fileUri"],
    filename: ["fileData", "displayName"],
    detail: ["mediaResolution", "level"],
    startOffset: ["videoMetadata", "startOffset"],
    endOffset: ["videoMetadata", "endOffset"],
    fps: ["videoMetadata", "fps"],
    signature: ["thoughtSignature"],
  },
  functionCall: {
    id: ["functionCall", "id"],
    name: ["functionCall", "name"],
    arguments: ["functionCall", "args"],
    "arguments.value": ["functionCall", "args"],
    signature: ["thoughtSignature"],
  },
  executableCode: {
    id: ["executableCode", "id"],
    language: ["executableCode", "language"],
    code: ["executableCode", "code"],
    signature: ["thoughtSignature"],
  },
  codeExecutionResult: {
    callId: ["codeExecutionResult", "id"],
    outcome: ["codeExecutionResult", "outcome"],
    stdout: ["codeExecutionResult", "output"],
    stderr: ["codeExecutionResult", "output"],
    signature: ["thoughtSignature"],
  },
  toolCall: { id: ["toolCall", "id"], name: ["toolCall", "toolType"], input: ["toolCall", "args"], signature: ["thoughtSignature"] },
  toolResponse: {
    callId: ["toolResponse", "id"],
    name: ["toolResponse", "toolType"],
    raw: ["toolResponse", "response"],
    signature: ["thoughtSignature"],
  },
} as const;

/** The canonical part; undefined for `{}`, which recorded answers hold. Function responses are none of its business. */
export function decodePart(part: GenerateContentPart, path: Path, place: PartPlace, scope: DecodeScope): Part | undefined {
  const { text, inlineData, fileData, functionCall, executableCode, codeExecutionResult, toolCall, toolResponse } = part;
  if (part.functionResponse != null) return opaque(part, path, scope);
  if (text != null) return decodeText(part, text, path, scope);
  if (inlineData != null) return decodeInline(part, inlineData, path, scope);
  if (fileData != null) return decodeFile(part, fileData, path, scope);
  if (functionCall != null) return decodeCall(part, functionCall, path, place, scope);
  if (executableCode != null) return decodeCode(part, executableCode, path, place, scope);
  if (codeExecutionResult != null) return decodeCodeResult(part, codeExecutionResult, path, place, scope);
  if (toolCall != null) return decodeServerCall(part, toolCall, path, place, scope);
  if (toolResponse != null) return decodeServerResult(part, toolResponse, path, place, scope);
  const { thoughtSignature, thought, ...rest } = part;
  const present = Object.values(rest).some((value) => value !== null && value !== undefined);
  if (present) return opaque(part, path, scope);
  return thoughtSignature != null ? decodeText(part, "", path, scope) : undefined;
}

/** A part that only this style understands, kept whole. */
export function opaque(part: object, path: Path, scope: DecodeScope): Part {
  return scope.trace.mark({ type: "opaque", style: STYLE, value: plain(part) } as const, path, { value: [] });
}

/** What every part may have: its signature, and the fields that nobody knows. */
function base(part: GenerateContentPart, nested: Parameters<typeof keepUnknown>[2] = []) {
  const { thought, thoughtSignature, [kindOf(part)]: _known, ...rest } = part;
  const signature = decodeSignature(thoughtSignature)?.signature;
  return { ...compact({ signature }), ...keepUnknown(STYLE, thought === true ? { ...rest, thought } : rest, nested) };
}

function kindOf(part: GenerateContentPart): (typeof PART_KINDS)[number] {
  return PART_KINDS.find((kind) => part[kind] !== null && part[kind] !== undefined) ?? "text";
}

/** Text that is no thought, whatever its flag says. */
export function decodeVisibleText(part: GenerateContentPart, text: string, path: Path, scope: DecodeScope): TextPart {
  // Plain text is most of a transcript.
  if (Object.keys(part).length === 1 && part.text != null) return scope.trace.mark({ type: "text", text } as const, path, PART_FIELDS.text);
  return scope.trace.mark({ type: "text", text, ...base(part) } as const, path, PART_FIELDS.text);
}

function decodeText(part: GenerateContentPart, text: string, path: Path, scope: DecodeScope): Part {
  if (part.thought !== true) return decodeVisibleText(part, text, path, scope);
  const { thought: _thought, ...said } = part;
  const found = decodeSignature(part.thoughtSignature);
  if (found?.slot === "r" && text === "") {
    return scope.trace.mark({ type: "redacted-thinking", data: found.signature.value, ...base(said) } as const, path, PART_FIELDS.thinking);
  }
  return scope.trace.mark({ type: "thinking", text, ...base(said) } as const, path, PART_FIELDS.thinking);
}

const DETAILS = {
  MEDIA_RESOLUTION_LOW: "low",
  MEDIA_RESOLUTION_MEDIUM: "medium",
  MEDIA_RESOLUTION_HIGH: "high",
  MEDIA_RESOLUTION_ULTRA_HIGH: "original",
} as const;

function isDetail(level: string): level is keyof typeof DETAILS {
  return Object.hasOwn(DETAILS, level);
}

function decodeInline(part: GenerateContentPart, data: Wire<"inlineData">, path: Path, scope: DecodeScope): Part {
  const { mimeType, data: bytes, displayName, ...rest } = data;
  const standard = standardBase64(bytes);
  if (standard !== bytes)
    scope.report(
      equivalent([...path, "inlineData", "data"], "Base64 for URLs is written in the standard alphabet, which every service reads."),
    );
  const source = scope.trace.mark({ kind: "base64", mimeType, data: standard } as const, [...path, "inlineData"]);
  return scope.trace.mark(mediaPart(part, source, mimeType, displayName, ["inlineData", rest]), path, PART_FIELDS.inlineData);
}

/** What the files API returns needs a key of this service; no other one can fetch it. */
const OWN_FILE = /^https?:\/\/generativelanguage\.googleapis\.com\/(?:[^?#]*\/)?files\//i;

/** The one kind of page that this service watches; its documents give no media type with it. */
const WATCHED = /^https?:\/\/(?:[a-z]+\.)?(?:youtube\.com|youtu\.be)\//i;

function decodeFile(part: GenerateContentPart, file: Wire<"fileData">, path: Path, scope: DecodeScope): Part {
  const { fileUri, mimeType, displayName, ...rest } = file;
  const type = compact({ mimeType: mimeType ?? undefined });
  const source: MediaSource =
    isHttpUrl(fileUri) && !OWN_FILE.test(fileUri)
      ? { kind: "url", url: fileUri, ...type }
      : { kind: "file-id", fileId: fileUri, style: STYLE, ...type };
  const marked = scope.trace.mark(source, [...path, "fileData"], { url: ["fileUri"], fileId: ["fileUri"] });
  const isVideo = part.videoMetadata != null || WATCHED.test(fileUri);
  const kind = mimeType ?? mimeOfUrl(fileUri) ?? (isVideo ? "video/" : "");
  return scope.trace.mark(mediaPart(part, marked, kind, displayName, ["fileData", rest]), path, PART_FIELDS.fileData);
}

type Rest = Readonly<Record<string, unknown>>;

function mediaPart(
  part: GenerateContentPart,
  source: MediaSource,
  mime: string,
  displayName: string | null | undefined,
  data: readonly [string, Rest],
): Part {
  const { mediaResolution, videoMetadata, ...others } = part;
  const name = displayName ?? undefined;
  // Only images have a detail and only videos an excerpt in the model; elsewhere both stay in this style.
  const unnamed = [data[0], { ...data[1], ...compact({ displayName: name }) }] as const;
  const excerpt = videoMetadata == null ? [] : [["videoMetadata", videoMetadata] as const];
  const resolution = mediaResolution == null ? [] : [["mediaResolution", mediaResolution] as const];
  const kind = kindOfMime(mime);
  if (kind === "image") {
    const { level, ...more } = mediaResolution ?? {};
    const known = typeof level === "string" && isDetail(level) ? DETAILS[level] : undefined;
    const left = known === undefined ? resolution : [["mediaResolution", more] as const];
    return { type: "image", source, ...compact({ detail: known }), ...base(others, [unnamed, ...excerpt, ...left]) };
  }
  if (kind === "audio") return { type: "audio", source, ...base(others, [unnamed, ...excerpt, ...resolution]) };
  if (kind === "video") {
    const { startOffset, endOffset, fps, ...more } = videoMetadata ?? {};
    const cut = compact({ startOffset: startOffset ?? undefined, endOffset: endOffset ?? undefined, fps: fps ?? undefined });
    return { type: "video", source, ...cut, ...base(others, [unnamed, ["videoMetadata", more], ...resolution]) };
  }
  return { type: "document", source, ...compact({ filename: name }), ...base(others, [data, ...excerpt, ...resolution]) };
}

function decodeCall(part: GenerateContentPart, call: Wire<"functionCall">, path: Path, place: PartPlace, scope: DecodeScope): Part {
  const { id, name: given, args, ...rest } = call;
  const name = restoreToolName(given, scope.context);
  const wireId = id ?? "";
  const kept = argumentsFromValue(plainJson(args));
  const custom = scope.context.customTools?.includes(name) === true ? freeFormInput(kept.value) : undefined;
  return scope.trace.mark(
    {
      type: "tool-call",
      id: wireId === "" ? place.callId(given, args) : wireId,
      name: name === "" ? "unnamed" : name,
      ...(custom === undefined
        ? ({ variant: "function", arguments: kept } as const)
        : ({ variant: "custom", arguments: { json: custom } } as const)),
      ...(wireId === "" ? { idSynthesized: true } : {}),
      ...base(part, [["functionCall", rest]]),
    },
    path,
    PART_FIELDS.functionCall,
  );
}

/** What a free-form tool is called with, where nothing else is. */
function freeFormInput(args: JsonObject | undefined): string | undefined {
  if (args === undefined) return undefined;
  const { input, ...others } = args;
  return typeof input === "string" && Object.keys(others).length === 0 ? input : undefined;
}

function decodeCode(part: GenerateContentPart, wire: Wire<"executableCode">, path: Path, place: PartPlace, scope: DecodeScope): Part {
  const { id, language, code, ...rest } = wire;
  return scope.trace.mark(
    {
      type: "code-call",
      id: id ?? place.serverId("code_execution", code),
      language: (language ?? "PYTHON").toLowerCase(),
      code,
      ...base(part, [["executableCode", rest]]),
    },
    path,
    PART_FIELDS.executableCode,
  );
}

function decodeCodeResult(
  part: GenerateContentPart,
  wire: Wire<"codeExecutionResult">,
  path: Path,
  place: PartPlace,
  scope: DecodeScope,
): Part {
  const { id, outcome, output, ...rest } = wire;
  const callId = id ?? place.lastServerId ?? place.serverId("code_execution", "");
  const kept = base(part, [["codeExecutionResult", rest]]);
  const text = output ?? "";
  if (outcome == null)
    scope.report(
      approximated(
        "approximated.enum",
        [...path, "codeExecutionResult", "outcome"],
        "The result does not say how the code ended; it counts as having run well.",
        { to: "OUTCOME_OK" },
      ),
    );
  const made = (fields: { readonly outcome: "ok" | "failed" | "timeout"; readonly stdout: string; readonly stderr?: string }): Part =>
    scope.trace.mark({ type: "code-result", callId, ...fields, ...kept }, path, PART_FIELDS.codeExecutionResult);
  switch (outcome ?? "OUTCOME_OK") {
    case "OUTCOME_OK":
      return made({ outcome: "ok", stdout: text });
    case "OUTCOME_FAILED":
      return made({ outcome: "failed", stdout: "", stderr: text });
    case "OUTCOME_DEADLINE_EXCEEDED":
      return made({ outcome: "timeout", stdout: text });
    default:
      return opaque(part, path, scope);
  }
}

function decodeServerCall(part: GenerateContentPart, wire: Wire<"toolCall">, path: Path, place: PartPlace, scope: DecodeScope): Part {
  const { id, toolType, args, ...rest } = wire;
  const name = toolNameOf(toolType ?? "");
  return scope.trace.mark(
    {
      type: "server-tool-call",
      id: id ?? place.serverId(name, ""),
      name,
      input: plainJson(args) ?? {},
      ...base(part, [["toolCall", rest]]),
    },
    path,
    PART_FIELDS.toolCall,
  );
}

function decodeServerResult(part: GenerateContentPart, wire: Wire<"toolResponse">, path: Path, place: PartPlace, scope: DecodeScope): Part {
  const { id, toolType, response, ...rest } = wire;
  const callId = id ?? place.lastServerId ?? place.serverId(toolType ?? "", "");
  return scope.trace.mark(
    {
      type: "server-tool-result",
      callId,
      name: toolNameOf(toolType ?? ""),
      ...compact({ raw: plainJson(response) }),
      ...base(part, [["toolResponse", rest]]),
    },
    path,
    PART_FIELDS.toolResponse,
  );
}
