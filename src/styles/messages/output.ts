/** What the answer should look like: `output_config.format` is a JSON Schema, and nothing else can be asked for. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import { plainObject } from "../../core/json.js";
import type { Rest } from "../../model/extensions.js";
import type { CanonicalRequest, Output, OutputFormat } from "../../model/index.js";
import type { WireFormat } from "./wire.js";

/** `{"type": "json_schema", "schema": {…}}`; `unread` is what the canonical model has no word for. */
export function decodeFormat(format: WireFormat | null | undefined): { readonly format?: OutputFormat; readonly unread: Rest } {
  if (format === null || format === undefined) return { unread: {} };
  const { type, schema, ...rest } = format;
  if (type !== "json_schema" || schema === undefined || schema === null) return { unread: format };
  return { format: { type: "json-schema", schema: plainObject(schema), dialect: "json-schema" }, unread: rest };
}

/** @returns the format, and the caller's instruction that asks for JSON where there is no schema */
export function encodeOutput(
  { output, mediaResolution }: Pick<CanonicalRequest, "output" | "mediaResolution">,
  instruction: string | undefined,
  report: (issue: Issue) => void,
): { readonly format?: WireFormat; readonly instructions: readonly string[] } {
  const { format, ...foreign } = output;
  dropForeign(foreign, report);
  if (mediaResolution !== undefined)
    report(
      dropped("dropped.field", ["mediaResolution"], "This style has no word for how closely media is looked at.", {
        from: mediaResolution,
      }),
    );
  const path = ["output", "format"];
  switch (format?.type) {
    case undefined:
      return { instructions: [] };
    case "text":
      report(equivalent(path, "Text is what this style answers in anyway, and is not asked for."));
      return { instructions: [] };
    case "json":
      if (instruction === undefined) {
        report(
          dropped("dropped.field", path, "This style has no JSON mode without a schema; the answer may be other text.", { from: "json" }),
        );
        return { instructions: [] };
      }
      report(
        approximated("approximated.schema", path, "This style has no JSON mode without a schema; an instruction asks for JSON.", {
          from: "json",
        }),
      );
      return { instructions: [instruction] };
    case "json-schema": {
      const { type, schema, dialect, name, description, strict, ...rest } = format;
      rest satisfies NothingLeft;
      for (const [field, value] of Object.entries({ name, description }))
        if (value !== undefined)
          report(
            dropped("dropped.field", [...path, field], `A schema has no ${field} in this style.`, { severity: "info", from: brief(value) }),
          );
      if (strict === true)
        report(equivalent([...path, "strict"], "A schema always binds the model here, and nothing is written to say so."));
      if (strict === false)
        report(
          approximated("approximated.schema", [...path, "strict"], "A schema always binds the model in this style.", {
            from: false,
            to: true,
          }),
        );
      return { format: { type: "json_schema", schema }, instructions: [] };
    }
    case "enum":
      report(
        approximated("approximated.schema", path, "The answer is one of the values as a JSON string, in quotes.", {
          from: "enum",
          to: "json_schema",
        }),
      );
      return { format: { type: "json_schema", schema: { type: "string", enum: [...format.values] } }, instructions: [] };
    default:
      return format satisfies never;
  }
}

function dropForeign({ modalities = [], verbosity, audio, image, ...rest }: Omit<Output, "format">, report: (issue: Issue) => void): void {
  rest satisfies NothingLeft;
  modalities.forEach((modality, index) => {
    const isText = modality === "text";
    report(
      dropped("dropped.value", ["output", "modalities", index], "This style answers in text only, and does not say so.", {
        from: modality,
        ...(isText ? { severity: "info" } : {}),
      }),
    );
  });
  const fields = compact({ verbosity, audio, image });
  for (const [field, value] of Object.entries(fields))
    report(
      dropped("dropped.field", ["output", field], "This style has no word for this; the answer comes without it.", {
        from: brief(value),
      }),
    );
}
