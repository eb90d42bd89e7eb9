/** The rules of `tools` and `toolConfig`, and what a request as a whole may hold of them and of `safetySettings`. */
import { type Check, type Fault, type Fields, notListedFault, own, type ReportFault, type Row } from "../../core/check.js";
import { all, hint, types, unlisted } from "../../core/checks.js";
import { fieldRows, nullsRow } from "../../core/fields.js";
import { brief, suggest } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ALLOWED_NAME, CALLING_MODES, FIELDS, FIELDS_RULE, SEARCH_SPAN_MILLISECONDS, TOOL_KEYS, VENDOR_TOOL_KEYS } from "./limits.js";
import type { RequestContext } from "./rules.js";
import { spanOf, TIMESTAMP, timestamp } from "./timestamps.js";

const CALLING = ["toolConfig", "functionCallingConfig"];
/** The mode that only the vendor has. */
const VALIDATED = "VALIDATED";
const SPECIFIED_MODES = CALLING_MODES.filter((mode) => mode !== VALIDATED);

/** Rules that look at the request as a whole. */
export const REQUEST_TOOLS: readonly Row<RequestContext>[] = [
  { id: "R-130", path: "safetySettings", statement: "`safetySettings` is an array." },
  { id: "R-131", path: "safetySettings[i]", statement: "Every safety setting is an object." },
  {
    id: "R-136",
    path: "safetySettings",
    statement: "There is at most one setting for each category.",
    written: true,
    check: repeatedCategory,
  },
  {
    id: "V-26",
    path: "tools[i].functionDeclarations[j].name",
    statement: "There is one declaration for each function name.",
    profile: "vendor",
    written: true,
    check: repeatedName,
  },
  { id: "R-137", path: "tools", statement: "`tools` is an array." },
  { id: "R-145", path: "toolConfig", statement: "`toolConfig` is an object." },
  { id: "R-146", path: "toolConfig.functionCallingConfig", statement: "`functionCallingConfig` is an object." },
  {
    id: "R-147",
    path: "toolConfig.functionCallingConfig.mode",
    statement: "`mode` is `MODE_UNSPECIFIED`, `AUTO`, `ANY` or `NONE`; `VALIDATED` is an extension.",
    profile: "gateway",
    check: (node) => unlisted([...CALLING, "mode"], own(calling(node), "mode"), { legal: SPECIFIED_MODES, extension: [VALIDATED] }),
  },
  {
    id: "V-25",
    path: "toolConfig.functionCallingConfig",
    statement: "`mode` may be `VALIDATED`; `allowedFunctionNames` names declared functions and stands only beside `ANY` or `VALIDATED`.",
    profile: "vendor",
    check: all((node) => unlisted([...CALLING, "mode"], own(calling(node), "mode"), { legal: CALLING_MODES }), allowedFunctions),
  },
  {
    id: "R-148",
    path: "toolConfig.functionCallingConfig.allowedFunctionNames",
    statement: "`allowedFunctionNames` is an array of strings.",
  },
  {
    id: "R-149",
    path: "toolConfig.functionCallingConfig.allowedFunctionNames[i]",
    statement: "The only name allowed is `web_search`.",
    profile: "gateway",
    check: (node, _context, report): undefined => {
      for (const [name, index] of names(node)) {
        const fault = unlisted([...CALLING, "allowedFunctionNames", index], name, { legal: [ALLOWED_NAME] });
        if (fault !== undefined) report(fault);
      }
    },
  },
];

const SEARCH_TOOLS = "tools[i].webSearch, tools[i].web_search, tools[i].googleSearch";

export const TOOL: readonly Row<RequestContext>[] = [
  {
    id: "R-138",
    path: "tools[i]",
    statement: "A tool has a known key.",
    severity: "warning",
    profile: "gateway",
    check: (tool) =>
      Object.keys(tool).some((key) => own(tool, key) !== undefined) ? undefined : { at: [], says: "has no tool in it and is of no effect" },
  },
  {
    id: "R-138",
    path: "tools[i]",
    statement: "A tool is an object; an unknown key is an extension, the vendor's one without an `info`.",
    severity: "extension",
    profile: "gateway",
    check: toolKeys,
  },
  {
    id: "V-32",
    path: "tools[i]",
    statement: "A tool under an unknown key is passed on as it is.",
    severity: "warning",
    profile: "vendor",
    check: (node, _context, report): undefined => {
      for (const key of unknownTools(node)) report({ at: [key], says: "is a tool that is not known here", grade: "unknown" });
    },
  },
  {
    id: "V-29",
    path: "tools[i].webSearch, tools[i].web_search",
    statement: "The search tool is `googleSearch`; `webSearch` is no name of it.",
    profile: "vendor",
    check: all(notTheName("webSearch"), notTheName("web_search")),
  },
  {
    id: "V-24",
    path: "tools[i]",
    statement: "Tools that only the vendor has are objects, `mcpServers` is an array.",
    check: types({ ...Object.fromEntries(VENDOR_TOOL_KEYS.map((key) => [key, "object" as const])), mcpServers: "array" }),
  },
  {
    id: "R-139",
    path: SEARCH_TOOLS,
    statement: "A search tool is an object.",
    check: types({ web_search: "object" }),
  },
  {
    id: "R-139",
    path: "tools[i].webSearch",
    statement: "A search tool has one of its two spellings, not both.",
    profile: "gateway",
    check: bothSpellings,
  },
  nullsRow({ path: "tools[i]", rule: FIELDS_RULE.gateway }, ["functionDeclarations", "codeExecution", "webSearch", "web_search"]),
];

export const SEARCH: readonly Row<RequestContext>[] = [
  { id: "R-140", path: "tools[i].webSearch.timeRangeFilter", statement: "`timeRangeFilter` is an object." },
  ...fieldRows({ path: SEARCH_TOOLS, ...FIELDS_RULE }, FIELDS.search),
];

export const TOOL_CONFIG = fieldRows({ path: "toolConfig", ...FIELDS_RULE }, FIELDS.toolConfig);
export const CALLING_CONFIG = fieldRows({ path: "toolConfig.functionCallingConfig", ...FIELDS_RULE }, FIELDS.functionCalling);

export const TIME_RANGE: readonly Row<RequestContext>[] = [
  {
    id: "R-141",
    path: "tools[i].webSearch.timeRangeFilter.startTime",
    statement: "`startTime` and `endTime` are strings.",
  },
  {
    id: "R-142",
    path: "tools[i].webSearch.timeRangeFilter.startTime",
    statement: `\`startTime\` and \`endTime\` are ${TIMESTAMP}.`,
    check: all(timestamp("startTime"), timestamp("endTime")),
  },
  {
    id: "R-143",
    path: "tools[i].webSearch.timeRangeFilter",
    statement: "The start is not after the end.",
    check: (node) => {
      const span = spanOf(node);
      return span !== undefined && span < 0
        ? { at: [], says: "must not start after its end", expected: "a start before the end" }
        : undefined;
    },
  },
  {
    id: "R-144",
    path: "tools[i].webSearch.timeRangeFilter",
    statement: "From generation 3 on, the range is at most 24 hours.",
    profile: "gateway",
    check: (node, { generation }) => {
      const span = spanOf(node);
      if (generation === undefined || generation < 3 || span === undefined || span <= SEARCH_SPAN_MILLISECONDS) return undefined;
      return {
        at: [],
        says: "must not be longer than 24 hours for this model",
        limit: SEARCH_SPAN_MILLISECONDS,
        expected: "at most 24 hours",
        received: `${span} ms`,
      };
    },
  },
  ...fieldRows({ path: "tools[i].webSearch.timeRangeFilter, tools[i].googleSearch.timeRangeFilter", ...FIELDS_RULE }, FIELDS.timeRange),
];

const NOTHING: Fields = {};

function calling(request: Fields): Fields {
  const config = own(request, "toolConfig");
  const inner = isObject(config) ? own(config, "functionCallingConfig") : undefined;
  return isObject(inner) ? inner : NOTHING;
}

function names(request: Fields): [string, number][] {
  const list = own(calling(request), "allowedFunctionNames");
  return Array.isArray(list)
    ? list.flatMap((name: unknown, index): [string, number][] => (typeof name === "string" ? [[name, index]] : []))
    : [];
}

/** Names that another one is compared with. */
const MOST_NAMES = 200;

function allowedFunctions(request: Fields, _context: unknown, report: ReportFault): undefined {
  const allowed = names(request);
  if (allowed.length === 0) return;
  const mode = own(calling(request), "mode") ?? "AUTO";
  const at = [...CALLING, "allowedFunctionNames"];
  // A mode that is none is a fault of its own.
  if (CALLING_MODES.some((known) => known === mode) && mode !== "ANY" && mode !== VALIDATED)
    report({ at, says: "is allowed only with the mode `ANY` or `VALIDATED`", expected: "mode ANY or VALIDATED" });
  const declared = declaredNames(request);
  // Among so many names a misspelt one would be searched for long.
  const near = declared === undefined || declared.size > MOST_NAMES ? [] : [...declared];
  for (const [name, index] of declared === undefined ? [] : allowed)
    if (declared?.has(name) === false) {
      const meant = suggest(name, near);
      report({
        at: [...at, index],
        says: `must be the name of a declared function, not ${JSON.stringify(brief(name))}${hint(meant)}`,
        expected: "a declared function",
        ...(meant === undefined ? {} : { suggestion: meant }),
      });
    }
}

/** Undefined when a declaration cannot be read, which is a fault of its own. */
function declaredNames(request: Fields): ReadonlySet<string> | undefined {
  const declared = new Set<string>();
  for (const tool of itemsOf(own(request, "tools"))) {
    const declarations = isObject(tool) ? itemsOf(own(tool, "functionDeclarations")) : [undefined];
    for (const declaration of declarations) {
      const name = isObject(declaration) ? own(declaration, "name") : undefined;
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

function repeatedCategory(request: Fields, _context: unknown, report: ReportFault): undefined {
  const repeats = repeated("category", "one setting for each category", report);
  itemsOf(own(request, "safetySettings")).forEach((setting, index) => {
    repeats(memberOf(setting, "category"), () => ["safetySettings", index]);
  });
}

function repeatedName(request: Fields, _context: unknown, report: ReportFault): undefined {
  const repeats = repeated("function name", "one declaration for each name", report);
  itemsOf(own(request, "tools")).forEach((tool, index) => {
    itemsOf(memberOf(tool, "functionDeclarations")).forEach((declaration, place) => {
      repeats(memberOf(declaration, "name"), () => ["tools", index, "functionDeclarations", place, "name"]);
    });
  });
}

function memberOf(node: unknown, key: string): unknown {
  return isObject(node) ? own(node, key) : undefined;
}

/** Reports each word that was seen before. */
function repeated(what: string, expected: string, report: ReportFault): (word: unknown, place: () => Path) => void {
  const seen = new Set<string>();
  return (word, place) => {
    if (typeof word !== "string") return;
    if (seen.has(word)) report({ at: place(), says: `repeats the ${what} ${JSON.stringify(brief(word))}; there is ${expected}`, expected });
    seen.add(word);
  };
}

const VENDOR_TOOLS: ReadonlySet<string> = new Set(["googleSearch", ...VENDOR_TOOL_KEYS]);
const KNOWN_TOOLS: ReadonlySet<string> = new Set(["web_search", ...TOOL_KEYS, ...VENDOR_TOOL_KEYS]);

function unknownTools(tool: Fields): string[] {
  return Object.keys(tool).filter((key) => !KNOWN_TOOLS.has(key) && own(tool, key) !== undefined);
}

function toolKeys(tool: Fields, _context: unknown, report: ReportFault): undefined {
  for (const key of unknownTools(tool)) report({ at: [key], says: "is a tool that the specification does not list", grade: "extension" });
  for (const key of Object.keys(tool))
    if (VENDOR_TOOLS.has(key) && own(tool, key) !== undefined)
      report(notListedFault([key], "is a tool that the specification does not list", "silent"));
}

function notTheName(key: string): Check<unknown> {
  return (tool) =>
    own(tool, key) === undefined
      ? undefined
      : {
          at: [key],
          says: "is not how this service calls its search tool; write `googleSearch`",
          expected: "`googleSearch`",
          suggestion: "googleSearch",
        };
}

function bothSpellings(tool: Fields): Fault | undefined {
  return own(tool, "webSearch") !== undefined && own(tool, "web_search") !== undefined
    ? { at: ["web_search"], says: "cannot stand beside `webSearch`: they are two spellings of one tool", expected: "one spelling" }
    : undefined;
}
