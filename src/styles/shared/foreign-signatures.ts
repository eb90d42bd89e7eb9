/**
 * Other vendors' signatures in a history: `sig1.` envelopes in a style's own fields. Their own service would refuse them, so
 * that each is taken out and reported; where they may stand is the style's.
 */
import { type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { StyleName } from "../../model/common.js";
import { unwrapSignature } from "../../model/signature.js";

type Wire = Readonly<Record<string, unknown>>;

/** Whose signature the value holds, if not that of the style's own service. */
export function foreignOrigin(value: unknown, style: StyleName): string | undefined {
  const origin = typeof value === "string" ? unwrapSignature(value)?.signature.origin : undefined;
  return origin === style ? undefined : origin;
}

export function foreignSignature(path: Path, origin: string, style: StyleName): Issue {
  const message = `This signature is one of ${origin}, which a ${style} service would refuse; it was removed.`;
  return notice("unportable.signature", path, message, { severity: "warning", from: origin });
}

/** A body, its list of turns as it came and with each turn as `clean` leaves it; undefined where nothing is changed. */
export function cleanedTurns(
  body: unknown,
  key: string,
  issues: Issue[],
  clean: (turn: Wire, path: Path) => unknown,
): { readonly body: Wire; readonly given: readonly unknown[]; readonly cleaned: unknown[] } | undefined {
  const turns = isObject(body) ? body[key] : undefined;
  if (!isObject(body) || !Array.isArray(turns)) return undefined;
  const given: readonly unknown[] = turns;
  const cleaned = given.map((turn, index) => (isObject(turn) ? clean(turn, [key, index]) : turn));
  return issues.length === 0 ? undefined : { body, given, cleaned };
}

/** The list at a key of the turn as `clean` leaves its items; an item of which nothing is left is taken out. */
export function cleanedList(turn: Wire, key: string, path: Path, clean: (item: Wire, path: Path) => Wire | undefined): Wire {
  const given = turn[key];
  if (!Array.isArray(given)) return turn;
  const items = given.flatMap((item: unknown, index) => (isObject(item) ? (clean(item, [...path, key, index]) ?? []) : [item]));
  return items.length === given.length && items.every((item, index) => item === given[index]) ? turn : { ...turn, [key]: items };
}
