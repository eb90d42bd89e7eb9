/**
 * What the service ran itself: `server_tool_use` and its `*_tool_result`. Code execution has a canonical form; web search
 * results are lists of hits; results of other tools are kept as they are.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Rest } from "../../model/extensions.js";
import { dropFields } from "../../model/extensions.js";
import type { CodeCallPart, CodeResultPart, SearchHit, ServerToolCallPart, ServerToolResultPart } from "../../model/index.js";
import { type BlockReader, type BlockWriter, leaveOut, MARKER_FIELDS, readBlock, withCommon } from "./block.js";
import { SERVER_RESULT_KINDS, type ServerResultBlock, type ServerToolUseBlock } from "./wire.js";
import type { AnswerServerResultBlock, AnswerToolUseBlock } from "./wire-answer.js";

/** Tools that run code, with the field of their input that holds it. */
const CODE_TOOLS = [
  { name: "code_execution", language: "python", field: "code" },
  { name: "bash_code_execution", language: "bash", field: "command" },
] as const;

type CodeToolName = (typeof CODE_TOOLS)[number]["name"];

export function decodeServerCall(block: AnswerToolUseBlock, path: Path, reader: BlockReader): ServerToolCallPart | CodeCallPart {
  const { type: _type, id: given, name, input, ...rest } = block;
  const value = plain(input);
  const id = given || reader.serverCallId(name);
  const tool = CODE_TOOLS.find((known) => known.name === name);
  if (tool !== undefined && isJsonObject(value)) {
    const { [tool.field]: code, ...inputRest } = value;
    const fields = { ...MARKER_FIELDS, code: ["input", tool.field], language: ["name"] };
    if (typeof code === "string")
      return readBlock({ type: "code-call", id, language: tool.language, code }, rest, path, reader, fields, [["input", inputRest]]);
  }
  return readBlock({ type: "server-tool-call", id, name, input: value }, rest, path, reader, MARKER_FIELDS);
}

const RESULT_FIELDS = {
  ...MARKER_FIELDS,
  callId: ["tool_use_id"],
  result: ["content"],
  raw: ["content"],
  error: ["content", "error_code"],
  name: ["type"],
} as const;
const HIT_FIELDS = { encryptedContent: ["encrypted_content"], pageAge: ["page_age"] } as const;
const CODE_RESULT_FIELDS = {
  ...MARKER_FIELDS,
  callId: ["tool_use_id"],
  outcome: ["content", "return_code"],
  returnCode: ["content", "return_code"],
  stdout: ["content", "stdout"],
  stderr: ["content", "stderr"],
  files: ["content", "content"],
} as const;

export function decodeServerResult(block: AnswerServerResultBlock, path: Path, reader: BlockReader): ServerToolResultPart | CodeResultPart {
  const { type, tool_use_id, content, ...rest } = block;
  const callId = tool_use_id ?? "";
  const name = toolOfResult(type);
  const value = plain(content);
  const code = isCodeTool(name) ? decodeCodeContent(name, value) : undefined;
  if (code !== undefined) {
    const { contentRest, ...facts } = code;
    return readBlock({ type: "code-result", callId, ...facts }, rest, path, reader, CODE_RESULT_FIELDS, [["content", contentRest]]);
  }
  const found = decodeResultContent(type, value);
  found.result?.forEach((hit, index) => {
    reader.trace.mark(hit, [...path, "content", index], HIT_FIELDS);
  });
  return readBlock({ type: "server-tool-result", callId, name, ...found }, rest, path, reader, RESULT_FIELDS);
}

/** `web_search_tool_result` → `web_search`. */
function toolOfResult(type: (typeof SERVER_RESULT_KINDS)[number]): string {
  return type === "tool_search_tool_result" ? "tool_search" : type.slice(0, -"_tool_result".length);
}

function isCodeTool(name: string): name is CodeToolName {
  return CODE_TOOLS.some((tool) => tool.name === name);
}

type CodeFacts = Pick<CodeResultPart, "outcome" | "stdout" | "stderr" | "returnCode" | "files"> & { readonly contentRest: Rest };

/** `{"type": "code_execution_result", "stdout": "42\n", "stderr": "", "return_code": 0, "content": [{"file_id": …}]}` */
function decodeCodeContent(name: CodeToolName, value: Json): CodeFacts | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, stdout, stderr, return_code, content, error_code, ...more } = value;
  if (type === `${name}_tool_result_error` && error_code === "execution_time_exceeded")
    return { outcome: "timeout", stdout: "", contentRest: compact({ ...more, stdout, stderr, return_code, content }) };
  if (type !== `${name}_result` || typeof return_code !== "number") return undefined;
  const files = fileIds(name, content);
  return {
    outcome: return_code === 0 ? "ok" : "failed",
    stdout: typeof stdout === "string" ? stdout : "",
    ...compact({ stderr: typeof stderr === "string" ? stderr : undefined, files }),
    returnCode: return_code,
    contentRest: compact({ ...more, error_code, content: files === undefined ? content : undefined }),
  };
}

/** The ids of the files that the code wrote; undefined for a list that holds something else. */
function fileIds(name: CodeToolName, content: Json | undefined): readonly string[] | undefined {
  if (!isJsonArray(content)) return undefined;
  const ids: string[] = [];
  for (const output of content) {
    if (!isJsonObject(output)) return undefined;
    const { type, file_id, ...rest } = output;
    if (type !== `${name}_output` || typeof file_id !== "string" || Object.keys(rest).length > 0) return undefined;
    ids.push(file_id);
  }
  return ids;
}

function decodeResultContent(type: string, value: Json): Pick<ServerToolResultPart, "result" | "error" | "raw"> {
  if (isJsonObject(value) && value.type === `${type}_error` && typeof value.error_code === "string" && Object.keys(value).length === 2)
    return { error: value.error_code };
  if (type !== "web_search_tool_result" || !isJsonArray(value)) return { raw: value };
  const hits = value.map(decodeHit);
  const result = hits.flatMap((hit) => (hit === undefined ? [] : [hit.hit]));
  return hits.every((hit) => hit?.whole === true) ? { result } : { result, raw: value };
}

/** `{"type": "web_search_result", "url": …, "title": …, "encrypted_content": …, "page_age": …}` */
function decodeHit(value: Json): { readonly hit: SearchHit; readonly whole: boolean } | undefined {
  if (!isJsonObject(value) || typeof value.url !== "string") return undefined;
  const { type, url, title, encrypted_content, page_age, ...rest } = value;
  const text = (field: Json | undefined) => (typeof field === "string" ? field : undefined);
  return {
    hit: { url, ...compact({ title: text(title), encryptedContent: text(encrypted_content), pageAge: text(page_age) }) },
    whole: Object.keys(rest).length === 0,
  };
}

/** Tools that the service of this style runs. */
const SERVER_TOOLS: readonly string[] = [
  "web_search",
  "web_fetch",
  "text_editor_code_execution",
  "tool_search_tool_regex",
  "tool_search_tool_bm25",
  ...CODE_TOOLS.map(({ name }) => name),
];

export function encodeServerCall(part: ServerToolCallPart, path: Path, writer: BlockWriter): readonly ServerToolUseBlock[] {
  const { type, id, name, input, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const { from = "messages", profile } = writer.options;
  if (from !== "messages" && !SERVER_TOOLS.includes(name)) return leaveOut(part, path, writer, "messages has no server tool of that name");
  if (from !== "messages" && writer.document === "request" && profile === "vendor")
    return leaveOut(part, path, writer, "The service refuses a call of its own tools without their result, which has another form here");
  return [serverCall(part, name, input, path, writer)];
}

function serverCall(
  part: ServerToolCallPart | CodeCallPart,
  name: string,
  input: Json,
  path: Path,
  writer: BlockWriter,
): ServerToolUseBlock {
  const id = writer.ids.call(part.id, name, [...path, "id"], writer.report);
  return withCommon({ type: "server_tool_use", id, name, input } as const, part);
}

function serverResult(
  type: ServerResultBlock["type"],
  part: ServerToolResultPart | CodeResultPart,
  content: Json,
  path: Path,
  writer: BlockWriter,
): ServerResultBlock {
  const { id: tool_use_id } = writer.ids.result(part.callId, [...path, "callId"], writer.report);
  return withCommon({ type, tool_use_id, content }, part);
}

export function encodeServerResult(part: ServerToolResultPart, path: Path, writer: BlockWriter): readonly ServerResultBlock[] {
  const { type, callId, name, result, error, raw, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const kind = SERVER_RESULT_KINDS.find((known) => toolOfResult(known) === name);
  const content = kind === undefined ? undefined : encodeResultContent(kind, part);
  if (kind === undefined || content === undefined)
    return leaveOut(part, path, writer, "Its result has a form that this style does not have");
  return [serverResult(kind, part, content, path, writer)];
}

function encodeResultContent(kind: string, { result, error, raw }: ServerToolResultPart): Json | undefined {
  if (error !== undefined) return { type: `${kind}_error`, error_code: error };
  const isError = isJsonObject(raw) && typeof raw.error_code === "string";
  if (raw !== undefined) return kind !== "web_search_tool_result" || isJsonArray(raw) || isError ? raw : undefined;
  if (result === undefined || kind !== "web_search_tool_result") return undefined;
  return result.map(({ url, title, encryptedContent, pageAge }) => ({
    type: "web_search_result",
    url,
    title: title ?? "",
    encrypted_content: encryptedContent ?? "",
    page_age: pageAge ?? null,
  }));
}

export function encodeCodeCall(part: CodeCallPart, path: Path, writer: BlockWriter): readonly ServerToolUseBlock[] {
  const { type, id, language, code, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const tool = CODE_TOOLS.find((known) => known.language === language) ?? CODE_TOOLS[0];
  if (tool.language !== language) {
    dropFields({ language }, { language: "warning" }, path, "messages", writer.report);
  }
  writer.codeCalls.set(id, tool.name);
  return [serverCall(part, tool.name, { [tool.field]: code }, path, writer)];
}

/** What code that ran out of time has none of. */
const OUTPUT = { stdout: "warning", stderr: "warning", returnCode: "warning", files: "warning" } as const;

export function encodeCodeResult(part: CodeResultPart, path: Path, writer: BlockWriter): readonly ServerResultBlock[] {
  const { type, callId, outcome, stdout, stderr, returnCode, files, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  // A result does not state what ran; its call does.
  const name = writer.codeCalls.get(callId) === "bash_code_execution" ? "bash_code_execution" : "code_execution";
  const output = { stdout: stdout || undefined, stderr: stderr || undefined, returnCode, files };
  if (outcome === "timeout") dropFields(output, OUTPUT, path, "messages", writer.report);
  const content: JsonObject =
    outcome === "timeout"
      ? { type: `${name}_tool_result_error`, error_code: "execution_time_exceeded" }
      : {
          type: `${name}_result`,
          stdout,
          stderr: stderr ?? "",
          return_code: returnCode ?? (outcome === "ok" ? 0 : 1),
          content: (files ?? []).map((file_id) => ({ type: `${name}_output`, file_id })),
        };
  return [serverResult(`${name}_tool_result`, part, content, path, writer)];
}
