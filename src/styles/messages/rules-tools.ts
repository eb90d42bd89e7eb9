/** V-15: the declared tools, and the choice among them. */
import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { missing, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { TOOL_CHOICES } from "./limits.js";

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
