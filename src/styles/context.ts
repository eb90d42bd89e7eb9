/** What a request leaves behind for its answer. */

import { compact } from "../core/compact.js";
import type { CanonicalRequest, StyleName } from "../model/index.js";
import type { Context } from "./options.js";

/** Whether a stream of the answer tells its usage: a client of chat-completions that does not ask for it gets none. */
export function usageAsked({ stream, includeStreamUsage }: CanonicalRequest, from: StyleName | undefined): boolean | undefined {
  return stream && from === "chat-completions" ? (includeStreamUsage ?? false) : includeStreamUsage;
}

/** @param aliases names that were written, to those that the client declared */
export function contextOf(
  { model, turns, tools }: CanonicalRequest,
  aliases: ReadonlyMap<string, string>,
  includeStreamUsage: boolean | undefined,
): Context {
  const named = tools.flatMap((tool) => (tool.type === "function" || tool.type === "custom" ? [tool] : []));
  const custom = named.filter(({ type }) => type === "custom");
  return compact({
    model: model === "" ? undefined : model,
    turn: turns.length,
    includeStreamUsage,
    toolNames: aliases.size === 0 ? undefined : Object.fromEntries(aliases),
    declaredTools: named.length === 0 ? undefined : named.map(({ name }) => name),
    customTools: custom.length === 0 ? undefined : custom.map(({ name }) => name),
  });
}
