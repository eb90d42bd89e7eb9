/**
 * What the service ran itself: `server_tool_use` and its `*_tool_result`. Code execution has a canonical form; web search
 * results are lists of hits; results of other tools are kept as they are.
 */

import type { Path } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Json, plain } from "../../core/json.js";
import { dropFields, dropPart, hasOnly, type Rest } from "../../model/extensions.js";
import type { CodeCallPart, CodeResultPart, Part, SearchHit, ServerToolCallPart, ServerToolResultPart } from "../../model/index.js";
import { type BlockReader, type BlockWriter, readBlock, withCommon } from "./block.js";
import { type Block, SERVER_RESULT_KINDS, type ServerResultKind } from "./wire.js";
import type { AnswerBlockOf } from "./wire-answer.js";

/** Tools that run code, with the field of their input that holds it. */
const CODE_TOOLS = [
  { name: "code_execution", language: "python", field: "code" },
  { name: "bash_code_execution", language: "bash", field: "command" },
] as const;

type CodeTool = (typeof CODE_TOOLS)[number];

export function decodeServerCall(block: AnswerBlockOf<"server_tool_use">, path: Path, reader: BlockReader): Part {
  const { type: _type, id: given, name, input, ...rest } = block;
  const value = plain(input);
  const id = given || reader.ids.serverId(name);
  const tool = CODE_TOOLS.find((known) => known.name === name);
  if (tool !== undefined && isJsonObject(value)) {
    const { [tool.field]: code, ...inputRest } = value;
    const fields = { code: ["input", tool.field] };
    if (typeof code === "string")
      return readBlock({ type: "code-call", id, language: tool.language, code }, rest, path, reader, [["input", inputRest]], fields);
  }
  return readBlock({ type: "server-tool-call", id, name, input: value }, rest, path, reader);
}

const RESULT_FIELDS = { name: ["type"] } as const;

export function decodeServerResult(block: AnswerBlockOf<ServerResultKind>, path: Path, reader: BlockReader): Part {
  const { type, tool_use_id, content, ...rest } = block;
  const callId = tool_use_id ?? "";
  const value = plain(content);
  const name = toolOfResult(type);
  const tool = CODE_TOOLS.find((known) => known.name === name);
  const code = tool && decodeCodeContent(tool.name, value);
  if (code !== undefined) {
    const { contentRest, ...facts } = code;
    return readBlock({ type: "code-result", callId, ...facts }, rest, path, reader, [["content", contentRest]]);
  }
  const found = decodeResultContent(type, value);
  found.result?.forEach((hit, index) => {
    reader.trace.mark(hit, [...path, "content", index]);
  });
  return readBlock({ type: "server-tool-result", callId, name, ...found }, rest, path, reader, [], RESULT_FIELDS);
}

/** `web_search_tool_result` → `web_search`. */
function toolOfResult(type: ServerResultKind): string {
  return type.slice(0, -"_tool_result".length);
}

type CodeFacts = Pick<CodeResultPart, "outcome" | "stdout" | "stderr" | "returnCode" | "files"> & { readonly contentRest: Rest };

/** `{"type": "code_execution_result", "stdout": "42\n", "stderr": "", "return_code": 0, "content": [{"file_id": …}]}` */
function decodeCodeContent(name: CodeTool["name"], value: Json): CodeFacts | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, error_code, ...contentRest } = value;
  if (type === `${name}_tool_result_error` && error_code === "execution_time_exceeded")
    return { outcome: "timeout", stdout: "", contentRest };
  const { stdout, stderr, return_code, content, ...more } = contentRest;
  if (type !== `${name}_result` || typeof return_code !== "number") return undefined;
  const files = fileIds(name, content);
  return {
    outcome: return_code === 0 ? "ok" : "failed",
    stdout: textOf(stdout) ?? "",
    ...compact({ stderr: textOf(stderr), files }),
    returnCode: return_code,
    contentRest: compact({ ...more, error_code, content: files === undefined ? content : undefined }),
  };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The ids of the files that the code wrote; undefined for a list that holds something else. */
function fileIds(name: CodeTool["name"], content: Json | undefined): readonly string[] | undefined {
  if (!isJsonArray(content)) return undefined;
  const ids = content.flatMap((output) => {
    const id = isJsonObject(output) && output.type === `${name}_output` && hasOnly(output, FILE_NAMES) ? textOf(output.file_id) : undefined;
    return id ?? [];
  });
  return ids.length === content.length ? ids : undefined;
}

const FILE_NAMES = ["type", "file_id"];

function decodeResultContent(type: string, value: Json): Pick<ServerToolResultPart, "result" | "error" | "raw"> {
  if (isJsonObject(value) && value.type === `${type}_error` && typeof value.error_code === "string" && Object.keys(value).length === 2)
    return { error: value.error_code };
  if (type !== "web_search_tool_result" || !isJsonArray(value)) return { raw: value };
  let isWhole = true;
  // `{"type": "web_search_result", "url": …, "title": …, "encrypted_content": …, "page_age": …}`
  const result = value.flatMap((hit): SearchHit | [] => {
    const { type: _type, url, title, encrypted_content, page_age, ...rest } = isJsonObject(hit) ? hit : {};
    const isHit = typeof url === "string";
    isWhole &&= isHit && hasOnly(rest, []);
    if (!isHit) return [];
    return { url, ...compact({ title: textOf(title), encryptedContent: textOf(encrypted_content), pageAge: textOf(page_age) }) };
  });
  return isWhole ? { result } : { result, raw: value };
}

/** Fields of these parts that nothing here writes: none but those of all parts. */
({}) satisfies Record<
  Exclude<
    keyof ServerToolCallPart | keyof CodeCallPart | keyof ServerToolResultPart | keyof CodeResultPart,
    | ("type" | "cacheControl" | "signature" | "extensions")
    | ("id" | "name" | "input" | "language" | "code")
    | ("callId" | "result" | "error" | "raw" | "outcome" | "stdout" | "stderr" | "returnCode" | "files")
  >,
  never
>;

/** Tools that the service of this style runs. */
const SERVER_TOOLS: readonly string[] = [
  "web_search",
  "web_fetch",
  "text_editor_code_execution",
  "tool_search_tool_regex",
  "tool_search_tool_bm25",
  ...CODE_TOOLS.map(({ name }) => name),
];

export function encodeServerCall(part: ServerToolCallPart | CodeCallPart, path: Path, writer: BlockWriter): readonly Block[] {
  const { from = "messages", profile } = writer.options;
  if (part.type === "server-tool-call" && from !== "messages") {
    if (!SERVER_TOOLS.includes(part.name)) return dropPart(path, "messages has no place for this server tool", writer.report);
    if (writer.document === "request" && profile === "vendor")
      return dropPart(path, "The service refuses a call without a result", writer.report);
  }
  const { name, input } = part.type === "server-tool-call" ? part : codeCall(part, path, writer);
  const id = writer.ids.call(part.id, name, path, writer.report, true);
  return [withCommon({ type: "server_tool_use", id, name, input } as const, part)];
}

function codeCall({ language, code }: CodeCallPart, path: Path, { report }: BlockWriter): { readonly name: string; readonly input: Json } {
  const tool = CODE_TOOLS.find((known) => known.language === language) ?? CODE_TOOLS[0];
  if (tool.language !== language) dropFields({ language }, "warning", path, "messages", report);
  return { name: tool.name, input: { [tool.field]: code } };
}

export function encodeServerResult(part: ServerToolResultPart, path: Path, writer: BlockWriter): readonly Block[] {
  const kind = SERVER_RESULT_KINDS.find((known) => toolOfResult(known) === part.name);
  const content = kind === undefined ? undefined : encodeResultContent(kind, part);
  if (kind === undefined || content === undefined) return dropPart(path, "messages has no such result of a server tool", writer.report);
  const { id: tool_use_id } = writer.ids.result(part.callId, [...path, "callId"], writer.report);
  return [withCommon({ type: kind, tool_use_id, content }, part)];
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

export function encodeCodeResult(part: CodeResultPart, path: Path, writer: BlockWriter): readonly Block[] {
  const { callId, outcome, stdout, stderr, returnCode, files } = part;
  const call = writer.ids.result(callId, [...path, "callId"], writer.report);
  // A result does not state what ran; its call does.
  const name = call.name === "bash_code_execution" ? call.name : "code_execution";
  const output = { stdout: stdout || undefined, stderr: stderr || undefined, returnCode, files };
  // Code that ran out of time has none here.
  if (outcome === "timeout") dropFields(output, "warning", path, "messages", writer.report);
  const content =
    outcome === "timeout"
      ? { type: `${name}_tool_result_error`, error_code: "execution_time_exceeded" }
      : {
          type: `${name}_result`,
          stdout,
          stderr: stderr ?? "",
          return_code: returnCode ?? (outcome === "ok" ? 0 : 1),
          content: (files ?? []).map((file_id) => ({ type: `${name}_output`, file_id })),
        };
  return [withCommon({ type: `${name}_tool_result`, tool_use_id: call.id, content } as const, part)];
}
