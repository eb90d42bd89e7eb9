/** The format of the answer: `response_format`. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, notice } from "../../core/issue.js";
import { isObject, plainObject } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import type { FieldScope, Keep } from "../../fields/row.js";
import type { OutputFormat } from "../../model/index.js";
import type { ResponseFormat } from "./wire.js";

/** Where a schema and what is said of it stand. */
export const FORMAT_PATHS = Object.fromEntries(
  ["schema", "name", "description", "strict"].map((key) => [`output.format.${key}`, ["response_format", "json_schema", key]]),
);

/** Other servers take a schema right beside the type. */
export function schemaBeside({ json_schema, schema }: ResponseFormat): FieldPaths {
  return json_schema || !isObject(schema) ? {} : { "output.format.schema": ["response_format", "schema"] };
}

/** Undefined where it is not understood. */
export function decodeFormat({ type, json_schema, ...rest }: ResponseFormat, keep: Keep): OutputFormat | undefined {
  const { schema: beside, ...others } = rest;
  if ((type === "json_object" || type === "json_schema") && !json_schema && isObject(beside)) {
    keep(others);
    return { type: "json-schema", schema: plainObject(beside), dialect: "json-schema" };
  }
  if (type === "text" || type === "json_object") {
    keep({ ...rest, json_schema });
    return type === "text" ? { type } : { type: "json" };
  }
  if (type !== "json_schema" || !json_schema?.schema) return undefined;
  const { name, description, schema, strict, ...schemaRest } = json_schema;
  keep(rest);
  keep(schemaRest, ["json_schema"]);
  return compact({
    type: "json-schema" as const,
    schema,
    dialect: "json-schema" as const,
    name: name ?? undefined,
    description: description ?? undefined,
    strict: strict ?? undefined,
  });
}

export function encodeFormat(format: OutputFormat, { report }: FieldScope): ResponseFormat | undefined {
  switch (format.type) {
    case "text":
      return { type: "text" };
    case "json":
      return { type: "json_object" };
    case "json-schema": {
      const { type: _type, schema, dialect: _jsonSchema, name, description, strict, ...rest } = format;
      rest satisfies NothingLeft;
      const unnamed = "chat-completions demands a name for the schema; `response` is written.";
      if (name === undefined) report(notice("defaulted.other", ["output", "format"], unnamed, { to: "response" }));
      return { type: "json_schema", json_schema: compact({ name: name ?? "response", description, schema, strict }) };
    }
    case "enum":
      report(approximated("approximated.schema", ["output", "format"], "The answer is one of the values as a JSON string, in quotes."));
      return { type: "json_schema", json_schema: { name: "response", schema: { type: "string", enum: [...format.values] } } };
    default:
      format satisfies never;
      return undefined;
  }
}
