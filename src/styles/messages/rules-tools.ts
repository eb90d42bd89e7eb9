/** The declared tools, the choice among them (V-15), and cache markers over the whole request (V-14). */
import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { missing, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { markersIn } from "./cache.js";
import { CACHE, TOOL_CHOICES } from "./limits.js";

/** A tool of type `function` is another style's, and the sign of a body sent to the wrong endpoint. */
export function foreignTools(request: Fields, _context: unknown, report: ReportFault): undefined {
  const tools = own(request, "tools");
  if (!Array.isArray(tools)) return;
  tools.forEach((tool: unknown, index) => {
    if (isObject(tool) && own(tool, "type") === "function")
      report({
        at: ["tools", index, "type"],
        says: 'is "function", which is how a chat-completions tool is written; here a tool has `name` and `input_schema`',
        expected: '"custom", a server tool, or none',
        received: "function",
      });
  });
}

export function uniqueTools(request: Fields, _context: unknown, report: ReportFault): undefined {
  const tools = own(request, "tools");
  if (!Array.isArray(tools)) return;
  const seen = new Set<string>();
  tools.forEach((tool: unknown, index) => {
    const name = isObject(tool) ? own(tool, "name") : undefined;
    if (typeof name !== "string") return;
    if (seen.has(name))
      report({
        at: ["tools", index, "name"],
        says: `repeats the tool name ${JSON.stringify(name.slice(0, 128))}; names must be unique`,
        expected: "a unique name",
      });
    seen.add(name);
  });
}

export function toolChoice(request: Fields): Fault | undefined {
  const choice = own(request, "tool_choice");
  if (!isObject(choice)) return undefined;
  const type = own(choice, "type");
  if (type === "tool" && own(choice, "name") === undefined) return missing(["tool_choice", "name"], "the name of a tool");
  return unlisted(["tool_choice", "type"], type, { legal: TOOL_CHOICES });
}

export function inputSchema(tool: Fields): Fault | undefined {
  const schema = own(tool, "input_schema");
  if (!isObject(schema)) return undefined;
  const type = own(schema, "type");
  if (type === "object") return undefined;
  if (type === undefined) return missing(["input_schema", "type"], '"object"');
  return { at: ["input_schema", "type"], says: `must be "object", not ${JSON.stringify(type)?.slice(0, 100)}`, expected: '"object"' };
}

/** More markers than the vendor takes. */
export function surplusMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  markersIn(request).forEach(({ at }, index) => {
    if (index >= CACHE.maxMarkers)
      report({ at, says: `is marker number ${index + 1}; at most ${CACHE.maxMarkers} are allowed`, limit: CACHE.maxMarkers });
  });
}

/** Their words and their order. */
export function cacheMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  const markers = markersIn(request);
  let shortBefore = false;
  for (const { at, marker } of markers) {
    const ttl = own(marker, "ttl");
    const type = unlisted([...at, "type"], own(marker, "type"), { legal: CACHE.types });
    const wrong = unlisted([...at, "ttl"], ttl, { legal: CACHE.ttls });
    if (type !== undefined) report(type);
    if (wrong !== undefined) report(wrong);
    // The marker of the whole request is put at its end, and takes part in the order as the vendor places it.
    if (ttl === "1h" && shortBefore && at.length > 1)
      report({
        at: [...at, "ttl"],
        says: "must not come after a marker of five minutes; the longer ones come first",
        expected: "1h before 5m",
      });
    // A time that is none takes no part in the order.
    if (ttl === undefined || ttl === "5m") shortBefore = true;
  }
}
