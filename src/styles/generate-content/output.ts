/** What the answer is made of: `responseMimeType` with its schema, `responseModalities`, `imageConfig`, `speechConfig`. */

import type { NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, failure } from "../../core/issue.js";
import { isJsonArray, isJsonObject, isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { reportLost } from "../../fields/codec.js";
import type { JsonObject, OutputFormat } from "../../model/index.js";
import { decodeSchema, encodeSchema } from "./schema.js";
import type { EncodeScope } from "./scope.js";
import { jsonObject } from "./tools.js";
import type { Report } from "./usage.js";
import type { GenerateContentGenerationConfig } from "./wire.js";

type Config = GenerateContentGenerationConfig;
type Rest = Readonly<Record<string, unknown>>;

type OutputFields = Pick<Config, "responseMimeType" | "responseSchema" | "responseJsonSchema" | "responseFormat">;

/** @returns the format, and the fields of `generationConfig` that it has no place for */
export function decodeFormat(config: OutputFields, report: Report): { readonly format?: OutputFormat; readonly rest: Rest } {
  const { responseMimeType, responseSchema, responseJsonSchema, responseFormat } = config;
  const [entry, ...more] = responseFormat ?? [];
  const newer = entry?.text;
  // The newer spelling counts only where the usual one is not given.
  if ((responseMimeType ?? responseSchema ?? responseJsonSchema) == null && newer != null && more.length === 0) {
    const schema = jsonObject(newer.schema);
    // The SDKs have two spellings: the media type, and the name of an enum member.
    const mime = newer.mimeType?.toLowerCase().replace("_", "/") ?? (schema === undefined ? "text/plain" : "application/json");
    const format = formatOf(mime, undefined, schema);
    return format === undefined ? { rest: { responseFormat } } : { format, rest: {} };
  }
  const path = ["generationConfig", "responseSchema"];
  const subset = jsonObject(responseSchema);
  const schema = jsonObject(responseJsonSchema) ?? (subset && decodeSchema(subset, path, report));
  if (responseMimeType == null && schema === undefined) return { rest: { responseFormat } };
  const format = formatOf(responseMimeType ?? "application/json", subset, schema);
  if (format === undefined) return { rest: { responseFormat, responseMimeType, responseSchema, responseJsonSchema } };
  if (format.type === "enum")
    for (const key of Object.keys(subset ?? {}))
      if (key !== "type" && key !== "enum" && subset?.[key] !== null) {
        const message = "An answer that is one word of a list needs the list only.";
        report(dropped("dropped.field", [...path, key], message, { severity: "info" }));
      }
  return { format, rest: responseJsonSchema == null ? { responseFormat } : { responseFormat, responseSchema } };
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
export function encodeFormat(format: OutputFormat | undefined, scope: EncodeScope): Config {
  const path = ["output", "format"];
  switch (format?.type) {
    case undefined:
      return {};
    case "text":
      return { responseMimeType: "text/plain" };
    case "json":
      return { responseMimeType: "application/json" };
    case "enum":
      if (scope.profile === "vendor" || scope.own)
        return { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: [...format.values] } };
      scope.report(failure("failed.unsupported", path, "The specification knows no answers that are one word of a list."));
      return {};
    case "json-schema": {
      const { type: _type, schema, dialect: _dialect, name, description, strict, ...rest } = format;
      rest satisfies NothingLeft;
      for (const [key, value] of Object.entries({ name, description, strict }))
        if (value !== undefined) reportLost(value, scope, [...path, key], { effect: "the schema itself is kept", idle: true });
      const written = encodeSchema(schema, scope.options.gSchema ?? "auto", [...path, "schema"], scope.report);
      const field = written.field === "subset" ? "responseSchema" : "responseJsonSchema";
      return { responseMimeType: "application/json", [field]: written.schema };
    }
    default:
      return format satisfies never;
  }
}

/** The name of the voice, where its configuration says nothing else. */
export function voiceOf(config: unknown): string | undefined {
  const prebuilt = isObject(config) && Object.keys(config).length === 1 ? config.prebuiltVoiceConfig : undefined;
  if (!isObject(prebuilt) || Object.keys(prebuilt).length !== 1) return undefined;
  return typeof prebuilt.voiceName === "string" ? prebuilt.voiceName : undefined;
}

export function writeSpeech({ voice, ...others }: JsonObject, { report }: EncodeScope, path: Path): JsonObject | undefined {
  for (const key of Object.keys(others))
    report(dropped("dropped.field", [...path, key], "generate-content chooses the form of its audio itself."));
  // A voice of one's own is an object at one vendor.
  const name = isJsonObject(voice) ? voice.id : voice;
  if (typeof name !== "string") return undefined;
  const message = "Voices have other names at every vendor; the name is passed on as it is.";
  report(approximated("approximated.media", [...path, "voice"], message, { from: brief(name) }));
  return { voiceConfig: { prebuiltVoiceConfig: { voiceName: name } } };
}
