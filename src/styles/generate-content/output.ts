/** What the answer is made of: `responseMimeType` with its schema, `responseModalities`, `imageConfig`, `speechConfig`. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, failure } from "../../core/issue.js";
import { isJsonArray, isJsonObject, isObject } from "../../core/json.js";
import type { JsonObject, Output, OutputFormat } from "../../model/index.js";
import { decodeSchema, encodeSchema } from "./schema.js";
import type { EncodeScope } from "./scope.js";
import { jsonObject } from "./tools.js";
import type { Report } from "./usage.js";
import type { GenerateContentGenerationConfig } from "./wire.js";

type Config = GenerateContentGenerationConfig;
type Rest = Readonly<Record<string, unknown>>;

export interface DecodedOutput {
  readonly output: Output;
  /** Fields of `generationConfig` that the model has no place for. */
  readonly rest: Rest;
  readonly imageRest: Rest;
  readonly speechRest: Rest;
}

type OutputFields = Pick<
  Config,
  "responseMimeType" | "responseSchema" | "responseJsonSchema" | "responseFormat" | "responseModalities" | "imageConfig" | "speechConfig"
>;

export function decodeOutput(config: OutputFields, report: Report): DecodedOutput {
  const { responseModalities, imageConfig, speechConfig } = config;
  const format = decodeFormat(config, report);
  const modalities = responseModalities
    ?.map((modality) => modality.toLowerCase())
    .filter((modality) => modality !== "modality_unspecified");
  const known = modalities?.filter(isModality);
  const readable = known !== undefined && known.length === modalities?.length;
  const { voiceConfig, ...speechRest } = speechConfig ?? {};
  const voice = voiceOf(voiceConfig);
  const { aspectRatio, imageSize, ...imageRest } = imageConfig ?? {};
  const image = imageConfig == null ? undefined : compact({ aspectRatio: aspectRatio ?? undefined, size: imageSize?.toLowerCase() });
  return {
    output: compact({
      format: format.format,
      modalities: readable && known.length > 0 ? known : undefined,
      audio: voice === undefined ? undefined : { voice },
      image,
    }),
    rest: {
      ...format.rest,
      ...(readable || responseModalities == null ? {} : { responseModalities }),
      ...(voice === undefined && speechConfig != null ? { speechConfig } : {}),
    },
    imageRest,
    speechRest: voice === undefined ? {} : speechRest,
  };
}

const MODALITIES = ["text", "audio", "image", "video"] as const;

function isModality(word: string): word is (typeof MODALITIES)[number] {
  return MODALITIES.some((known) => known === word);
}

/** The name of the voice, where its configuration says nothing else. */
function voiceOf(config: unknown): string | undefined {
  const prebuilt = isObject(config) && Object.keys(config).length === 1 ? config.prebuiltVoiceConfig : undefined;
  if (!isObject(prebuilt) || Object.keys(prebuilt).length !== 1) return undefined;
  return typeof prebuilt.voiceName === "string" ? prebuilt.voiceName : undefined;
}

function decodeFormat(config: OutputFields, report: Report): { readonly format?: OutputFormat; readonly rest: Rest } {
  const { responseMimeType, responseFormat } = config;
  const [entry, ...more] = responseFormat ?? [];
  const said = entry?.text;
  // The newer spelling counts only where the usual one is not given.
  if (responseMimeType == null && config.responseSchema == null && config.responseJsonSchema == null && said != null && more.length === 0) {
    const schema = jsonObject(said.schema);
    // The SDKs have two spellings: the media type, and the name of an enum member.
    const mime = said.mimeType?.toLowerCase().replace("_", "/") ?? (schema === undefined ? "text/plain" : "application/json");
    const format = formatOf(mime, undefined, schema);
    return format === undefined ? { rest: { responseFormat } } : { format, rest: {} };
  }
  const subset = jsonObject(config.responseSchema);
  const schema =
    jsonObject(config.responseJsonSchema) ??
    (subset === undefined ? undefined : decodeSchema(subset, ["generationConfig", "responseSchema"], report));
  const left = responseFormat == null ? {} : { responseFormat };
  if (responseMimeType == null && schema === undefined) return { rest: left };
  const format = formatOf(responseMimeType ?? "application/json", subset, schema);
  if (format?.type === "enum" && subset !== undefined)
    for (const key of Object.keys(subset))
      if (key !== "type" && key !== "enum" && subset[key] !== null)
        report(
          dropped(
            "dropped.field",
            ["generationConfig", "responseSchema", key],
            "An answer that is one word of a list needs the list only.",
            {
              severity: "info",
            },
          ),
        );
  const both = config.responseJsonSchema != null && config.responseSchema != null ? { responseSchema: config.responseSchema } : {};
  return format === undefined
    ? {
        rest: {
          ...left,
          ...compact({ responseMimeType, responseSchema: config.responseSchema, responseJsonSchema: config.responseJsonSchema }),
        },
      }
    : { format, rest: { ...left, ...both } };
}

function formatOf(mime: string, subset: JsonObject | undefined, schema: JsonObject | undefined): OutputFormat | undefined {
  if (mime === "text/x.enum") {
    const { enum: words, type } = subset ?? schema ?? {};
    if (typeof type === "string" && type.toLowerCase() !== "string") return undefined;
    return isJsonArray(words) && words.every((word) => typeof word === "string") ? { type: "enum", values: words } : undefined;
  }
  if (schema !== undefined && (mime === "application/json" || mime === "text/plain"))
    return { type: "json-schema", schema, dialect: "json-schema" };
  if (mime === "application/json") return { type: "json" };
  return mime === "text/plain" ? { type: "text" } : undefined;
}

/** Issues carry canonical paths. */
export function encodeOutput(output: Output, scope: EncodeScope): Config {
  const { format, modalities, verbosity, audio, image, ...rest } = output;
  rest satisfies NothingLeft;
  if (verbosity !== undefined)
    scope.report(
      dropped("dropped.field", ["output", "verbosity"], "generate-content has no verbosity; the answer has its usual length.", {
        from: verbosity.slice(0, 100),
      }),
    );
  const imageConfig =
    image === undefined
      ? undefined
      : compact({
          aspectRatio: image.aspectRatio,
          imageSize: scope.profile === "vendor" ? image.size?.toUpperCase() : image.size?.toLowerCase(),
        });
  return compact({
    ...encodeFormat(format, scope),
    responseModalities: modalities?.map((modality) => modality.toUpperCase()),
    imageConfig,
    speechConfig: encodeSpeech(audio, scope),
  });
}

function encodeFormat(format: OutputFormat | undefined, scope: EncodeScope): Config {
  switch (format?.type) {
    case undefined:
      return {};
    case "text":
      return { responseMimeType: "text/plain" };
    case "json":
      return { responseMimeType: "application/json" };
    case "enum":
      if (scope.profile === "gateway" && !scope.own) {
        scope.report(
          failure("failed.unsupported", ["output", "format"], "The specification knows no answers that are one word of a list."),
        );
        return {};
      }
      return { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: [...format.values] } };
    case "json-schema": {
      const { type: _type, schema, dialect: _dialect, name, description, strict, ...rest } = format;
      rest satisfies NothingLeft;
      for (const [key, value] of Object.entries({ name, description, strict }))
        if (value !== undefined)
          scope.report(
            dropped("dropped.field", ["output", "format", key], "A generate-content schema has no such field; the schema itself is kept.", {
              severity: "info",
            }),
          );
      const written = encodeSchema(schema, scope.options.gSchema ?? "auto", ["output", "format", "schema"], scope.report);
      return {
        responseMimeType: "application/json",
        ...(written.field === "subset" ? { responseSchema: written.schema } : { responseJsonSchema: written.schema }),
      };
    }
    default:
      format satisfies never;
      return {};
  }
}

function encodeSpeech(audio: JsonObject | undefined, scope: EncodeScope): JsonObject | undefined {
  if (audio === undefined) return undefined;
  const { voice, ...others } = audio;
  for (const key of Object.keys(others))
    scope.report(dropped("dropped.field", ["output", "audio", key], "generate-content chooses the form of its audio itself."));
  // A voice of one's own is an object at one vendor.
  const name = isJsonObject(voice) ? voice.id : voice;
  if (typeof name !== "string") return undefined;
  if (!scope.own)
    scope.report(
      approximated(
        "approximated.media",
        ["output", "audio", "voice"],
        "Voices have other names at every vendor; the name is passed on as it is.",
        { from: name.slice(0, 100) },
      ),
    );
  return { voiceConfig: { prebuiltVoiceConfig: { voiceName: name } } };
}
