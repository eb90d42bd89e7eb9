/** No silent loss in streams: whoever changes one leaf of one event sees another stream, or an issue that names the event. */

import { formatPath, type Path } from "../../src/core/issue.js";
import { createEventTranslator, type Issue } from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { createSseReader } from "../../src/sse/index.js";
import { at, isAtOrAbove, type Leaf, leaves, otherValues, replaced } from "../support/leaves.js";
import type { Verdict } from "../support/verdict.js";

/** The events of a stream; none for one that cannot be read as a whole. */
export function eventsOf(text: string): readonly unknown[] {
  const reader = createSseReader();
  try {
    return [...reader.push(text), ...reader.end()].filter(({ data }) => data !== "[DONE]").map(({ data }): unknown => JSON.parse(data));
  } catch {
    return [];
  }
}

interface Outcome {
  readonly events: string;
  readonly issues: readonly Issue[];
}

function translate(events: readonly unknown[], from: StyleName, to: StyleName): Outcome {
  const translator = createEventTranslator({ from, to, report: "all" });
  const steps = [...events.map((event) => translator.push(event)), translator.end()];
  return { events: JSON.stringify(steps.flatMap((step) => step.events)), issues: steps.flatMap(({ issues }) => issues) };
}

/** Leaves that nobody would miss in silence. */
export function silentInStream(events: readonly unknown[], from: StyleName, to: StyleName): Verdict {
  const before = translate(events, from, to);
  // Nothing comes after an error but what is not read.
  if (before.issues.some(({ code }) => code === "stream.error" || code === "stream.truncated")) return undefined;
  const all = leaves(events);
  return all.flatMap((leaf) => {
    if (repeats(leaf, events) || isSuperseded(leaf, events) || isFixed(leaf)) return [];
    const [other] = otherValues(leaf.value);
    const after = translate(replaceLeaf(events, leaf.path, other), from, to);
    if (after.events !== before.events) return [];
    const issues = [...before.issues, ...after.issues];
    const places = [leaf.path, ...all.filter(({ path }) => isEarlierOf(path, leaf.path)).map(({ path }) => path)];
    return places.some((path) => isNamed(path, issues, events)) ? [] : [`${formatPath(leaf.path)} of ${from} into ${to}`];
  });
}

/** Fields that a finding says the target lacks, by a name that no event has. */
export function misnamedInStream(events: readonly unknown[], from: StyleName, to: StyleName): readonly string[] {
  const text = JSON.stringify(events);
  return translate(events, from, to).issues.flatMap(({ message }) => {
    const [, name = ""] = /(?:has no|has no counter for|takes no) `([^`]*)`/.exec(message) ?? [];
    const isThere = (key: string) => /^\d*$/.test(key) || text.includes(`${key}"`);
    return name.split(/[.[\]]+/).every(isThere) ? [] : [message];
  });
}

function replaceLeaf(events: readonly unknown[], path: Path, value: unknown): readonly unknown[] {
  const changed = replaced(events, path, value);
  return Array.isArray(changed) ? changed : [];
}

/** By an issue of the leaf, of a node above it, or of the event at which that is known which the leaf belongs to. */
function isNamed(path: Path, issues: readonly Issue[], events: readonly unknown[]): boolean {
  const event = Number(path[0]);
  const last = lastOf(event, events);
  return issues.some(({ path: named }) => isAtOrAbove(named, path) || (Number(named[0]) > event && Number(named[0]) <= last));
}

/** A block of messages is judged when it is whole; what is said of a whole answer or candidate, at its end. */
function lastOf(event: number, events: readonly unknown[]): number {
  const block = at(events, [event, "index"]);
  if (typeof block !== "number") return events.length;
  return events.findIndex(
    (_, index) => index >= event && at(events, [index, "type"]) === "content_block_stop" && at(events, [index, "index"]) === block,
  );
}

/** Says once more what an event before said at the same place. */
function repeats({ path, value }: Leaf, events: readonly unknown[]): boolean {
  const [event, ...place] = path;
  return events.slice(0, Number(event)).some((earlier) => at(earlier, place) === value);
}

/** Fields that have no place are named at the first event that has them. */
function isEarlierOf(path: Path, later: Path): boolean {
  return Number(path[0]) < Number(later[0]) && words(path) === words(later);
}
function words(path: Path): string {
  return path.filter((step) => typeof step === "string").join(".");
}

/** One word for each place, or a number that only tells pieces apart: another one is no other message but none. */
function isFixed({ path }: Leaf): boolean {
  return ["object", "type", "role", "index"].includes(String(path.at(-1)));
}

/** Counts that a later event counts anew, and the signature that a thought begins with. */
function isSuperseded({ path, value }: Leaf, events: readonly unknown[]): boolean {
  const [event, ...place] = path;
  const later = events.slice(Number(event) + 1);
  const counts = (node: unknown) =>
    ["usage", "usageMetadata"].some((key) => typeof at(node, [key]) === "object" && at(node, [key]) !== null);
  if (place.includes("usage") || place[0] === "usageMetadata") return later.some(counts);
  return place.at(-1) === "signature" && value === "";
}
