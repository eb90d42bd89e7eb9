/**
 * Requests of `POST /v1beta/models/{model}:generateContent` and their canonical form. The model and whether the answer is
 * streamed are in the path, so that decoding wants it.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure, notice } from "../../core/issue.js";
import { fail, ok, settle } from "../../core/result.js";
import type { FieldPaths } from "../../core/trace.js";
import { isPlainPath } from "../../core/url-path.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Instruction, SafetySetting } from "../../model/index.js";
import { contextOf, usageAsked } from "../context.js";
import type { RequestCodec } from "../style.js";
import { decodeTier, encodeCache, encodeLabels, encodeTier } from "./account.js";
import { bareModel, edge, noSuchModel, readTarget, unknownTarget } from "./edge.js";
import { CONFIG_FIELDS, decodeConfig, encodeConfig } from "./generation-config.js";
import { readRenamed, relocate } from "./names.js";
import { decodeVisibleText } from "./parts.js";
import { type DecodeScope, decodeScope, type EncodeScope, encodeScope, STYLE } from "./scope.js";
import { stripForeignSignatures } from "./strip-foreign-signatures.js";
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.js";
import { decodeTools, encodeTools, showsInvocations } from "./tools.js";
import { decodeContents } from "./turns.js";
import { encodeContents } from "./turns-encoder.js";
import { GenerateContentRequest } from "./wire.js";

const FIELDS = {
  ...CONFIG_FIELDS,
  instructions: ["systemInstruction"],
  turns: ["contents"],
  toolChoice: ["toolConfig", "functionCallingConfig"],
  "toolChoice.names": ["toolConfig", "functionCallingConfig", "allowedFunctionNames"],
  "toolChoice.name": ["toolConfig", "functionCallingConfig", "allowedFunctionNames"],
  safety: ["safetySettings"],
  "cache.handle": ["cachedContent"],
  metadata: ["labels"],
} as const;

/** The other way: where fields of the body stand in the model. */
const BODY_FIELDS = {
  ...Object.fromEntries(Object.entries(CONFIG_FIELDS).map(([field, path]) => [path.join("."), field.split(".")])),
  "generationConfig.responseSchema": ["output", "format", "schema"],
  "generationConfig.responseJsonSchema": ["output", "format", "schema"],
  "generationConfig.thinkingConfig": ["thinking"],
  systemInstruction: ["instructions"],
  contents: ["turns"],
  "toolConfig.functionCallingConfig": ["toolChoice"],
  "toolConfig.includeServerSideToolInvocations": ["tools"],
  safetySettings: ["safety"],
  cachedContent: ["cache", "handle"],
  labels: ["metadata"],
} as const;

export const request: RequestCodec<GenerateContentRequest> = {
  decode(body, options = {}) {
    const read = readRenamed(GenerateContentRequest, body, "R-089");
    if (!read.ok) return read;
    const scope = decodeScope(options);
    const asked = options.path === undefined ? undefined : readTarget(options.path);
    if (options.path !== undefined && asked === undefined) return fail([unknownTarget(options.path)]);
    const value = decodeRequest(read.value, asked?.model ?? "", asked?.stream ?? false, scope);
    return {
      ...ok(
        value,
        scope.issues.map((issue) => ({ ...issue, path: relocate(issue.path, body) })),
      ),
      locate: (path) => relocate(scope.trace.locate(value, read.value, path), body),
    };
  },
  encode(canonical, options = {}) {
    const model = options.model ?? canonical.model;
    const scope = {
      ...encodeScope("request", model, options),
      ...compact({ sharedDetail: sharedDetail(canonical, options.profile ?? "gateway", options.from) }),
    };
    if (model === "")
      scope.report(
        failure("validation.R-087", ["model"], "The model stands in the URL of generate-content and may not be empty.", { rule: "R-087" }),
      );
    const path = edge.format({ model, stream: canonical.stream });
    if (!isPlainPath(path)) scope.report(noSuchModel(model));
    if (bareModel(model) !== model && !scope.own)
      scope.report(equivalent(["model"], "The path names the model by its id alone, and so does the way back."));
    const body = encodeRequest(canonical, model, scope);
    const result = settle(
      {
        path,
        body,
        context: contextOf(canonical, scope.aliases, usageAsked(canonical, scope.options.from)),
      },
      scope.issues,
    );
    return result.ok ? { ...result, locate: (path) => scope.trace.locate(body, canonical, path) } : result;
  },
  stripForeignSignatures,
};

function decodeRequest(wire: GenerateContentRequest, model: string, stream: boolean, scope: DecodeScope): CanonicalRequest {
  const {
    contents,
    systemInstruction,
    generationConfig,
    safetySettings,
    tools,
    toolConfig,
    async,
    cachedContent,
    labels,
    serviceTier,
    ...rest
  } = wire;
  const config = decodeConfig(generationConfig ?? {}, scope.report);
  const { generation } = capabilitiesOf(model, undefined);
  if (config.thinking?.effort !== undefined && generation !== undefined && generation < 3)
    scope.report(
      equivalent(
        ["generationConfig", "thinkingConfig"],
        "Models of this generation take a budget; the way back has one in place of the level.",
      ),
    );
  const decodedTools = decodeTools(tools ?? [], scope);
  const { functionCallingConfig, ...configRest } = toolConfig ?? {};
  const choice = functionCallingConfig == null ? undefined : decodeToolChoice(functionCallingConfig, decodedTools, scope);
  const tier = decodeTier(serviceTier);
  return scope.trace.mark(
    {
      model,
      instructions: systemInstruction == null ? [] : decodeInstruction(systemInstruction, scope),
      turns: decodeContents(contents, scope),
      tools: decodedTools,
      sampling: config.sampling,
      limits: config.limits,
      output: config.output,
      stream,
      ...compact({
        toolChoice: choice?.choice,
        thinking: config.thinking,
        mediaResolution: config.mediaResolution,
        safety: safetySettings?.length ? safetySettings.map((setting, index) => decodeSafety(setting, index, scope)) : undefined,
        cache: cachedContent == null ? undefined : { handle: cachedContent },
        metadata: labels ?? undefined,
        serviceTier: tier,
        async: async ?? undefined,
      }),
      ...keepUnknown(STYLE, tier === undefined ? { ...rest, serviceTier } : rest, [
        ...config.unknown,
        ["toolConfig", configRest],
        [["toolConfig", "functionCallingConfig"], choice?.rest ?? {}],
      ]),
    },
    [],
    config.mediaResolution === undefined ? { ...FIELDS, ...resolutionFields(contents) } : FIELDS,
  );
}

/** Where nothing is said for the whole request, the first part with a resolution of its own says it. */
function resolutionFields(contents: GenerateContentRequest["contents"]): FieldPaths {
  for (const [index, { parts }] of contents.entries()) {
    const position = parts.findIndex(({ mediaResolution }) => mediaResolution != null);
    if (position !== -1) return { mediaResolution: ["contents", index, "parts", position, "mediaResolution"] };
  }
  return {};
}

function decodeInstruction(
  { role, parts, ...others }: NonNullable<GenerateContentRequest["systemInstruction"]>,
  scope: DecodeScope,
): Instruction[] {
  const path = ["systemInstruction"];
  // Only `user` says nothing.
  const rest = role == null || role === "user" ? others : { ...others, role };
  const texts = parts.map((part, index) => decodeVisibleText(part, part.text, [...path, "parts", index], scope));
  return [scope.trace.mark({ role: "system", parts: texts, ...keepUnknown(STYLE, rest) } as const, path)];
}

function decodeSafety(
  setting: NonNullable<GenerateContentRequest["safetySettings"]>[number],
  index: number,
  scope: DecodeScope,
): SafetySetting {
  const { category, threshold, method, ...rest } = setting;
  return scope.trace.mark({ category, threshold, ...compact({ method: method ?? undefined }), ...keepUnknown(STYLE, rest) }, [
    "safetySettings",
    index,
  ]);
}

function encodeRequest(canonical: CanonicalRequest, model: string, scope: EncodeScope): GenerateContentRequest {
  const {
    model: _model,
    instructions: _instructions,
    turns: _messages,
    tools,
    toolChoice,
    parallelToolCalls,
    sampling: _sampling,
    limits: _limits,
    output: _output,
    thinking: _thinking,
    mediaResolution: _resolution,
    safety,
    cache,
    endUserId,
    metadata,
    serviceTier,
    stream,
    includeStreamUsage,
    async,
    extensions,
    ...rest
  } = canonical;
  rest satisfies NothingLeft;
  const { contents, systemInstruction } = encodeContents(canonical, scope);
  const config = encodeConfig(canonical, scope);
  const choice = encodeToolChoice(toolChoice, tools, scope);
  const written = encodeTools(tools, choice.kept, scope);
  if (parallelToolCalls === false)
    scope.report(
      dropped("dropped.field", ["parallelToolCalls"], "generate-content cannot forbid several calls at once; the model may make them.", {
        from: false,
      }),
    );
  if (parallelToolCalls === true && !scope.own)
    scope.report(equivalent(["parallelToolCalls"], "generate-content always allows several calls at once; the way back says nothing."));
  if (stream && includeStreamUsage !== true && scope.options.from === "chat-completions")
    scope.report(
      equivalent(["includeStreamUsage"], "A stream of generate-content always tells what it cost; the context keeps that nobody asked."),
    );
  encodeCache(cache, scope);
  dropUnknown(extensions, STYLE, [], scope.report);
  if (config.imageConfig != null && capabilitiesOf(model, scope.options.capabilities).imageOutput === false && !scope.own)
    scope.report(approximated("approximated.media", ["output", "image"], "This model gives no images."));
  const jsonBeside =
    config.responseMimeType != null && config.responseMimeType !== "text/plain" && written[0]?.functionDeclarations != null;
  if (jsonBeside && !scope.own && (scope.generation ?? 0) < 3)
    scope.report(
      notice(
        "vendor_extension",
        ["output", "format"],
        "Models before generation 3 give no answers of a set form beside functions, and refuse the request; leave out the functions or the form.",
        { severity: "warning" },
      ),
    );
  const toolConfig = compact({
    functionCallingConfig: choice.config,
    includeServerSideToolInvocations: showsInvocations(written, scope),
  });
  const body = compact({
    contents: [...contents],
    systemInstruction,
    generationConfig: Object.keys(config).length === 0 ? undefined : config,
    safetySettings: safety?.map((setting, index) => encodeSafety(setting, index, scope)),
    tools: written.length === 0 ? undefined : written,
    toolConfig: Object.keys(toolConfig).length === 0 ? undefined : toolConfig,
    async: encodeAsync(async, stream, scope),
    cachedContent: cache?.handle,
    labels: encodeLabels(metadata, endUserId, scope),
    serviceTier: encodeTier(serviceTier, scope),
  });
  return scope.trace.mark(restoreUnknown(body, extensions, STYLE), [], BODY_FIELDS);
}

function encodeSafety(
  setting: SafetySetting,
  index: number,
  scope: EncodeScope,
): NonNullable<GenerateContentRequest["safetySettings"]>[number] {
  const { category, threshold, method, extensions, ...rest } = setting;
  rest satisfies NothingLeft;
  dropUnknown(extensions, STYLE, ["safety", index], scope.report);
  return scope.trace.mark(restoreUnknown({ category, threshold, ...compact({ method }) }, extensions, STYLE), ["safety", index]);
}

function encodeAsync(async: boolean | undefined, stream: boolean, scope: EncodeScope): boolean | undefined {
  if (async === true && stream && scope.profile === "gateway" && !scope.own)
    scope.report(failure("validation.R-155", ["async"], "`async` and a stream exclude each other.", { rule: "R-155" }));
  return async;
}

/** In the specification a resolution is said once, for all media: it takes a detail that every image shares. */
function sharedDetail(canonical: CanonicalRequest, profile: string, from: string | undefined): EncodeScope["sharedDetail"] {
  if (profile !== "gateway" || from === undefined || from === STYLE || canonical.mediaResolution !== undefined) return undefined;
  const details = new Set<string>();
  let shared: EncodeScope["sharedDetail"];
  for (const { parts } of canonical.turns)
    for (const part of parts) {
      if (part.type !== "image") continue;
      details.add(part.detail ?? "auto");
      if (part.detail !== undefined && part.detail !== "auto") shared = part.detail;
    }
  return details.size === 1 ? shared : undefined;
}
