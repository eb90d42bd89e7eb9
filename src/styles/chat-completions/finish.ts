/**
 * How an answer ended, and what it cost. `finish_reason` has few words; the source's own one travels beside it in `native_finish_reason`
 * (X) where they are not exact, and wins on the way back:
 *
 *     {"finish_reason": "content_filter", "native_finish_reason": "RECITATION"}
 *
 * `prompt_tokens` and `completion_tokens` include what the details split out, as the canonical totals do; `total_tokens` is always their sum.
 */

import { approximated, brief, equivalent, notice, overruled, type Path, type Report } from "../../core/issue.js";
import { hasMembers } from "../../core/lenient-parse.js";
import { finishWords } from "../../model/common.js";
import { dropFields, type Rest, restoreUnknown, without } from "../../model/extensions.js";
import type { CanonicalResponse, Finish, FinishReason, Usage } from "../../model/index.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { CALLED, type DecodeScope, dropStop, reasonGiven, reportBlock, reportInexact } from "../shared/codec.js";
import { type Counts, keepBeside, readCounts, reportAllCounts, reportSum, usagePaths, usageTable, writeCounts } from "../shared/usage.js";
import type { StreamEncodeOptions } from "../style.js";
import { type Placed, QUIRKS } from "./quirks.js";
import { STYLE } from "./wire.js";
import type { AnswerChoice, ChatCompletionsChunk, ChatCompletionsResponse, ChatCompletionsUsage, ChunkChoice } from "./wire-answer.js";

export const finish = finishWords({
  stop: ["stop", true],
  length: ["length", true],
  "tool-calls": ["tool_calls", true, "function_call"],
  "content-filter": ["content_filter", true],
  "context-window": ["length", false],
  recitation: ["content_filter", false],
  refusal: ["content_filter", false],
  "stop-sequence": ["stop", false],
  pause: ["stop", false],
  "malformed-output": ["stop", false],
  other: ["stop", false],
  error: ["stop", false, "error"],
});

const OTHER_WORDS: ReadonlyMap<string, FinishReason> = new Map(Object.entries(QUIRKS.finishWords.words));

export type Styles = DecodeOptions["styles"];

/** Whether it names the end of a choice. */
export function isReason(word: unknown): word is string | number {
  return (typeof word === "string" || typeof word === "number") && word !== "" && QUIRKS.nullAsWord.rewrite(word) !== null;
}

/** What a word of another style means that an answer carries along. */
function nativeOf(word: string | null | undefined, styles: Styles) {
  if (!word) return undefined;
  for (const [style, { words }] of styles ?? []) {
    const reason = style === STYLE ? undefined : words.finish.reasons.get(word);
    if (reason !== undefined) return { style, reason };
  }
  return undefined;
}

/** Whether the word means that another style's service refused or blocked, so that `refusal` holds its explanation. */
export function isForeignRefusal(word: string | null | undefined, styles: Styles): boolean {
  return isRefusal(nativeOf(word, styles)?.reason);
}

type StopWords = AnswerChoice | ChunkChoice;

/** `{"finish_reason": "stop", "stop_reason": "END"}`. A number, and a word for the end that stands there, is none. */
function stopOf(words: StopWords, styles: Styles): Required<Pick<Finish, "stopSequence" | "stopField">> | undefined {
  if (words.finish_reason !== "stop") return undefined;
  for (const stopField of QUIRKS.stopFields.words) {
    const stopSequence = words[stopField];
    if (typeof stopSequence === "string" && stopSequence !== "" && !isWord(stopSequence, styles)) return { stopSequence, stopField };
  }
  return undefined;
}

function isWord(text: string, styles: Styles): boolean {
  return finish.reasons.has(text) || OTHER_WORDS.has(text) || nativeOf(text, styles) !== undefined;
}

/** The fields of a choice that are neither known nor part of its finish. */
export function unknownWords(words: StopWords, known: ReadonlySet<string>, styles: Styles): Rest {
  const { native_finish_reason: native } = words;
  const stop = stopOf(words, styles);
  const others = without(words, stop === undefined ? known : new Set([...known, stop.stopField]));
  return native === undefined || nativeOf(native, styles) !== undefined ? others : { ...others, native_finish_reason: native };
}

/**
 * A word that nobody knows is kept, and an answer without one gives `other` without a native word: who writes them states what
 * they become.
 * @param calls whether the choice has a tool call, in any of its chunks
 * @param path that of the choice in the document read
 */
export function decodeFinish(words: StopWords, calls: boolean, path: Path, styles: Styles, report: Report): Finish {
  const { finish_reason, native_finish_reason } = words;
  const word = isReason(finish_reason) ? String(finish_reason) : undefined;
  const at = [...path, "finish_reason"];
  const value = native_finish_reason ?? "";
  const native = nativeOf(value, styles);
  if (native !== undefined) {
    // Some styles have no word of their own for calls, and other services forget theirs.
    const { written } = styles?.get(native.style)?.words.finish ?? finish;
    const called = native.reason === "stop" && calls && (written["tool-calls"][0] === value || word !== "stop");
    const reason = called ? "tool-calls" : native.reason;
    if (word !== undefined && word !== finish.written[reason][0] && !(word === "function_call" && reason === "tool-calls"))
      report(overruled(at, "native_finish_reason", { from: word, to: brief(value) }));
    return { reason, native: { style: native.style, value }, ...stopOf(words, styles) };
  }
  if (word === undefined) {
    if (!calls) return { reason: "other" };
    report(approximated("approximated.finish_reason", at, CALLED, { from: finish_reason ?? null, to: "tool_calls" }));
    return { reason: "tool-calls" };
  }
  const own = finish.reasons.get(word);
  const reason = own ?? OTHER_WORDS.get(word) ?? nativeOf(word, styles)?.reason ?? "other";
  // Its own style gets the very word back.
  const kept = own === undefined || own === "error" ? { native: { style: STYLE, value: word } as const } : {};
  const stop = stopOf(words, styles);
  // A native word that nobody knows is a reason of its own, and leaves no guess.
  if (reason === "stop" && calls && (value === "" || finish.reasons.has(value))) {
    report(notice("approximated.finish_reason", at, CALLED, { from: brief(word), to: "tool_calls" }));
    return { reason: "tool-calls", ...kept, ...stop };
  }
  if (own === undefined && reason !== "other") report(equivalent(at, "The way back has the word of this style.", { from: word }));
  return { reason: stop === undefined ? reason : "stop-sequence", ...kept, ...stop };
}

/** What a choice has beside the reason of its end. */
export interface EndScope {
  /** Whether the choice calls tools, and whether anything follows: the service ran them by itself, and nobody else has to. */
  readonly calls: "none" | "last" | "answered";
  readonly promptBlock: CanonicalResponse["promptBlock"];
  /** Whether the choice has no parts. */
  readonly empty: boolean;
  /** The model's own refusal, which stands where explanations do. */
  readonly refusal: string | undefined;
}

/**
 * Why a choice ended, and what its service explains of it.
 * @param path that of the choice in the canonical value written, for what is lost
 */
export function encodeEnd(finish: Finish, scope: EndScope, path: Path, options: EncodeOptions, report: Report) {
  const at = [...path, "finish"];
  const { promptBlock, empty, refusal: own } = scope;
  const { reason, refusal, message } = finish;
  // Why a foreign service refused or blocked stands where the model's own refusals do.
  const explanation = refusal?.explanation;
  const filtered = reason === "content-filter";
  const why = (isRefusal(reason) && explanation) || (filtered && message) || (filtered && empty && promptBlock?.message);
  const written = own ?? (why || undefined);
  const lost = { category: "info", explanation: explanation === written ? "kept" : "info" } as const;
  if (refusal !== undefined) dropFields(refusal, lost, [...at, "refusal"], STYLE, report);
  if (message !== written && message !== promptBlock?.message) dropFields({ message }, "info", at, STYLE, report);
  const block = { style: STYLE, word: "content_filter", blocked: filtered && empty, explanation: written } as const;
  if (promptBlock !== undefined) reportBlock(promptBlock, block, report);
  const explains = own === undefined && written !== undefined;
  return { explanation: explains ? written : undefined, words: encodeWords(finish, scope, explains, at, options, report) };
}

type Words = { readonly finish_reason: string; readonly native_finish_reason?: string };

/** @param explained whether `refusal` holds the explanation of a service that refused, not the model's own words */
function encodeWords(given: Finish, { calls }: EndScope, explained: boolean, path: Path, options: EncodeOptions, report: Report): Words {
  const { nativeFinishReason, styles, from = STYLE } = options;
  const { reason, native, stopSequence, stopField } = given;
  const stop = from === STYLE && stopField !== undefined ? { [stopField]: stopSequence } : undefined;
  if (stop === undefined) dropStop(given, path, STYLE, report);
  if (native?.style === STYLE) return { finish_reason: native.value, ...stop };
  // Some services forget to state that an answer ends for its calls, and clients run none unless it does.
  const forCalls = reason === "stop" && calls === "last" && native !== undefined;
  const [word, exact] = finish.written[forCalls ? "tool-calls" : reason];
  if (forCalls) report(notice("approximated.finish_reason", [...path, "reason"], CALLED, { from: reasonGiven(given), to: word }));
  if (!exact && reason !== "stop-sequence") reportInexact(given, STYLE, word, path, report);
  if (native === undefined || nativeFinishReason === false) return { finish_reason: word, ...stop };
  const misread = explained || (reason === "stop" && calls !== "none");
  // Without the word of a turn that is over, the way back could not know that calls came with it.
  const forgotten = reason === "tool-calls" && native.value === "end_turn";
  const usual = native.value === styles?.get(native.style)?.words.finish.written[reason][0];
  return { finish_reason: word, ...(exact && !misread && !forgotten && usual ? {} : { native_finish_reason: native.value }), ...stop };
}

export function isRefusal(reason: FinishReason | undefined): boolean {
  return reason === "refusal" || reason === "content-filter" || reason === "recitation";
}

const TABLE = usageTable(
  STYLE,
  { inputTokens: ["prompt_tokens"], outputTokens: ["completion_tokens"], totalTokens: ["total_tokens"] },
  {
    cacheReadTokens: [["prompt_tokens_details", "cached_tokens"], ...QUIRKS.readFromCache.words.map((name) => [name] as const)],
    inputAudioTokens: [["prompt_tokens_details", "audio_tokens"]],
    cacheWriteTokens: [["prompt_tokens_details", "cache_write_tokens"], ["cache_creation_input_tokens"]],
    reasoningTokens: [["completion_tokens_details", "reasoning_tokens"]],
    outputAudioTokens: [["completion_tokens_details", "audio_tokens"]],
    acceptedPredictionTokens: [["completion_tokens_details", "accepted_prediction_tokens"]],
    rejectedPredictionTokens: [["completion_tokens_details", "rejected_prediction_tokens"]],
  },
);

export const USAGE_FIELDS = TABLE.paths;

/** Whether anything is counted: some servers send an empty object where they have no counters yet, or only a price. */
export function isCounted(usage: ChatCompletionsUsage): boolean {
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details } = usage;
  if (typeof (prompt_tokens ?? completion_tokens ?? total_tokens) === "number") return true;
  return hasMembers(prompt_tokens_details) || hasMembers(completion_tokens_details) || hasMembers(readCounts<Counts>(usage, TABLE, {}));
}

/**
 * @param path that of the usage object in the document read
 * @param own whether the counters are written in this style again
 */
export function decodeUsage(usage: ChatCompletionsUsage, path: Path, report: Report, own = false): Usage {
  const counts = readCounts<Counts>(usage, TABLE, {});
  const { total_tokens } = usage;
  const outputTokens = QUIRKS.reasoningApart.rewrite(usage.completion_tokens ?? 0, usage);
  const totals = { inputTokens: usage.prompt_tokens ?? 0, outputTokens };
  const sum = totals.inputTokens + outputTokens;
  if (typeof total_tokens === "number") reportSum(total_tokens, sum, [...path, "total_tokens"], report);
  const total = total_tokens === sum ? { totalTokens: sum } : {};
  return Object.assign(totals, total, own ? counts : withoutZeros(counts), keepBeside(usage, TABLE, counts));
}

/** Most servers fill counters with 0, whether or not they count; the specification shows six of them. */
function withoutZeros(counts: Counts): Counts {
  // Who counts writes to the cache counts reads from it.
  const countsCache = counts.cacheWriteTokens !== undefined;
  return Object.fromEntries(Object.entries(counts).filter(([name, count]) => count !== 0 || (countsCache && name.startsWith("cache"))));
}

/** The counters of a whole answer with their places, of which those of the cache have several; undefined where nothing is counted. */
export function readUsage(usage: ChatCompletionsResponse["usage"], { trace, report }: DecodeScope): Usage | undefined {
  const path = ["usage"];
  return usage && isCounted(usage) ? trace.mark(decodeUsage(usage, path, report), path, usagePaths(usage, TABLE)) : undefined;
}

type ModalityCount = NonNullable<Usage["inputByModality"]>[number];

/** @param path that of the usage in the canonical value written, for what is lost */
export function encodeUsage(usage: Usage, path: Path, options: StreamEncodeOptions, report: Report): ChatCompletionsUsage {
  const { profile = "gateway", lossesOnly } = options;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, extensions } = usage;
  // Text is what is left of the total, audio has a counter of its own: neither is lost.
  const audio = { inputByModality: usage.inputAudioTokens, outputByModality: usage.outputAudioTokens };
  for (const field of ["inputByModality", "outputByModality"] as const)
    if (audio[field] !== undefined && (usage[field]?.[0]?.modality ?? "TEXT") !== "TEXT")
      report(equivalent([...path, field], "chat-completions counts audio apart; the way back has both."));
  const isAudio = ({ modality, tokens }: ModalityCount, field: keyof typeof audio) => modality === "AUDIO" && tokens === audio[field];
  reportAllCounts(usage, TABLE, path, report, { lossesOnly }, isAudio);
  if (profile === "gateway" && cacheWriteTokens !== undefined && cacheReadTokens === undefined)
    report(equivalent([...path, "cacheReadTokens"], "The way back counts reads from the cache."));
  // The specification shows all six counters, so an answer of the gateway has them even where nobody counted.
  const counts = writeCounts(usage, TABLE, profile === "gateway" ? 0 : undefined);
  const totals = { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  return restoreUnknown(Object.assign(totals, counts), extensions, STYLE);
}

/** The counters that a chunk of a stream states. */
export function usageOf(chunk: ChatCompletionsChunk): Placed<ChatCompletionsUsage> | undefined {
  const { usage } = chunk;
  const stated = usage && isCounted(usage) ? { value: usage, path: ["usage"] } : undefined;
  return QUIRKS.usageOfGroq.rewrite(QUIRKS.usageInChoice.rewrite(stated, chunk), chunk);
}

/** What was read of the first choice is no unknown field of it. */
export function withoutUsage([first, ...others]: readonly ChunkChoice[]): readonly ChunkChoice[] {
  return first === undefined ? others : [{ ...first, usage: undefined }, ...others];
}
