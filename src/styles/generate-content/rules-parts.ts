/** The rules of the contents of a generate-content request, and of their parts. */

import { type Fault, type Fields, notListedFault, own, type Row } from "../../core/check.js";
import { filled, hint, missing, oneOf } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { brief, suggest } from "../../core/issue.js";
import { endOfBase64 } from "../../model/media.js";
import { allowsMime, FIELDS, FIELDS_RULE, limits, ROLES } from "./limits.js";
import type { RequestContext } from "./rules.js";
import { PART_KINDS, PART_MODIFIERS } from "./wire.js";

const KINDS: ReadonlySet<string> = new Set(PART_KINDS);
const MODIFIERS: ReadonlySet<string> = new Set(PART_MODIFIERS);
const ONE_KIND = "exactly one of `text`, `inlineData`, `fileData` and the like";

export const CONTENT: readonly Row<RequestContext>[] = [
  {
    id: "R-093",
    path: "contents[i].role",
    statement: "`role` is required.",
    profile: "gateway",
    check: (node) => (own(node, "role") === undefined ? missing(["role"], '"user" or "model"') : undefined),
  },
  {
    id: "R-094",
    path: "contents[i].role",
    statement: "`role` is `user` or `model`; `function` is an extension.",
    profile: "gateway",
    check: oneOf("role", { legal: ROLES, extension: ["function"] }),
  },
  {
    id: "V-24",
    path: "contents[i].role",
    statement: "`role` is absent, `user`, `model` or `function`.",
    profile: "vendor",
    check: oneOf("role", { legal: [...ROLES, "function"] }),
  },
  { id: "R-095", path: "contents[i].parts", statement: "`parts` is a required array." },
  { id: "R-096", path: "contents[i].parts", statement: "`parts` is not empty.", profile: "gateway", check: filled("parts", "array") },
  {
    id: "R-096",
    path: "contents[i].parts",
    statement: "`parts` is not empty, but for an answer of the model that is sent back.",
    profile: "vendor",
    check: (node) => {
      const fault = filled("parts", "array")(node);
      return fault !== undefined && own(node, "role") === "model" ? { ...fault, grade: "unknown" } : fault;
    },
  },
  { id: "R-097", path: "contents[i].parts[j]", statement: "Every part is an object." },
  ...fieldRows({ path: "contents[i]", ...FIELDS_RULE }, FIELDS.content),
];

export const PART: readonly Row<RequestContext>[] = [
  {
    id: "R-097",
    path: "contents[i].parts[j]",
    statement:
      "A part has exactly one of `text`, `inlineData` and `fileData`, or one of the vendor's kinds, which are extensions without an `info`.",
    profile: "gateway",
    check: (part) => ofOneKind(part, false),
  },
  {
    id: "V-24",
    path: "contents[i].parts[j]",
    statement: "A part has exactly one kind: `text`, data, function, code or tool.",
    profile: "vendor",
    check: (part) => ofOneKind(part, true),
  },
  { id: "R-098", path: "contents[i].parts[j].text", statement: "`text` is a string." },
  { id: "R-099", path: "contents[i].parts[j].inlineData", statement: "`inlineData` is an object." },
  { id: "R-104", path: "contents[i].parts[j].fileData", statement: "`fileData` is an object." },
  ...fieldRows({ path: "contents[i].parts[j]", ...FIELDS_RULE }, FIELDS.part),
];

export const INLINE: readonly Row<RequestContext>[] = [
  {
    id: "R-100",
    path: "contents[i].parts[j].inlineData.mimeType",
    statement: "`mimeType` is a required string.",
  },
  {
    id: "R-101",
    path: "contents[i].parts[j].inlineData.data",
    statement: "`data` is a required string.",
  },
  {
    id: "R-102",
    path: "contents[i].parts[j].inlineData.data",
    statement: "`data` is base64, in either alphabet, padded or not.",
    check: (node, { skipMedia }) => (skipMedia ? undefined : base64(node)),
  },
  {
    id: "R-103",
    path: "contents[i].parts[j].inlineData.mimeType",
    statement: "`mimeType` is `application/pdf` or `image/jpeg`.",
    profile: "gateway",
    written: true,
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.gateway.inlineMimeTypes, ...inlineMimeTypes]),
  },
  {
    id: "V-23",
    path: "contents[i].parts[j].inlineData.mimeType",
    statement: "`mimeType` is png, jpeg, webp, heic, heif, pdf, a script, or any text, audio or video.",
    profile: "vendor",
    written: true,
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.vendor.inlineMimeTypes, ...inlineMimeTypes]),
  },
  ...fieldRows({ path: "contents[i].parts[j].inlineData", ...FIELDS_RULE }, FIELDS.inlineData),
];

export const FILE: readonly Row<RequestContext>[] = [
  {
    id: "R-105",
    path: "contents[i].parts[j].fileData.fileUri",
    statement: "`fileUri` is a required string and not empty.",
    written: true,
    check: filled("fileUri", "string"),
  },
  {
    id: "R-106",
    path: "contents[i].parts[j].fileData.mimeType",
    statement: "`mimeType` is absent, `application/pdf`, `image/jpeg` or `image/png`.",
    profile: "gateway",
    written: true,
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.gateway.fileMimeTypes, ...inlineMimeTypes]),
  },
  {
    id: "V-23",
    path: "contents[i].parts[j].fileData.mimeType",
    statement: "`mimeType` is absent, png, jpeg, webp, heic, heif, pdf, a script, or any text, audio or video.",
    profile: "vendor",
    written: true,
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.vendor.fileMimeTypes, ...inlineMimeTypes]),
  },
  ...fieldRows({ path: "contents[i].parts[j].fileData", ...FIELDS_RULE }, FIELDS.fileData),
];

/** The kinds that a part has. */
export function kindsOf(part: Fields): string[] {
  return Object.keys(part).filter((key) => KINDS.has(key) && own(part, key) !== undefined);
}

function hasUnknownKey(part: Fields): boolean {
  return Object.keys(part).some((key) => own(part, key) !== undefined && !MODIFIERS.has(key));
}

function ofOneKind(part: Fields, unknownPasses: boolean): Fault | undefined {
  let kind: string | undefined;
  for (const key in part) {
    if (!KINDS.has(key) || own(part, key) === undefined) continue;
    if (kind !== undefined) return severalKinds(kindsOf(part));
    kind = key;
  }
  if (kind === undefined)
    return unknownPasses && hasUnknownKey(part)
      ? undefined
      : {
          at: [],
          says: "has no content; a part needs `text`, `inlineData` or `fileData`",
          expected: ONE_KIND,
          received: "none of them",
          // The vendor passes over it.
          ...(unknownPasses ? { grade: "unknown" } : {}),
        };
  if (unknownPasses || kind === "text" || kind === "inlineData" || kind === "fileData") return undefined;
  return notListedFault([kind], "is a kind of part that the specification does not list", "silent");
}

function severalKinds(kinds: readonly string[]): Fault {
  return {
    at: [],
    says: `has ${kinds.map((name) => `\`${name}\``).join(" and ")}; a part is of one kind only`,
    expected: ONE_KIND,
    received: kinds.join(", "),
  };
}

function base64(node: Fields): Fault | undefined {
  const data = own(node, "data");
  if (typeof data !== "string") return undefined;
  const end = endOfBase64(data);
  const padding = data.length - end;
  const fault: Omit<Fault, "says"> = { at: ["data"], expected: "base64", ...(data.startsWith("data:") ? { received: "a data URI" } : {}) };
  if (padding > 2 || !/^=*$/.test(data.slice(end)))
    return { ...fault, says: `must be base64; the character at position ${end} does not belong to its alphabet` };
  // Four characters are three bytes; padding, where there is any, fills them up.
  if (end % 4 !== 1 && (padding === 0 || data.length % 4 === 0)) return undefined;
  return { ...fault, says: `must be base64; its length of ${data.length} is that of no whole number of bytes` };
}

function mime(node: Fields, list: readonly string[]): Fault | undefined {
  const type = own(node, "mimeType");
  if (typeof type !== "string" || allowsMime(list, type)) return undefined;
  const expected = list.map((entry) => (entry.endsWith("/") ? `${entry}*` : entry)).join(", ");
  const meant = suggest(type, list);
  return {
    at: ["mimeType"],
    says: `must be one of ${expected}, not ${JSON.stringify(brief(type))}${hint(meant)}`,
    expected,
    received: brief(type),
    ...(meant === undefined ? {} : { suggestion: meant }),
  };
}
