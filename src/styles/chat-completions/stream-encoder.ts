/**
 * Writes the chunks of a chat-completions stream: for each choice a role chunk, deltas, and one chunk with the finish
 * reason; at the end the usage, in a chunk without choices. All chunks share id, time and model. After an error nothing
 * more comes, not even `[DONE]`.
 */
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import { answerId } from "../../canonical/ids.js";
import type { CanonicalError, CanonicalStreamEvent, StartEvent, Usage } from "../../canonical/index.js";
import { dropped, notice } from "../../core/issue.js";
import { asJson } from "../../core/json.js";
import { oncePerKind } from "../../core/once.js";
import type { Path } from "../../core/path.js";
import type { StreamEncodeOptions, StreamEncoder } from "../style.js";
import { encodeErrorBody } from "./error.js";
import { type ChoiceEncoder, createChoiceEncoder } from "./stream-choice-encoder.js";
import { encodeUsage } from "./usage.js";
import type { ChatCompletionsChunk, ChunkChoice } from "./wire-answer.js";

export type FinishEvent = Extract<CanonicalStreamEvent, { type: "finish" }>;

export function createEncoder(options: StreamEncodeOptions = {}): StreamEncoder<ChatCompletionsChunk> {
  const { context, profile = "gateway" } = options;
  const report = oncePerKind(options.report ?? (() => {}));
  const withUsage = context?.includeStreamUsage !== false;
  let out: ChatCompletionsChunk[] = [];
  let index = -1;
  let phase: "before" | "open" | "closed" = "before";
  /** What every chunk repeats. */
  let envelope: ChatCompletionsChunk = {};
  let usage: { readonly value: Usage; readonly path: Path } | undefined;
  const choices = new Map<number, ChoiceEncoder>();

  function write(choice: ChunkChoice): void {
    out.push(withUsage ? { ...envelope, choices: [choice], usage: null } : { ...envelope, choices: [choice] });
  }
  function step(run: () => void): readonly ChatCompletionsChunk[] {
    out = [];
    run();
    return out;
  }

  /** `{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}` */
  function choiceOf(number: number): ChoiceEncoder {
    const known = choices.get(number);
    if (known !== undefined) return known;
    if (phase === "before") start({ type: "start" }, number);
    const made = choices.get(number);
    if (made !== undefined) return made;
    const choice = createChoiceEncoder(options, `a:${String(envelope.id)}:${number}`, (wire) => write({ index: number, ...wire }), report);
    choices.set(number, choice);
    write({ index: number, delta: { role: "assistant", content: "" }, finish_reason: null });
    return choice;
  }

  function start(event: StartEvent, first = 0) {
    if (phase !== "before") return;
    phase = "open";
    const path = [Math.max(index, 0)];
    const model = event.model ?? context?.model ?? "unknown";
    const created = event.created ?? options.created;
    if (created === undefined)
      report(
        notice("synthesized.created", [...path, "created"], "The source does not say when the answer was made; `created` is 0.", { to: 0 }),
      );
    const id = event.id ?? options.responseId ?? answerId("chatcmpl-", model, context?.turn ?? 0);
    if (event.id === undefined && options.responseId === undefined)
      report(notice("synthesized.id", [...path, "id"], "The answer has no id; one was made from the model and the turn.", { to: id }));
    const own = options.from === undefined || options.from === "chat-completions";
    if (event.systemFingerprint !== undefined && !own)
      report(dropped("dropped.field", [...path, "systemFingerprint"], "The fingerprint is another service's.", { severity: "info" }));
    const { serviceTier, systemFingerprint } = event;
    // Made without `compact`: what is spread into every chunk should have one of few shapes.
    envelope = {
      id,
      object: "chat.completion.chunk",
      created: created ?? 0,
      model,
      ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
      ...(own && systemFingerprint !== undefined ? { system_fingerprint: systemFingerprint } : {}),
    };
    if (event.usage !== undefined) usage = { value: event.usage, path: [...path, "usage"] };
    dropUnknown(event.extensions, "chat-completions", path, report);
    choiceOf(first);
    const [role, ...more] = out;
    // Fields that only this style has stand on the first chunk, as they came.
    if (role !== undefined && event.extensions?.["chat-completions"] !== undefined)
      out = [restoreUnknown(role, event.extensions, "chat-completions"), ...more];
  }

  /** What belongs to a choice; after its finish nothing does. */
  function toChoice(number: number, act: (choice: ChoiceEncoder) => void) {
    const choice = choiceOf(number);
    if (!choice.finished) return act(choice);
    report(notice("stream.late_delta", [index], "This comes after the choice has finished; it is left out.", { severity: "warning" }));
  }

  function fail(error: CanonicalError) {
    phase = "closed";
    const { body } = encodeErrorBody(error, profile, [Math.max(index, 0), "error"], report);
    const frame = asJson(body.error);
    out.push({ error: frame.ok ? frame.value : error.message });
  }

  function close() {
    if (choices.size === 0) choiceOf(0);
    for (const choice of choices.values()) {
      if (choice.finished) continue;
      report(notice("stream.protocol", [index], "The answer ends without saying why; it counts as ended.", { severity: "warning" }));
      choice.finish({ finish: { reason: "stop" } }, [index]);
    }
    phase = "closed";
    if (withUsage && usage !== undefined)
      out.push({ ...envelope, choices: [], usage: encodeUsage(usage.value, usage.path, profile, report) });
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
        return toChoice(event.choice, (choice) => choice.finish(event, [index]));
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
      const written = phase === "open" ? choices.get(choice)?.hot(part, kind) : undefined;
      if (written === undefined) return undefined;
      const { fields, advance } = written;
      return {
        leaves: fields.map((field) => ["choices", 0, "delta", ...field]),
        advance(events, units) {
          index += events;
          advance(units);
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
