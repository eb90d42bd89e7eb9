/**
 * Law 3: change any single leaf, and either the translation changes or an issue names that leaf or a node above it. And
 * the other way round: what an issue calls dropped changes nothing in the output while that issue stands.
 */
import { formatPath, type Path } from "../../src/core/issue.js";
import type { Document } from "../support/documents.js";
import { at, isAtOrAbove, type Leaf, leaves, otherValues, replaced } from "../support/leaves.js";
import type { Verdict } from "../support/verdict.js";
import { type Absence, absences, spellings } from "./exceptions.js";
import { type Direction, type Outcome, translate } from "./translation.js";

/** The leaves of the document whose change nobody noticed, as sentences. */
export function silentLosses(document: Document, direction: Direction, pick: (leaf: Leaf) => boolean = () => true): Verdict {
  const before = translate(document, direction);
  // What cannot be translated at all says so, and where.
  const all = before.ok ? leaves(document.body).filter((leaf) => pick(leaf) && !isTransport(document, leaf)) : [];
  if (all.length === 0) return undefined;
  return all
    .filter((leaf) => !isFirstText(document, leaf) && !isNamed(leaf, before))
    .flatMap((leaf) => {
      const values: unknown[] = isRepetition(document, leaf, before) ? otherValues(leaf.value) : [...otherValues(leaf.value), undefined];
      return values.flatMap((value) => {
        const changed = { ...document, body: replaced(document.body, leaf.path, value) };
        const after = translate(changed, direction);
        if (after.output !== before.output || after.ok !== before.ok || isNamed(leaf, after)) return [];
        return [
          `${formatPath(leaf.path)} = ${JSON.stringify(leaf.value).slice(0, 60)} → ${value === undefined ? "removed" : JSON.stringify(value).slice(0, 60)}`,
        ];
      });
    });
}

export function isAbsence(row: Absence, { path, value }: Leaf): boolean {
  return row.path.test(path.join(".")) && (row.value === undefined || row.value === value);
}

/** Whether nobody notices that the leaf is gone. */
export function mayGo(document: Document, leaf: Leaf, direction: Direction): boolean {
  const before = translate(document, direction);
  if (!before.ok || isNamed(leaf, before)) return false;
  const after = translate({ ...document, body: replaced(document.body, leaf.path, undefined) }, direction);
  return after.ok && after.output === before.output && !isNamed(leaf, after);
}

/** Headers are transport, but for the one that says when to try again. */
function isTransport({ kind }: Document, { path: [first, name] }: Leaf): boolean {
  return kind === "error" && first === "headers" && !String(name).toLowerCase().startsWith("retry-after");
}

/** Part 0 is the first text in this style, so that it may be what another number says. */
function isFirstText({ body }: Document, { path, value }: Leaf): boolean {
  if (!/\.part_?index$/i.test(path.join(".")) || value !== 0) return false;
  const first = at(body, [...path.slice(0, 2), "content", "parts", 0]);
  return at(first, ["thought"]) === true || (at(first, ["text"]) ?? "") === "";
}

function isRepetition({ kind, body }: Document, { path, value }: Leaf, outcome: Outcome): boolean {
  const list = at(body, path.slice(0, -1));
  if (Array.isArray(list) && list.indexOf(value) !== list.lastIndexOf(value)) return true;
  const dotted = path.join(".");
  const spelling = spellings.find((row) => row.path.test(dotted))?.path;
  const others =
    spelling === undefined ? [] : leaves(body).filter((leaf) => leaf.path[0] !== path[0] && spelling.test(leaf.path.join(".")));
  if (others.some((other) => saysSame(other.value, value) || isContradicted(other, outcome))) return true;
  if (/choices\.\d+\.finish_reason$/.test(dotted) && endsAnyway(at(body, path.slice(0, -1)), value)) return true;
  if (thinksAnyway(body, { path, value }, outcome)) return true;
  // A block of thoughts and the plain field beside it.
  const beside = /thinking_blocks\.\d+\.thinking$/.test(dotted) ? at(body, path.slice(0, -3)) : undefined;
  if (at(beside, ["reasoning_content"]) === value || at(beside, ["reasoning"]) === value) return true;
  // A status, a code and a type say the same thing three times.
  if (kind === "error" && /(^status|error\.(code|type|status))$/.test(dotted)) return true;
  return absences.some((row) => isAbsence(row, { path, value }));
}

/** Whether the word of another style beside it says why the answer ended, or that there are calls says so. */
function endsAnyway(choice: unknown, reason: unknown): boolean {
  if (typeof at(choice, ["native_finish_reason"]) === "string") return true;
  const calls = at(choice, ["message", "tool_calls"]) ?? at(choice, ["message", "function_call"]);
  return (reason === "tool_calls" || reason === "function_call") && leaves(calls).length > 0;
}

/**
 * Whether another field says as much of thinking: that it is off, or left to the model; that it is on, which an amount says as
 * well; how hard to think, which a budget says.
 */
function thinksAnyway(body: unknown, leaf: Leaf, outcome: Outcome): boolean {
  const said = thinkingOf(leaf);
  if (said === undefined) return false;
  return leaves(body).some((other) => {
    const also = other.path.join() === leaf.path.join() ? undefined : thinkingOf(other);
    return also !== undefined && ((SAID_BY[said] ?? [said]).includes(also) || isContradicted(other, outcome));
  });
}

/** Whether an issue says that the field does not count, for another says the contrary. */
function isContradicted({ path }: Leaf, { issues }: Outcome): boolean {
  return issues.some((issue) => issue.code === "conflict.resolved" && isAtOrAbove(issue.path, path));
}

const SAID_BY: Readonly<Record<string, readonly string[]>> = { on: ["on", "effort", "budget"], effort: ["budget"], budget: [] };

function thinkingOf({ path, value }: Leaf): string | undefined {
  const dotted = path.join(".");
  if (/^(output_config\.effort|reasoning_effort|reasoning\.effort|.*thinking_?level)$/i.test(dotted))
    return value === "none" ? "off" : "effort";
  if (/^(thinking\.budget_tokens|reasoning\.max_tokens|.*thinking_?budget)$/i.test(dotted))
    return value === 0 ? "off" : Number(value) < 0 ? "dynamic" : "budget";
  if (dotted === "reasoning.enabled") return value === true ? "on" : "off";
  if (dotted === "thinking.type") return { enabled: "on", disabled: "off", adaptive: "dynamic", auto: "dynamic" }[String(value)];
  return undefined;
}

/** Whether one spelling says what the other does: one switch may be the opposite of the other. */
function saysSame(one: Leaf["value"], other: Leaf["value"]): boolean {
  return one === other || (typeof one === "boolean" && typeof other === "boolean");
}

/** That a field was written names no loss. */
function isNamed(leaf: Leaf, { issues }: Outcome): boolean {
  return issues.some(
    ({ code, path, severity }) => !(code === "vendor_extension" && severity === "info") && path.length > 0 && isAtOrAbove(path, leaf.path),
  );
}

/** Issues that call something dropped which still shows in the output. */
export function falseDrops(document: Document, direction: Direction): Verdict {
  const before = translate(document, direction);
  const drops = before.issues.filter(({ loss, path }) => loss === "dropped" && path.length > 0);
  if (!before.ok || drops.length === 0) return undefined;
  // Several findings may name one place.
  const outcomes = new Map<string, Outcome>();
  const changed = (path: Path, other: Leaf["value"]): Outcome => {
    const place = formatPath(path);
    const known = outcomes.get(place) ?? translate({ ...document, body: replaced(document.body, path, other) }, direction);
    outcomes.set(place, known);
    return known;
  };
  return drops.flatMap(({ code, path }) => {
    const value = at(document.body, path);
    // A part of another type is another part, of which the same may be said. A choice of tools that cannot be read gives way to the older one.
    const isOther = code === "dropped.part" || (path.join() === "tool_choice" && at(document.body, ["function_call"]) != null);
    // The index of an entry of thoughts is lost; where it is its neighbour's, the two are one.
    const said = leaves(value).filter(
      (leaf) => (!isOther || leaf.path.join() !== "type") && !/reasoning_details,\d+,index$/.test([...path, ...leaf.path].join()),
    );
    return said.flatMap((leaf) =>
      otherValues(leaf.value).flatMap((other) => {
        const full = [...path, ...leaf.path];
        const after = changed(full, other);
        const stands = after.issues.some((issue) => issue.code === code && formatPath(issue.path) === formatPath(path));
        return stands && after.ok && after.output !== before.output
          ? [`${code} at ${formatPath(path)}, but changing ${formatPath(full)} shows`]
          : [];
      }),
    );
  });
}
