/**
 * Reads the objects of a generate-content stream. There is no end marker: a stream is complete when all its candidates have
 * finished, or when the prompt was refused. A stream that was asked for without `alt=sse` comes as arrays.
 */
import { keepUnknown } from "../../canonical/extensions.js";
import type { CanonicalError, CanonicalStreamEvent } from "../../canonical/index.js";
import { createNews } from "../../canonical/news.js";
import { attempt } from "../../core/bare.js";
import { compact } from "../../core/compact.js";
import { dropped, failure, notice } from "../../core/issue.js";
import { asJson, isJsonArray, type Json } from "../../core/json.js";
import { oncePerKind } from "../../core/once.js";
import type { Path } from "../../core/path.js";
import { conforms, schemaIssues } from "../../core/schema.js";
import type { StreamDecodeOptions, StreamDecoder } from "../style.js";
import { decodeErrorObject, errorOf } from "./error.js";
import { camelCased, relocate } from "./names.js";
import { withNames } from "./partial-args.js";
import { type DecodeScope, STYLE } from "./scope.js";
import { type ChoiceDecoder, createChoice } from "./stream-choice-decoder.js";
import { hotAnswer } from "./stream-hot.js";
import { type PlainAnswer, plainAnswer } from "./stream-plain.js";
import { decodeUsage } from "./usage.js";
import { GenerateContentResponse, type GenerateContentUsage } from "./wire-answer.js";

/** Candidates of one stream that are read; requests may ask for 8. */
const MAX_CHOICES = 1024;

/** A time with its offset; without one it would depend on where it is read. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

export function createDecoder(options: StreamDecodeOptions = {}): StreamDecoder {
  const tell = options.report ?? (() => {});
  const report = oncePerKind(tell);
  const scope: DecodeScope = {
    // Paths of a stream are known where they are needed; nothing has to be found again later.
    trace: { mark: (node) => node, locate: () => [] },
    issues: [],
    report,
    context: options.context ?? {},
    options,
  };
  /** What the current call gives back. */
  let out: CanonicalStreamEvent[] = [];
  let index = -1;
  let phase: "before" | "open" | "closed" = "before";
  let responseId = options.responseId ?? "";
  const choices = new Map<number, ChoiceDecoder>();
  const news = createNews(STYLE);
  /** The object that was read last. */
  let last: GenerateContentResponse | undefined;

  function emit(event: CanonicalStreamEvent): void {
    out.push(event);
  }
  function protocol(path: Path, message: string): void {
    tell(notice("stream.protocol", path, message, { severity: "warning" }));
  }
  /** Runs one step and gives back what it emitted. */
  function step(run: () => void): readonly CanonicalStreamEvent[] {
    out = [];
    run();
    return out;
  }

  /** `{"candidates": […], "modelVersion": "gemini-2.5-flash", "responseId": "abc", "createTime": "2025-12-01T21:58:25Z"}` */
  function envelope(wire: GenerateContentResponse, path: Path): void {
    const { responseId: id, modelVersion, createTime, candidates: _candidates, usageMetadata, promptFeedback, ...rest } = wire;
    const { blockReason: _reason, blockReasonMessage: _message, ...feedback } = promptFeedback ?? {};
    const unknown = news.of(keepUnknown(STYLE, rest, [["promptFeedback", feedback]]).extensions);
    if (phase !== "before") {
      for (const key of Object.keys(unknown?.[STYLE] ?? {}))
        report(
          dropped(
            "dropped.field",
            [...path, ...key.split(".")],
            "The stream has begun, and what is said of the whole answer now has no place in it.",
            {
              severity: "info",
            },
          ),
        );
      return;
    }
    phase = "open";
    if (nonEmpty(id)) responseId = id;
    const time = nonEmpty(createTime) && TIME.test(createTime) ? Date.parse(createTime) : Number.NaN;
    emit(
      compact({
        type: "start" as const,
        id: nonEmpty(id) ? id : undefined,
        model: nonEmpty(modelVersion) ? modelVersion : undefined,
        created: Number.isNaN(time) ? undefined : Math.floor(time / 1000),
        // A style that states its usage at the start is told what is known by then.
        usage: counts(usageMetadata) ? decodeUsage(usageMetadata, [], () => {}) : undefined,
        extensions: unknown,
      }),
    );
  }

  function choiceOf(number: number): ChoiceDecoder | undefined {
    const known = choices.get(number);
    if (known !== undefined || choices.size >= MAX_CHOICES) return known;
    const choice = createChoice({ choice: number, scope, responseId: () => responseId, emit, protocol });
    choices.set(number, choice);
    return choice;
  }

  function say(wire: GenerateContentResponse, path: Path) {
    const candidates = wire.candidates ?? [];
    candidates.forEach((candidate, position) => {
      const at = [...path, "candidates", position];
      const decoder = choiceOf(candidate.index ?? position);
      if (decoder === undefined) protocol(at, "The stream has more candidates than are read.");
      else decoder.push(candidate, at);
    });
    if (candidates.length === 0) settle();
    if (counts(wire.usageMetadata)) emit({ type: "usage", usage: decodeUsage(wire.usageMetadata, [...path, "usageMetadata"], report) });
    refuse(wire, path);
  }

  /** `{"promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": "…"}}` */
  function refuse({ promptFeedback }: GenerateContentResponse, path: Path): void {
    const { blockReason, blockReasonMessage } = promptFeedback ?? {};
    if (blockReason === null || blockReason === undefined || blockReason === "") return;
    const message = compact({ message: blockReasonMessage ?? undefined });
    choiceOf(0)?.block({ reason: String(blockReason), ...message }, { reason: "content-filter", ...message });
    if (choices.get(0)?.finished !== true) protocol([...path, "promptFeedback"], "The prompt is refused after the answer has begun.");
  }

  /** `{"error": {"code": 503, "message": "…", "status": "UNAVAILABLE"}}` */
  function fail(error: Json, path: Path) {
    const decoded = decodeErrorObject(error, undefined, path, report);
    tell(failure("stream.error", path, `The source reported an error (${decoded.kind}): ${decoded.message.slice(0, 150)}`));
    breakOff(decoded);
  }
  function breakOff(error: CanonicalError): void {
    emit({ type: "error", error });
    emit({ type: "end" });
    phase = "closed";
  }

  /** An object that brings a piece of text and counts. False when it has to be read as any other. */
  function repeat({ index: number, kind, text, usage, wire }: PlainAnswer): boolean {
    const choice = choices.get(number);
    if (choice === undefined || choice.finished) return false;
    choice.grow(kind, text, [index, "candidates", 0]);
    if (counts(usage)) emit({ type: "usage", usage: decodeUsage(usage, [index, "usageMetadata"], report) });
    if (out[0]?.type === "part-delta") last = wire;
    return true;
  }

  function settle(): void {
    for (const choice of choices.values()) choice.settle();
  }

  function take(input: Json, path: Path, original: unknown) {
    if (phase === "closed") return protocol(path, "The stream is over; this event is left out.");
    const found = errorOf(input);
    if (found !== undefined) return fail(found.error, [...path, ...found.path]);
    const body = withNames(camelCased(input));
    if (!conforms(GenerateContentResponse, body)) {
      const [fault] = schemaIssues(GenerateContentResponse, body);
      return protocol(
        [...path, ...relocate(fault?.path ?? [], original)],
        `This is no answer object and is left out: ${fault?.message ?? "it is no object."}`,
      );
    }
    const known = [body.candidates, body.promptFeedback, body.usageMetadata, body.modelVersion, body.responseId];
    if (known.every((value) => value === null || value === undefined))
      return protocol(path, "This is neither an answer object nor an error; it is left out.");
    envelope(body, path);
    say(body, path);
    // What begins with a delta may be nothing else; what was spelled otherwise has other paths.
    if (out[0]?.type === "part-delta" && body === original) last = body;
  }

  return {
    push: (input) =>
      step(() => {
        index++;
        last = undefined;
        const plain = phase === "open" ? attempt(plainAnswer, input) : undefined;
        if (plain !== undefined && repeat(plain)) return;
        const json = asJson(input);
        if (!json.ok) return protocol([index, ...json.issues[0].path], json.issues[0].message);
        if (!isJsonArray(json.value)) return take(json.value, [index], input);
        for (const [position, item] of json.value.entries()) take(item, [index, position], item);
      }),
    hot() {
      const hot = last && hotAnswer(last, out);
      const choice = hot && choices.get(hot.choice);
      if (hot === undefined || choice?.growing !== true) return undefined;
      const { usage, ...delta } = hot;
      return {
        ...delta,
        ...(hot.kind === "text" ? { take: choice.take } : {}),
        advance(events, units, counts) {
          index += events;
          choice.advance(hot.kind === "text" ? units : 0, [index, "candidates", 0]);
          const value = usage(counts);
          return value === undefined ? [] : [{ type: "usage", usage: decodeUsage(value, [index, "usageMetadata"], report) }];
        },
      };
    },
    // This style has no end marker; where a server sends one all the same, the end of input says the rest.
    done: () => [],
    end: () =>
      step(() => {
        if (phase === "closed") return;
        if (phase === "before") emit({ type: "start" });
        settle();
        if (choices.size > 0 && [...choices.values()].every((choice) => choice.finished)) {
          emit({ type: "end" });
          phase = "closed";
          return;
        }
        for (const choice of choices.values()) choice.abandon();
        const message = "The stream ended before the answer was complete.";
        tell(failure("stream.truncated", [Math.max(index, 0)], message));
        breakOff({ kind: "truncated-stream", status: 502, message, retryable: true });
      }),
  };
}

function nonEmpty(value: string | null | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Objects in the middle of a stream may name the kind of traffic and count nothing. */
function counts(usage: GenerateContentUsage | null | undefined): usage is GenerateContentUsage {
  return [usage?.promptTokenCount, usage?.candidatesTokenCount, usage?.totalTokenCount, usage?.thoughtsTokenCount].some(
    (count) => typeof count === "number",
  );
}
