/** What the answer is to be: its format, its modalities and the voice. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue, notice } from "../../core/issue.js";
import { isObject, plainObject } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import type { StyleName } from "../../model/common.js";
import type { Rest } from "../../model/extensions.js";
import type { CanonicalRequest, OutputFormat } from "../../model/index.js";
import { isOneOf, MODALITIES } from "./limits.js";
import { isOwn } from "./parts.js";
import type { ChatCompletionsRequest, ResponseFormat } from "./wire.js";

/** The source style decides whether unknown words may go back. */
type Target = { readonly from: StyleName | undefined };
type Report = (issue: Issue) => void;
type Unknown = readonly (readonly [keys: readonly string[], rest: Rest])[];

export interface DecodedOutput {
  readonly output: CanonicalRequest["output"];
  readonly unknown: Unknown;
  /** Where the schema stands, if not where it usually does. */
  readonly fields: FieldPaths;
}

export function decodeOutput(body: ChatCompletionsRequest): DecodedOutput {
  const { format, unknown, fields = {} } = decodeFormat(body.response_format ?? undefined);
  const given = body.modalities ?? undefined;
  const modalities = given?.filter((modality) => isOneOf(ALL_MODALITIES, modality));
  const all = modalities?.length === given?.length;
  return {
    output: compact({
      format,
      modalities: all ? modalities : undefined,
      verbosity: body.verbosity ?? undefined,
      audio: body.audio ?? undefined,
    }),
    unknown: [...unknown, [[], all ? {} : { modalities: given }]],
    fields,
  };
}

const ALL_MODALITIES = ["text", "audio", "image", "video"] as const;

/** Other servers take a schema right beside the type. */
const SCHEMA_BESIDE = { "output.format.schema": ["response_format", "schema"] } as const;

function decodeFormat(given: ResponseFormat | undefined): {
  readonly format?: OutputFormat;
  readonly unknown: Unknown;
  readonly fields?: FieldPaths;
} {
  if (given === undefined) return { unknown: [] };
  const { type, json_schema, ...rest } = given;
  const at = ["response_format"];
  if (type === "text") return { format: { type }, unknown: [[at, { ...rest, json_schema }]] };
  const { schema: beside, ...others } = rest;
  if ((type === "json_object" || type === "json_schema") && !json_schema && isObject(beside))
    return {
      format: { type: "json-schema", schema: plainObject(beside), dialect: "json-schema" },
      unknown: [[at, others]],
      fields: SCHEMA_BESIDE,
    };
  if (type === "json_object") return { format: { type: "json" }, unknown: [[at, { ...rest, json_schema }]] };
  if (type !== "json_schema" || !json_schema?.schema) return { unknown: [[[], { response_format: given }]] };
  const { name, description, schema, strict, ...schemaRest } = json_schema;
  return {
    format: compact({
      type: "json-schema" as const,
      schema,
      dialect: "json-schema" as const,
      name: name ?? undefined,
      description: description ?? undefined,
      strict: strict ?? undefined,
    }),
    unknown: [
      [at, rest],
      [[...at, "json_schema"], schemaRest],
    ],
  };
}

export function encodeOutput({ output }: CanonicalRequest, target: Target, report: Report) {
  const { format, modalities, verbosity, audio, image, ...rest } = output;
  rest satisfies NothingLeft;
  if (image !== undefined)
    report(
      dropped(
        "dropped.field",
        ["output", "image"],
        "chat-completions cannot say what pictures are to look like; the service's defaults apply.",
      ),
    );
  const spoken = modalities?.flatMap((modality, index) => {
    if (isOneOf(MODALITIES, modality) || isOwn(target.from)) return [modality];
    report(
      dropped("dropped.value", ["output", "modalities", index], `chat-completions cannot ask for ${modality} output.`, { from: modality }),
    );
    return [];
  });
  return {
    response_format: encodeFormat(format, report),
    modalities: spoken === undefined || spoken.length === 0 ? undefined : [...spoken],
    verbosity,
    audio: encodeVoice(audio, target, report),
  };
}

function encodeVoice(audio: CanonicalRequest["output"]["audio"], target: Target, report: Report) {
  if (audio === undefined || isOwn(target.from)) return audio;
  const { voice } = audio;
  if (typeof voice !== "string") {
    report(
      dropped(
        "dropped.field",
        ["output", "audio"],
        "chat-completions names a voice, and this speech configuration has none that could be used.",
      ),
    );
    return undefined;
  }
  report(
    approximated("approximated.media", ["output", "audio"], "Voices have other names at other services; the name is passed on as it is.", {
      from: brief(voice),
    }),
  );
  return { voice, format: "wav" };
}

function encodeFormat(format: OutputFormat | undefined, report: Report): ResponseFormat | undefined {
  switch (format?.type) {
    case undefined:
      return undefined;
    case "text":
      return { type: "text" };
    case "json":
      return { type: "json_object" };
    case "json-schema": {
      const { type: _type, schema, dialect: _jsonSchema, name, description, strict, ...rest } = format;
      rest satisfies NothingLeft;
      if (name === undefined)
        report(
          notice("defaulted.other", ["output", "format"], "chat-completions demands a name for the schema; `response` is written.", {
            to: "response",
          }),
        );
      return { type: "json_schema", json_schema: compact({ name: name ?? "response", description, schema, strict }) };
    }
    case "enum":
      report(
        approximated(
          "approximated.schema",
          ["output", "format"],
          "chat-completions has no list of answers; the model is asked for a JSON string of the list, which comes in quotes.",
        ),
      );
      return { type: "json_schema", json_schema: { name: "response", schema: { type: "string", enum: [...format.values] } } };
    default:
      format satisfies never;
      return undefined;
  }
}
