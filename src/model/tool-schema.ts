/** What the vendors that read JSON Schema refuse in the schema of a tool. */
import { type Issue, notice } from "../core/issue.js";
import type { JsonObject } from "../core/json.js";
import type { Path } from "../core/path.js";

const COMBINING = ["anyOf", "oneOf", "allOf"] as const;

/** A warning for each keyword that combines schemas at the top, where the services want an object. */
export function combinedAtTop(schema: JsonObject, path: Path): readonly Issue[] {
  return COMBINING.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) =>
    notice(
      "vendor_extension",
      [...path, keyword],
      "The vendor takes no `anyOf`, `oneOf` or `allOf` at the top of a tool's schema; put it below a property.",
      { severity: "warning" },
    ),
  );
}
