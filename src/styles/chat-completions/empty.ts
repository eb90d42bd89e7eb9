/** What servers write where there is nothing: null, "", empty lists and objects whose members are all null. */
import type { Path } from "../../core/issue.js";
import { QUIRKS } from "./quirks.js";

/** Whether an object or array holds anything. */
export function hasMembers(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).some((member) => member !== null && member !== undefined);
}

/** Whether it names the end of a choice. */
export function isReason(word: unknown): word is string | number {
  return word !== null && word !== undefined && word !== "" && QUIRKS.nullAsWord.rewrite(word) !== null;
}

/** The value, unless it is null, or an object or array that holds nothing. */
export function something<T>(value: T | null | undefined): T | undefined {
  return value === null || value === undefined || (typeof value === "object" && !hasMembers(value)) ? undefined : value;
}

/** The object without members that are null or an empty list; undefined when none is left. */
export function withoutNulls<T extends Readonly<Record<string, unknown>>>(value: T | null | undefined): T | undefined;
export function withoutNulls(value: Readonly<Record<string, unknown>> | null | undefined): object | undefined {
  const entries = Object.entries(value ?? {}).filter(
    ([, member]) => member !== null && member !== undefined && !(Array.isArray(member) && member.length === 0),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** What a message holds besides what it shows to the reader. */
const ASIDE: ReadonlySet<string | number> = new Set([
  ...["role", "annotations", "id", "index", "type", "extra_content", "cache_control", "expires_at", "signature", "format"],
]);

/** Whether something of an answer or a chunk that stands there is the answer itself. */
export function isContent(path: Path): boolean {
  return path.length <= 2 ? path[0] === "choices" : (path[2] === "delta" || path[2] === "message") && !path.some((step) => ASIDE.has(step));
}
