/**
 * Writes the objects of a generate-content stream. The finish of a candidate waits for the end, or for the usage that comes
 * after it, because both stand in the last object; nothing may follow that.
 */
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import { answerId } from "../../canonical/ids.js";
import type { CanonicalError, CanonicalStreamEvent, StartEvent, Usage } from "../../canonical/index.js";
import { compact } from "../../core/compact.js";
import { dropped, notice } from "../../core/issue.js";
import { asJson, isJsonObject, type JsonObject } from "../../core/json.js";
import { oncePerKind } from "../../core/once.js";
import type { Path } from "../../core/path.js";
import type { StreamEncodeOptions, StreamEncoder } from "../style.js";
import { encodeErrorObject } from "./error.js";
import { type EncodeScope, encodeScope, STYLE } from "./scope.js";
import { type ChoiceEncoder, createChoiceEncoder } from "./stream-choice-encoder.js";
import { encodeUsage } from "./usage.js";
import type { GenerateContentCandidate, GenerateContentResponse } from "./wire-answer.js";

export type FinishEvent = Extract<CanonicalStreamEvent, { type: "finish" }>;

export function createEncoder(options: StreamEncodeOptions = {}): StreamEncoder<GenerateContentResponse> {
  const { context, profile = "gateway" } = options;
  const report = oncePerKind(options.report ?? (() => {}));
  const scope: EncodeScope = {
    ...encodeScope("response", context?.model ?? "", options),
    trace: { mark: (node) => node, locate: () => [] },
    report,
  };
  let out: GenerateContentResponse[] = [];
  let index = -1;
  let phase: "before" | "open" | "closed" = "before";
  /** What every object repeats. */
  let envelope: GenerateContentResponse = {};
  /** Fields that only this style has, on the first object. */
  let extras: JsonObject | undefined;
  let usage: { readonly value: Usage; readonly path: Path } | undefined;
  let promptBlock: FinishEvent["promptBlock"];
  /** Whether a candidate has said anything. */
  let spoken = false;
  /** Whether the object written last holds nothing that the next one would not. */
  let plain = false;
  const choices = new Map<number, ChoiceEncoder>();

  function write(candidate: GenerateContentCandidate, more: Partial<GenerateContentResponse> = {}): void {
    out.push({ candidates: [candidate], ...more, ...envelope, ...extras });
    plain = extras === undefined;
    extras = undefined;
    spoken = true;
  }
  function step(run: () => void): readonly GenerateContentResponse[] {
    out = [];
    run();
    return out;
  }

  function start(event: StartEvent) {
    if (phase !== "before") return;
    phase = "open";
    const path = [Math.max(index, 0)];
    const model = event.model ?? context?.model ?? "unknown";
    const responseId = event.id ?? options.responseId ?? answerId("resp-", model, context?.turn ?? 0);
    if (event.id === undefined && options.responseId === undefined && !scope.own)
      report(
        notice("synthesized.id", [...path, "id"], "The answer has no id; one was made from the model and the turn.", { to: responseId }),
      );
    const createTime = event.created === undefined ? undefined : timeOf(event.created);
    // Made without `compact`: what is spread into every object should have one of few shapes.
    envelope = { modelVersion: model, responseId, ...(createTime === undefined ? {} : { createTime }) };
    if (event.usage !== undefined) usage = { value: event.usage, path: [...path, "usage"] };
    for (const field of ["serviceTier", "systemFingerprint"] as const)
      if (event[field] !== undefined)
        report(dropped("dropped.field", [...path, field], "A generate-content answer has no place for this.", { severity: "info" }));
    dropUnknown(event.extensions, STYLE, path, report);
    extras = event.extensions?.[STYLE] === undefined ? undefined : restoreUnknown({}, event.extensions, STYLE);
  }

  function choiceOf(number: number): ChoiceEncoder {
    if (phase === "before") start({ type: "start" });
    const known = choices.get(number);
    if (known !== undefined) return known;
    const choice = createChoiceEncoder(scope, (part) => write({ content: { parts: [part], role: "model" }, index: number }));
    choices.set(number, choice);
    return choice;
  }

  /** What belongs to a candidate; after its finish nothing does. */
  function toChoice(number: number, act: (choice: ChoiceEncoder) => void) {
    const choice = choiceOf(number);
    if (!choice.finished) return act(choice);
    report(notice("stream.late_delta", [index], "This comes after the candidate has finished; it is left out.", { severity: "warning" }));
  }

  function finish(event: FinishEvent): void {
    promptBlock = event.promptBlock ?? promptBlock;
    toChoice(event.choice, (choice) => choice.finish(event, [index]));
  }

  function fail(error: CanonicalError) {
    phase = "closed";
    const frame = asJson(encodeErrorObject(error, profile, report));
    out.push({ error: frame.ok ? frame.value : { message: error.message } });
  }

  /** `{"candidates": [{"content": {"parts": [{"text": ""}], "role": "model"}, "finishReason": "STOP", "index": 0}], "usageMetadata": {…}}` */
  function close() {
    if (phase === "before") start({ type: "start" });
    const usageMetadata = usage === undefined ? undefined : encodeUsage(usage.value, profile, usage.path, report);
    if (promptBlock !== undefined && !spoken && choices.size === 1) return refuse(usageMetadata);
    if (choices.size === 0) choiceOf(0);
    const last = [...choices.keys()].at(-1);
    for (const [number, choice] of choices) {
      if (!choice.finished) {
        report(
          notice("stream.protocol", [Math.max(index, 0)], "The answer ends without saying why; it counts as ended.", {
            severity: "warning",
          }),
        );
        choice.finish({ finish: { reason: "stop" } }, [Math.max(index, 0)]);
      }
      const candidate = choice.last({ content: { parts: [{ text: "" }], role: "model" }, index: number });
      write(candidate, number === last ? compact({ usageMetadata }) : {});
    }
    phase = "closed";
  }

  /** `{"promptFeedback": {"blockReason": "SAFETY"}}` */
  function refuse(usageMetadata: GenerateContentResponse["usageMetadata"]): void {
    phase = "closed";
    const { reason, message } = promptBlock ?? { reason: "OTHER" };
    const kept = isJsonObject(extras?.promptFeedback) ? extras.promptFeedback : {};
    const promptFeedback = { ...kept, blockReason: reason, ...compact({ blockReasonMessage: message }) };
    out.push({ ...extras, promptFeedback, ...compact({ usageMetadata: usageMetadata ?? undefined }), ...envelope });
  }

  function take(event: CanonicalStreamEvent) {
    switch (event.type) {
      case "start":
        return start(event);
      case "part-start":
        return toChoice(event.choice, (choice) => choice.start(event.part, event.head, [index]));
      case "part-delta":
        return toChoice(event.choice, (choice) => choice.delta(event.part, event.delta, [index]));
      case "part-stop":
        return toChoice(event.choice, (choice) => choice.stop(event.part, [index]));
      case "choice-meta":
        return toChoice(event.choice, (choice) => choice.tell(event, [index]));
      case "finish":
        return finish(event);
      case "usage":
        usage = { value: event.usage, path: [index, "usage"] };
        return;
      case "error":
        return fail(event.error);
      case "ping":
        return;
      case "end":
        return close();
      default:
        return event satisfies never;
    }
  }

  return {
    push: (event) =>
      step(() => {
        index++;
        if (phase !== "closed") take(event);
      }),
    hot({ choice, part, kind }) {
      const open = phase === "open" && plain ? choices.get(choice)?.hot(part, kind) : undefined;
      if (open === undefined) return undefined;
      return {
        ...open,
        leaves: [["candidates", 0, "content", "parts", 0, "text"]],
        advance(events, units) {
          index += events;
          open.advance(units);
        },
      };
    },
    end: () =>
      step(() => {
        if (phase === "closed") return;
        fail({ kind: "truncated-stream", status: 502, message: "The stream ended before the answer was complete.", retryable: true });
      }),
  };
}

/** Unix seconds as the wire's time; undefined where no calendar reaches. */
function timeOf(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/\.\d+Z$/, "Z");
}
