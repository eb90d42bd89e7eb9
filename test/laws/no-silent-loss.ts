/**
 * Law 3: change any single leaf, and either the translation changes or an issue names that leaf or a node above it. And
 * the other way round: what an issue calls dropped changes nothing in the output while that issue stands.
 */
import { formatPath } from "../../src/core/path.js";
import type { Document } from "../support/documents.js";
import { at, isAtOrAbove, type Leaf, leaves, otherValues, replaced } from "../support/leaves.js";
import { isExcepted } from "./exceptions.js";
import { type Direction, type Outcome, translate } from "./translation.js";

/** The leaves of the document whose change nobody noticed, as sentences. */
export function silentLosses(document: Document, direction: Direction, pick: (leaf: Leaf) => boolean = () => true): string[] {
  const before = translate(document, direction);
  // What cannot be translated at all says so, and where.
  if (!before.ok) return [];
  return leaves(document.body)
    .filter((leaf) => pick(leaf) && !isTransport(document, leaf) && !isFirstText(document, leaf) && !isNamed(leaf, before))
    .flatMap((leaf) => {
      const values: unknown[] = isRepetition(document, leaf, before) ? otherValues(leaf.value) : [...otherValues(leaf.value), undefined];
      return values.flatMap((value) => {
        const changed = { ...document, body: replaced(document.body, leaf.path, value) };
        const after = translate(changed, direction);
        if (after.output !== before.output || after.ok !== before.ok || isNamed(leaf, after)) return [];
        if (isExcepted("no silent loss", document, direction.to, [leaf.path])) return [];
        return [
          `${formatPath(leaf.path)} = ${JSON.stringify(leaf.value).slice(0, 60)} → ${value === undefined ? "removed" : JSON.stringify(value).slice(0, 60)}`,
        ];
      });
    });
}

/**
 * Leaves that say what is so without them: the style's default, a constant, or what another field says as well. They may be
 * left out; another value in their place is still a change.
 */
const DEFAULTS: readonly (readonly [path: RegExp, value?: unknown])[] = [
  [/(^|\.)(stream|include_usage|is_error|strict|defer_loading|store|async|disable_parallel_tool_use|enableEnhancedCivicAnswers)$/, false],
  [/^n$|candidate_?count$/i, 1],
  [/^(temperature|top_p)$/, 1],
  [/(presence|frequency)_?penalty$/i, 0],
  // Constants and positions.
  [/^object$|(^|\.)(type|role)$|(choices|candidates|tool_calls|reasoning_details)\.\d+\.index$/],
  [/\.(parameters|input_schema|parameters_?json_?schema)\.type$/i, "object"],
  [/body\.(error\.)?type$/, "error"],
  [/^thinking\.display$/, "summarized"],
  [/^tools\.\d+\.name$/, "code_execution"],
  [/^tools\.\d+\.name$/, "web_search"],
  // Counts of nothing, and sums of what is counted elsewhere.
  [/(^|\.)usage(_?metadata)?\..*/i, 0],
  [/total_?token(s|_?count)$|candidates_?token_?count$/i],
  // What generate-content takes for granted where nothing is said, and what its offsets say as well.
  [/executable_?code\.language$/i, "PYTHON"],
  [/media_?resolution$/i, "MEDIA_RESOLUTION_UNSPECIFIED"],
  [/response_?mime_?type$|response_?format\.\d+\.text\.mime_?type$/i],
  [/(segment|citations\.\d+|citation_?sources\.\d+)\.(start_?index|end_?index|part_?index|text|title)$/i],
  // Texts that stand in the details of the same thoughts, offsets that cover the whole text.
  [/(message|messages\.\d+)\.reasoning(_content)?$|reasoning_details\.\d+\.text$|url_citation\.(start|end)_index$|native_finish_reason$/],
  // Clients of chat-completions and messages expect thoughts where nothing is said.
  [/include_?thoughts$/i, true],
  [/^reasoning\.exclude$|citations\.enabled$/, false],
  [/^speed$/, "standard"],
  [/reasoning_details\.\d+\.format$/, "unknown"],
  [/function_?calling_?config\.mode$/i, "MODE_UNSPECIFIED"],
  [/allowed_tools\.mode$|image_url\.detail$/, "auto"],
  // The result of an old call without its name is that of the last one.
  [/messages\.\d+\.name$/],
  // What servers that write every field write where there is nothing.
  [/(^(service_tier|system_fingerprint)|audio\.(id|data|transcript)|function_call\.name|custom\.(name|input))$/, ""],
  [/audio\.expires_at$|^created$/, 0],
  [/\.arguments$/, "{}"],
  [/prompt_cache_breakpoint\.mode$/, "explicit"],
  [/^include_reasoning$/, true],
  // Empty texts.
  [/\.(arguments|content|text|thinking|summary|stderr|stdout|output|refusal|cited_text)$|url_citation\.title$/, ""],
  [/^body(\.error)?(\.message)?$/, ""],
  [/response_?modalities\.\d+$/i, "TEXT"],
  // What the pairing of calls and results, or the suffix of a URL, gives as well.
  [/(tool_call_id|(function|tool)_?(response|call)\.id|executable_?code\.id|code_?execution_?result\.id)$/i],
  [/file_?data\.mime_?type$/i],
];

/** Fields that are spellings of one thing: each may be left out while another is there. Where they disagree, an issue says so. */
const SPELLINGS: readonly RegExp[] = [
  /^max_(completion_)?tokens$/,
  /^(tool_choice|function_call)(\.|$)/,
  /^(thinking\.budget_tokens|reasoning\.max_tokens|extra_body\.google\.thinking_config\.thinking_budget)$/,
  /^(reasoning_effort|reasoning\.effort|extra_body\.google\.thinking_config\.thinking_level)$/,
  /^(user|safety_identifier)$/,
  /^(include_reasoning|reasoning\.exclude|extra_body\.google\.thinking_config\.include_thoughts)$/,
];

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
  const spelling = SPELLINGS.find((fields) => fields.test(dotted));
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
  return DEFAULTS.some(([pattern, expected]) => pattern.test(dotted) && (expected === undefined || expected === value));
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
export function falseDrops(document: Document, direction: Direction): string[] {
  const before = translate(document, direction);
  if (!before.ok) return [];
  return before.issues
    .filter(({ loss, path }) => loss === "dropped" && path.length > 0)
    .flatMap(({ code, path }) => {
      const value = at(document.body, path);
      // A part of another type is another part, of which the same may be said.
      // The index of an entry of thoughts is lost; where it is its neighbour's, the two are one.
      const said = leaves(value).filter(
        (leaf) =>
          (code !== "dropped.part" || leaf.path.join() !== "type") && !/reasoning_details,\d+,index$/.test([...path, ...leaf.path].join()),
      );
      return said.flatMap((leaf) =>
        otherValues(leaf.value).flatMap((other) => {
          const full = [...path, ...leaf.path];
          const after = translate({ ...document, body: replaced(document.body, full, other) }, direction);
          const stands = after.issues.some((issue) => issue.code === code && formatPath(issue.path) === formatPath(path));
          return stands && after.ok && after.output !== before.output
            ? [`${code} at ${formatPath(path)}, but changing ${formatPath(full)} shows`]
            : [];
        }),
      );
    });
}
