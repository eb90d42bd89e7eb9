/** What the answer is made of: `responseMimeType` with its schema, `responseModalities`, `imageConfig`, `speechConfig`. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, failure } from "../../core/issue.js";
import { isJsonArray, isJsonObject, isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
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
export function encodeFormat(format: OutputFormat | undefined, scope: EncodeScope): Config {
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

/** The name of the voice, where its configuration says nothing else. */
export function voiceOf(config: unknown): string | undefined {
  const prebuilt = isObject(config) && Object.keys(config).length === 1 ? config.prebuiltVoiceConfig : undefined;
  if (!isObject(prebuilt) || Object.keys(prebuilt).length !== 1) return undefined;
  return typeof prebuilt.voiceName === "string" ? prebuilt.voiceName : undefined;
}

export function writeSpeech({ voice, ...others }: JsonObject, { own, report }: EncodeScope, path: Path): JsonObject | undefined {
  for (const key of Object.keys(others))
    report(dropped("dropped.field", [...path, key], "generate-content chooses the form of its audio itself."));
  // A voice of one's own is an object at one vendor.
  const name = isJsonObject(voice) ? voice.id : voice;
  if (typeof name !== "string") return undefined;
  if (!own) {
    const message = "Voices have other names at every vendor; the name is passed on as it is.";
    report(approximated("approximated.media", [...path, "voice"], message, { from: brief(name) }));
  }
  return { voiceConfig: { prebuiltVoiceConfig: { voiceName: name } } };
}
