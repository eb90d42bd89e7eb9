/** The rules of `tools` and `toolConfig`, and what a request as a whole may hold of them and of `safetySettings`. */
import { type Fields, type NodeRules, own, passedOn, type ReportFault, type Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { hint, visitAt } from "../../core/faults.js";
import { fieldRows, nullsRow } from "../../core/findings.js";
import { brief, type Path, suggest } from "../../core/issue.js";
import { compact, isObject, memberAt } from "../../core/json.js";
import { fields, type RequestContext } from "./rules-parts.js";
import { ALLOWED_NAME, functionName, spanOf, timestamp } from "./wire.js";

/** Tool keys of the specification, and those that only the vendor has. */
const TOOL_KEYS = ["functionDeclarations", "codeExecution", "webSearch", "web_search"];
const VENDOR_OBJECTS = [
  ...["urlContext", "fileSearch", "googleMaps", "computerUse", "retrieval", "enterpriseWebSearch", "googleSearchRetrieval"],
  ...["exaAiSearch", "parallelAiSearch"],
];
const VENDOR_TOOL_KEYS = [...VENDOR_OBJECTS, "mcpServers"];

const CALLING = ["toolConfig", "functionCallingConfig"];
const ALLOWED = [...CALLING, "allowedFunctionNames"];
const SPECIFIED_MODES = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE"];
/** Functions may be named beside these. */
const FORCING_MODES: readonly unknown[] = ["ANY", "VALIDATED"];
const MODES = [...SPECIFIED_MODES, "VALIDATED"];

const DAY_IN_MILLISECONDS = 24 * 60 * 60 * 1000;

const toolFields = fieldRows("R-138", "V-32");

/** Rules that look at the request as a whole. */
export const REQUEST_TOOLS = lazy<readonly Row<RequestContext>[]>(() => [
  rule("R-136").written.distinct("safetySettings[].category", "category", -1),
  rule("V-26").vendor.written.distinct("tools[].functionDeclarations[].name", "function name"),
  rule("V-25").vendor.that(
    ALLOWED.join("."),
    "`allowedFunctionNames` names declared functions, and stands only beside mode ANY or VALIDATED",
    allowedFunctions,
  ),
]);

export const TOOL_CONFIG_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: fields({ specified: ["functionCallingConfig"], vendor: ["retrievalConfig", "includeServerSideToolInvocations"] }),
  inside: {
    functionCallingConfig: {
      rows: [
        rule("R-147").gateway.oneOf("mode", SPECIFIED_MODES, { extension: ["VALIDATED"] }),
        rule("V-25").vendor.oneOf("mode", MODES),
        rule("R-149").gateway.allOf("allowedFunctionNames", [ALLOWED_NAME]),
        ...fields({ specified: ["mode", "allowedFunctionNames"], vendor: ["streamFunctionCallArguments"] }),
      ],
    },
  },
}));

const SEARCHES = lazy<NodeRules<RequestContext>>(() => ({
  rows: passedOn(fields({ specified: ["timeRangeFilter"], vendor: ["excludeDomains", "searchTypes", "blockingConfidence"] })),
  inside: {
    timeRangeFilter: {
      rows: passedOn([
        rule("R-142").all(timestamp("startTime"), timestamp("endTime")),
        rule("R-143").that("", "the start is not after the end", (node) =>
          (spanOf(node) ?? 0) < 0 ? { at: [], expected: "a start before the end" } : undefined,
        ),
        rule("R-144").gateway.that<RequestContext>("", "from generation 3 on, it is at most 24 hours", (node, { generation = 0 }) => {
          const span = generation < 3 ? undefined : spanOf(node);
          if (span === undefined || span <= DAY_IN_MILLISECONDS) return undefined;
          return { at: [], limit: DAY_IN_MILLISECONDS, expected: "at most 24 hours", received: `${span} ms` };
        }),
        ...fields({ specified: ["startTime", "endTime"] }),
      ]),
    },
  },
}));

export const TOOL_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: [
    rule("R-138").gateway.warning.that("", "a tool has members", (tool) =>
      Object.keys(tool).some((key) => own(tool, key) !== undefined) ? undefined : { at: [] },
    ),
    ...toolFields({ specified: TOOL_KEYS, ordinary: ["googleSearch", ...VENDOR_TOOL_KEYS], nullable: TOOL_KEYS }),
    nullsRow("V-24", TOOL_KEYS),
    rule("V-29").vendor.all(notTheName("webSearch"), notTheName("web_search")),
    rule("V-24").all(is.allTyped(VENDOR_OBJECTS, "object"), is.typed("mcpServers", "array")),
    {
      ...rule("R-139").gateway.notBoth("webSearch", "web_search"),
      holds: "`web_search` is an object, and excludes `webSearch`",
    },
  ],
  inside: {
    "functionDeclarations[]": {
      rows: [
        rule("V-26").vendor.all(
          is.matching("name", functionName.legal, "a letter or `_`, then up to 127 letters, digits, `_`, `.`, `:` or `-`"),
          is.notBoth("parameters", "parametersJsonSchema"),
        ),
        nullsRow("V-24", ["description", "parameters"]),
      ],
    },
    webSearch: SEARCHES(),
    web_search: SEARCHES(),
    googleSearch: SEARCHES(),
  },
}));

function allowedFunctions(request: Fields, _context: unknown, report: ReportFault): undefined {
  const allowed: (readonly [name: string, place: Path])[] = [];
  visitAt(request, [...ALLOWED, "[]"], (name, place): undefined => void (typeof name === "string" && allowed.push([name, [...place]])));
  if (allowed.length === 0) return;
  const mode = [...CALLING, "mode"].reduce<unknown>(memberAt, request) ?? "AUTO";
  // A mode that is none is a fault of its own.
  if (MODES.some((known) => known === mode) && !FORCING_MODES.includes(mode)) report({ at: ALLOWED, expected: "mode ANY or VALIDATED" });
  const declared = declaredNames(request);
  // Among so many names a misspelt one would be searched for long.
  const near = declared === undefined || declared.size > 200 ? [] : [...declared];
  for (const [name, place] of allowed)
    if (declared?.has(name) === false) {
      const suggestion = suggest(name, near);
      const problem = `must be the name of a declared function, not ${JSON.stringify(brief(name))}${hint(suggestion)}`;
      report({ at: place, problem, expected: "a declared function", ...compact({ suggestion }) });
    }
}

/** Undefined when a declaration cannot be read, which is a fault of its own. */
function declaredNames(request: Fields): ReadonlySet<string> | undefined {
  const declared = new Set<string>();
  for (const tool of itemsOf(own(request, "tools"))) {
    const declarations = isObject(tool) ? itemsOf(own(tool, "functionDeclarations")) : [undefined];
    for (const declaration of declarations) {
      const name = memberAt(declaration, "name");
      if (typeof name !== "string") return undefined;
      declared.add(name);
    }
  }
  return declared;
}

/** What is no list counts as one of which nothing can be read. */
function itemsOf(list: unknown): readonly unknown[] {
  return list === undefined ? [] : Array.isArray(list) ? list : [undefined];
}

function notTheName(key: string) {
  const suggestion = "googleSearch";
  return is.member(key, "is `googleSearch` here", () => ({ expected: "`googleSearch`", suggestion }));
}
