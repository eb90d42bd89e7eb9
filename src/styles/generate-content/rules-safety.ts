/** The rules of a safety setting. */
import { type Fault, type Fields, own, type Row } from "../../core/check.js";
import { all, oneOf } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { FIELDS, FIELDS_RULE, HARM_CATEGORIES, HARM_THRESHOLDS, VENDOR_HARM_CATEGORIES, VENDOR_HARM_THRESHOLDS } from "./limits.js";
import type { RequestContext } from "./rules-context.js";

export const SAFETY: readonly Row<RequestContext>[] = [
  { id: "R-132", path: "safetySettings[i].category", statement: "`category` is a required string." },
  {
    id: "R-133",
    path: "safetySettings[i].category",
    statement: "`category` is one of the five of the specification; the vendor's others are extensions.",
    profile: "gateway",
    check: oneOf("category", { legal: HARM_CATEGORIES, extension: VENDOR_HARM_CATEGORIES }),
  },
  {
    id: "R-134",
    path: "safetySettings[i].threshold",
    statement: "`threshold` is a required string.",
  },
  {
    id: "R-135",
    path: "safetySettings[i].threshold",
    statement: "`threshold` is one of the four of the specification; the vendor's others are extensions.",
    profile: "gateway",
    check: oneOf("threshold", { legal: HARM_THRESHOLDS, extension: VENDOR_HARM_THRESHOLDS }),
  },
  {
    id: "V-28",
    path: "safetySettings[i]",
    statement: "Categories and thresholds are the vendor's, `OFF` included.",
    profile: "vendor",
    check: all(
      wordOrNumber("category", [...HARM_CATEGORIES, ...VENDOR_HARM_CATEGORIES]),
      wordOrNumber("threshold", [...HARM_THRESHOLDS, ...VENDOR_HARM_THRESHOLDS]),
    ),
  },
  ...fieldRows({ path: "safetySettings[i]", ...FIELDS_RULE }, FIELDS.safetySetting),
];

/** The vendor takes the number of a word, too; which it is differs between its services. */
function wordOrNumber(key: string, legal: readonly string[]): (node: Fields) => Fault | undefined {
  const word = oneOf(key, { legal });
  return (node) => {
    const value = own(node, key);
    if (typeof value !== "string" || !/^\d+$/.test(value)) return word(node);
    return { at: [key], says: "is the number of a word; write the word", expected: "a word", grade: "unknown" };
  };
}
