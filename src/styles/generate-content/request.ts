/**
 * Requests of `POST /v1beta/models/{model}:generateContent` and their canonical form. The model and whether the answer is
 * streamed are in the path, so that decoding wants it.
 */

import { equivalent, fail, failure, type Issue, notice, overruled, type Report } from "../../core/issue.js";
import { compact, isJsonArray, type Only } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { decodeFields, encodeFields, reportLost } from "../../fields/codec.js";
import { modelGiven } from "../../model/common.js";
import { dropAll, hasOnly, keepUnknown } from "../../model/extensions.js";
import { fitModel } from "../../model/fit-model.js";
import type { CanonicalRequest, JsonObject, OutputFormat } from "../../model/index.js";
import type { DecodeOptions } from "../options.js";
import { decodedFrom, emptyRequest, encodedRequest, type FittedRequest, keepRequest } from "../shared/codec.js";
import { fitBody } from "../shared/dialect.js";
import type { Decoded, RequestCodec } from "../style.js";
import { bareModel, edge, NAMELESS, pathFaults, readTarget, unknownTarget } from "./edge.js";
import { REQUEST_FIELDS, userLabel } from "./fields.js";
import { RESOLUTIONS } from "./media.js";
import { asVendorReads, readRenamed, relocate } from "./names.js";
import { decodeVisibleText } from "./parts.js";
import { decodeSchema, encodeSchema, type Reduction, reduction } from "./schema.js";
import { type DecodeScope, decodeScope, type EncodeScope, encodeScope, STYLE } from "./scope.js";
import { decodeEntry, decodeToolChoice, encodeToolChoice, encodeTools, jsonObject } from "./tools.js";
import { decodeContents, encodeContents } from "./turns.js";
import { type GenerateContentGenerationConfig, GenerateContentRequest } from "./wire.js";

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalRequest> {
  const found: Issue[] = [];
  const report = (issue: Issue): void => void found.push(issue);
  const read = readRenamed(GenerateContentRequest, body, "R-089", report, (document) =>
    options.profile === "vendor"
      ? asVendorReads(document, (path) => report(equivalent(path, "One thing in place of a list is read as a list of one.")))
      : document,
  );
  if (!read.ok) return read;
  const scope = decodeScope(options, read.value === body ? {} : { given: (path) => relocate(path, body) });
  for (const issue of found) scope.report(issue);
  const asked = options.path === undefined ? undefined : readTarget(options.path);
  if (options.path !== undefined && asked === undefined) return fail([pathFaults(options.path)[0] ?? unknownTarget(options.path)]);
  return decodedFrom(decodeRequest(read.value, asked?.model ?? "", asked?.stream ?? false, scope), read.value, scope);
}

type Fit = (given: CanonicalRequest, scope: EncodeScope) => FittedRequest;

const codec = (fitting: Fit, reduction?: Reduction): RequestCodec<GenerateContentRequest> => ({
  decode,
  encode(given, options = {}) {
    const model = modelGiven(options.model, given.model) ?? given.model;
    const beside = { sharedDetail: detailOfAll(given, options.profile ?? "gateway", options.from), reduction };
    const scope = encodeScope("request", model, options, beside);
    const unnamed = "The URL names the model; none is given.";
    if (NAMELESS.test(model)) scope.report(failure("validation.R-087", ["model"], unnamed, { rule: "R-087" }));
    if (bareModel(model) !== model && !scope.own)
      scope.report(equivalent(["model"], "The model is named by its id alone here, and on the way back."));
    const fit = fitting(given, scope);
    const { body, plain } = encodeRequest(fit.request, scope);
    return encodedRequest(body, given, REQUEST_FIELDS, edge, scope, fit, plain);
  },
});

export const request = codec((given, scope) => ({ request: fitModel(given, scope, edge.models), body: fitBody }), reduction);

/** The same for who fits the request to its model and its vendor. */
export const plainRequest = codec(keepRequest);

function decodeRequest(wire: GenerateContentRequest, model: string, stream: boolean, scope: DecodeScope): CanonicalRequest {
  const { contents, systemInstruction, generationConfig, tools, toolConfig } = wire;
  const { trace, report } = scope;
  const value = emptyRequest(model, stream);
  const { unknown } = decodeFields(REQUEST_FIELDS, wire, report, value);
  const shape = generationConfig == null ? undefined : decodeFormat(generationConfig, report);
  if (systemInstruction != null) value.instructions = decodeInstruction(systemInstruction, scope);
  value.turns = decodeContents(contents, scope);
  if (tools != null) value.tools = tools.flatMap((entry, index) => decodeEntry(entry, ["tools", index], scope));
  if (shape !== undefined) unknown.push(["generationConfig", shape.rest]);
  if (shape?.format !== undefined)
    value.output = Object.assign({ format: trace.mark(shape.format, ["generationConfig"], shape.paths) }, value.output);
  if (toolConfig != null) {
    const { functionCallingConfig, ...configRest } = toolConfig;
    const { choice, rest } = decodeToolChoice(functionCallingConfig ?? {}, value.tools, scope);
    if (choice !== undefined) value.toolChoice = choice;
    unknown.push(["toolConfig", configRest], [["toolConfig", "functionCallingConfig"], rest]);
  }
  if (unknown.length > 0) Object.assign(value, keepUnknown(STYLE, {}, unknown));
  return trace.mark(value, [], () => [REQUEST_FIELDS.paths(), value.mediaResolution === undefined ? resolutionFields(contents) : {}]);
}

/** Where none is set for the whole request, it is that of the first part with a resolution of its own. */
function resolutionFields(contents: GenerateContentRequest["contents"]): FieldPaths {
  for (const [index, { parts }] of contents.entries()) {
    const position = parts.findIndex(({ mediaResolution }) => mediaResolution != null);
    if (position !== -1) return { mediaResolution: ["contents", index, "parts", position, "mediaResolution"] };
  }
  return {};
}

function decodeInstruction({ role, parts, ...others }: NonNullable<GenerateContentRequest["systemInstruction"]>, scope: DecodeScope) {
  const path = ["systemInstruction"];
  // `user` alone adds nothing.
  const rest = role == null || role === "user" ? others : { ...others, role };
  const texts = parts.map((part, index) => decodeVisibleText(part, part.text, [...path, "parts", index], scope));
  return [scope.trace.mark({ role: "system", parts: texts, ...keepUnknown(STYLE, rest) } as const, path)];
}

function encodeRequest(canonical: CanonicalRequest, scope: EncodeScope) {
  const { tools, toolChoice, output, endUserId } = canonical;
  const { sharedDetail } = scope;
  const { contents, systemInstruction, plain } = encodeContents(canonical, scope);
  const fields = encodeFields(REQUEST_FIELDS, canonical, scope);
  const config: Config = Object.assign(fields.generationConfig ?? {}, output.format && encodeFormat(output.format, scope));
  // Never beside one of the request itself.
  if (sharedDetail !== undefined) config.mediaResolution = RESOLUTIONS[sharedDetail === "original" ? "high" : sharedDetail];
  const label = userLabel(endUserId, scope);
  const choice = encodeToolChoice(toolChoice, tools, scope);
  const written = encodeTools(tools, choice.kept, scope);
  const jsonBeside =
    config.responseMimeType != null && config.responseMimeType !== "text/plain" && written.tools?.[0]?.functionDeclarations != null;
  if (jsonBeside && !scope.own && (scope.generation ?? 0) < 3)
    scope.report(notice("vendor_extension", ["output", "format"], FORM_BESIDE_FUNCTIONS, { severity: "warning" }));
  const body: GenerateContentRequest = Object.assign(
    systemInstruction === undefined ? { contents } : { contents, systemInstruction },
    fields,
  );
  if (!hasOnly(config, [])) body.generationConfig = config;
  if (written.tools !== undefined) body.tools = written.tools;
  if (choice.config !== undefined) body.toolConfig = { functionCallingConfig: choice.config };
  if (written.toolConfig !== undefined) body.toolConfig = { ...body.toolConfig, ...written.toolConfig };
  if (label !== undefined) body.labels = Object.fromEntries([label]);
  return { body, plain };
}

const FORM_BESIDE_FUNCTIONS = "Models before generation 3 refuse a form of the answer beside functions.";

/** In the specification a resolution is set once, for all media: it takes a detail that every image shares. */
function detailOfAll(canonical: CanonicalRequest, profile: string, from: string | undefined): EncodeScope["sharedDetail"] {
  if (profile !== "gateway" || from === undefined || from === STYLE || canonical.mediaResolution !== undefined) return undefined;
  let shared: EncodeScope["sharedDetail"] | "auto";
  for (const { parts } of canonical.turns)
    for (const part of parts) {
      if (part.type !== "image") continue;
      const { detail = "auto" } = part;
      if (shared !== undefined && detail !== shared) return undefined;
      shared = detail;
    }
  return shared === "auto" ? undefined : shared;
}

type Config = GenerateContentGenerationConfig;

const NO_MORE = "Only the media type and the schema of a form are read.";

/** With the places of its members in `generationConfig`, and the fields there that it has no place for. */
function decodeFormat(config: Config, report: Report) {
  const { responseMimeType, responseSchema, responseJsonSchema, responseFormat } = config;
  const [entry, ...more] = responseFormat ?? [];
  const { text, ...others } = entry ?? {};
  // The newer spelling counts only where the usual one is not given.
  const newer = (responseMimeType ?? responseSchema ?? responseJsonSchema) == null && more.length === 0 ? (text ?? undefined) : undefined;
  const [json, subset] = [jsonObject(newer?.schema ?? responseJsonSchema), jsonObject(responseSchema)];
  const usual = [json === undefined ? "responseSchema" : "responseJsonSchema"];
  const at = newer === undefined ? usual : ["responseFormat", 0, "text", "schema"];
  const path = ["generationConfig", ...at];
  // The SDKs have two spellings of the newer one: the media type, and the name of an enum member.
  const mime = responseMimeType ?? newer?.mimeType?.toLowerCase().replace("_", "/");
  // Of a list of words no more is read than the words.
  const schema = json ?? (subset && decodeSchema(subset, path, mime === "text/x.enum" ? () => {} : report));
  if ((mime ?? schema ?? newer) === undefined) return { rest: { responseFormat } };
  const format = formatOf(mime, json ?? subset, schema);
  if (format === undefined) return { rest: { responseFormat, responseMimeType, responseSchema, responseJsonSchema } };
  if (json !== undefined && subset !== undefined) report(overruled(["generationConfig", "responseSchema"], "responseJsonSchema"));
  if (format.type === "enum") {
    const { type: _type, enum: _words, ...unread } = json ?? subset ?? {};
    dropAll(unread, path, "Only the words of such a schema are read.", report);
  }
  if (newer !== undefined) {
    const { mimeType: _mime, schema: _schema, ...unknown } = newer;
    dropAll(others, path.slice(0, 3), NO_MORE, report);
    dropAll(unknown, path.slice(0, 4), NO_MORE, report);
  }
  // A media type beside a schema says no more than that.
  const whole = newer !== undefined ? ["responseFormat"] : schema === undefined ? ["responseMimeType"] : at;
  const paths = { "": whole, schema: at, values: [...at, "enum"] };
  return { format, paths, rest: newer === undefined ? { responseFormat } : {} };
}

/** @param given the schema as it is spelled */
function formatOf(mime = "text/plain", given: JsonObject | undefined, schema: JsonObject | undefined): OutputFormat | undefined {
  if (mime === "text/x.enum") {
    const { enum: words, type } = given ?? {};
    if (typeof type === "string" && type.toLowerCase() !== "string") return undefined;
    return isJsonArray(words) && words.every((word) => typeof word === "string") ? { type: "enum", values: words } : undefined;
  }
  if (mime !== "application/json" && mime !== "text/plain") return undefined;
  return schema ? { type: "json-schema", schema } : { type: mime === "text/plain" ? "text" : "json" };
}

/** Issues carry canonical paths. */
function encodeFormat(format: OutputFormat, scope: EncodeScope): Config {
  const path = ["output", "format"];
  switch (format.type) {
    case "text":
      return { responseMimeType: "text/plain" };
    case "json":
      return { responseMimeType: "application/json" };
    case "enum":
      if (scope.profile === "vendor" || scope.own)
        return { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: [...format.values] } };
      scope.report(failure("failed.unsupported", path, "The specification has no answers that are one word of a list."));
      return {};
    case "json-schema": {
      format satisfies Only<typeof format, "type" | "schema" | "name" | "description" | "strict">;
      const { schema, name, description, strict } = format;
      for (const [key, value] of Object.entries({ name, description, strict }))
        if (value !== undefined) reportLost(value, scope, [...path, key], { effect: "the schema itself is kept", idle: true });
      const written = encodeSchema(schema, "format", [...path, "schema"], scope);
      const field = written.field === "subset" ? "responseSchema" : "responseJsonSchema";
      return { responseMimeType: "application/json", ...compact({ [field]: written.schema }) };
    }
    default:
      return format satisfies never;
  }
}
