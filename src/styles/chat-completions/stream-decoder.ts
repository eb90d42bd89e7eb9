/**
 * Reads the chunks of a chat-completions stream. The first one that says anything gives the envelope; usage may come on
 * any chunk, with choices or with `"choices": []`; an error may stand beside choices. Compatible servers forget the
 * finish reason, repeat it, or leave out `[DONE]`.
 */
import { keepUnknown } from "../../canonical/extensions.js";
import type { CanonicalError, CanonicalStreamEvent } from "../../canonical/index.js";
import { createNews } from "../../canonical/news.js";
import { attempt } from "../../core/bare.js";
import { compact } from "../../core/compact.js";
import { dropped, failure, notice } from "../../core/issue.js";
import { asJson, isObject, type Json, type JsonObject } from "../../core/json.js";
import { oncePerKind } from "../../core/once.js";
import type { Path } from "../../core/path.js";
import { conforms, schemaIssues } from "../../core/schema.js";
import type { StreamDecodeOptions, StreamDecoder } from "../style.js";
import { decodeErrorObject } from "./error.js";
import { type ChoiceDecoder, createChoice } from "./stream-choice-decoder.js";
import { hotChunk } from "./stream-hot.js";
import { type PlainChunk, plainChunk } from "./stream-plain.js";
import { decodeUsage } from "./usage.js";
import { ChatCompletionsChunk, type ChatCompletionsUsage, Usage } from "./wire-answer.js";

/** Choices of one stream that are read; requests may ask for 128. */
const MAX_CHOICES = 1024;

export function createDecoder(options: StreamDecodeOptions = {}): StreamDecoder {
  const tell = options.report ?? (() => {});
  const report = oncePerKind(tell);
  /** What the current call gives back. */
  let out: CanonicalStreamEvent[] = [];
  let index = -1;
  let phase: "before" | "open" | "closed" = "before";
  let failed = false;
  /** Unknown fields of chunks that came before the stream began. */
  let prelude: JsonObject = {};
  let responseId = options.responseId ?? "";
  const choices = new Map<number, ChoiceDecoder>();
  const news = createNews("chat-completions");
  /** The chunk that was read last. */
  let last: ChatCompletionsChunk | undefined;
  /** What the last chunk that was read in full said of the whole answer. */
  let said: Pick<PlainChunk, "fingerprint" | "tier"> = { fingerprint: undefined, tier: undefined };

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

  /** `{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": […]}` */
  function envelope(chunk: ChatCompletionsChunk): void {
    const { id, object, created, model, choices: _choices, usage: _usage, error: _error, obfuscation: _padding, ...known } = chunk;
    const { system_fingerprint, service_tier, ...rest } = known;
    const fields =
      phase === "before" ? rest : { ...rest, system_fingerprint: system_fingerprint || undefined, service_tier: service_tier || undefined };
    const unknown = news.of(keepUnknown("chat-completions", fields).extensions)?.["chat-completions"];
    if (phase !== "before") {
      for (const key of Object.keys(unknown ?? {}))
        report(
          dropped("dropped.field", [index, key], "The stream has begun, and what is said of the whole answer now has no place in it.", {
            severity: "info",
          }),
        );
      return;
    }
    prelude = { ...prelude, ...unknown };
    // Some servers first send a chunk that names neither answer nor model, only what they think of the prompt.
    if (!hasChoices(chunk) && !nonEmpty(id) && !nonEmpty(model) && !isObject(chunk.usage)) return;
    phase = "open";
    if (nonEmpty(id)) responseId = id;
    news.of({
      "chat-completions": compact({ system_fingerprint: system_fingerprint ?? undefined, service_tier: service_tier ?? undefined }),
    });
    emit(
      compact({
        type: "start" as const,
        id: nonEmpty(id) ? id : undefined,
        model: nonEmpty(model) ? model : undefined,
        created: created ?? undefined,
        serviceTier: nonEmpty(service_tier) ? service_tier : undefined,
        systemFingerprint: nonEmpty(system_fingerprint) ? system_fingerprint : undefined,
        extensions: Object.keys(prelude).length === 0 ? undefined : { "chat-completions": prelude },
      }),
    );
  }

  function choiceOf(number: number): ChoiceDecoder | undefined {
    const known = choices.get(number);
    if (known !== undefined || choices.size >= MAX_CHOICES) return known;
    const choice = createChoice({ choice: number, context: options.context, responseId: () => responseId, emit, report, protocol });
    choices.set(number, choice);
    return choice;
  }

  function say(chunk: ChatCompletionsChunk) {
    const wire = chunk.choices ?? [];
    wire.forEach((choice, position) => {
      const path = [index, "choices", position];
      const decoder = choiceOf(choice.index ?? position);
      if (decoder === undefined) protocol(path, "The stream has more choices than are read.");
      else decoder.push(choice, path);
    });
    // The usage chunk: nothing more will be said.
    if (wire.length === 0) settle();
    const usage = usageOf(chunk);
    if (usage !== undefined) emit({ type: "usage", usage: decodeUsage(usage.value, [index, ...usage.path], report) });
  }

  /** `{"error": {"code": 400, "message": "Token limit reached"}}` */
  function fail(wire: Json) {
    const error = decodeErrorObject(wire);
    tell(failure("stream.error", [index, "error"], `The source reported an error (${error.kind}): ${error.message.slice(0, 150)}`));
    breakOff(error);
  }
  function breakOff(error: CanonicalError): void {
    emit({ type: "error", error });
    emit({ type: "end" });
    phase = "closed";
    failed = true;
  }

  /** A chunk that brings a piece of text and nothing new. False when it has to be read as any other. */
  function repeat({ index: number, delta, obfuscation, fingerprint, tier }: PlainChunk): boolean {
    const choice = choices.get(number);
    if (choice === undefined || choice.finished) return false;
    if ((fingerprint && fingerprint !== said.fingerprint) || (tier && tier !== said.tier)) return false;
    choice.grow(delta, index);
    if (out[0]?.type === "part-delta") last = { choices: [{ delta }], obfuscation };
    return true;
  }

  function settle(): void {
    for (const choice of choices.values()) choice.settle([index]);
  }

  function open(): void {
    if (phase === "before") emit({ type: "start" });
    phase = "open";
  }

  return {
    push: (input) =>
      step(() => {
        index++;
        last = undefined;
        if (phase === "closed") return protocol([index], "The stream is over; this event is left out.");
        const plain = phase === "open" ? attempt(plainChunk, input) : undefined;
        if (plain !== undefined && repeat(plain)) return;
        const json = asJson(input);
        if (!json.ok) return protocol([index, ...json.issues[0].path], json.issues[0].message);
        if (!conforms(ChatCompletionsChunk, input)) {
          const [fault] = schemaIssues(ChatCompletionsChunk, input);
          return protocol([index, ...(fault?.path ?? [])], `This is no chunk and is left out: ${fault?.message ?? "it is no object."}`);
        }
        const error = input.error !== null && input.error !== undefined && input.error !== "" ? input.error : undefined;
        if (!Array.isArray(input.choices) && error === undefined && !isObject(input.usage))
          return protocol([index], "This is neither a chunk nor an error; it is left out.");
        if (error === undefined || hasChoices(input)) envelope(input);
        said = { fingerprint: input.system_fingerprint, tier: input.service_tier };
        say(input);
        if (error !== undefined) fail(error);
        // What begins with a delta may be nothing else.
        if (out[0]?.type === "part-delta") last = input;
      }),
    hot() {
      const hot = last && hotChunk(last, out);
      // A reason that is held back goes out when nothing follows.
      if (hot === undefined || choices.get(hot.choice)?.holds === true) return undefined;
      const { usage, ...delta } = hot;
      return {
        ...delta,
        advance(events, _units, counts) {
          index += events;
          const value = usage(counts);
          return value === undefined ? [] : [{ type: "usage", usage: decodeUsage(value, [index, "usage"], report) }];
        },
      };
    },
    done: () =>
      step(() => {
        // After an error some servers send it all the same.
        if (phase === "closed") return failed ? undefined : protocol([index], "The end marker came twice.");
        open();
        settle();
        if (choices.size === 0) choiceOf(0);
        for (const [number, choice] of choices) {
          if (choice.finished) continue;
          protocol([Math.max(index, 0)], `The stream ended without a finish reason for choice ${number}.`);
          choice.finish("guessed");
        }
        emit({ type: "end" });
        phase = "closed";
      }),
    end: () =>
      step(() => {
        if (phase === "closed") return;
        open();
        settle();
        const complete = choices.size > 0 && [...choices.values()].every((choice) => choice.finished);
        if (complete) {
          emit({ type: "end" });
          phase = "closed";
          return;
        }
        for (const choice of choices.values()) choice.finish("none");
        const message = "The stream ended before the answer was complete.";
        tell(failure("stream.truncated", [Math.max(index, 0)], message));
        breakOff({ kind: "truncated-stream", status: 502, message, retryable: true });
      }),
  };
}

function hasChoices({ choices }: ChatCompletionsChunk): boolean {
  return choices !== null && choices !== undefined && choices.length > 0;
}

function nonEmpty(value: string | null | undefined): value is string {
  return typeof value === "string" && value !== "";
}

interface FoundUsage {
  readonly value: ChatCompletionsUsage;
  readonly path: Path;
}

/** Where compatible servers put the counters: on the chunk, in the choice, in a field of their own. */
function usageOf(chunk: ChatCompletionsChunk): FoundUsage | undefined {
  if (chunk.usage !== null && chunk.usage !== undefined) return { value: chunk.usage, path: ["usage"] };
  const inChoice = chunk.choices?.[0]?.usage;
  if (isUsage(inChoice)) return { value: inChoice, path: ["choices", 0, "usage"] };
  const groq = chunk.x_groq;
  if (isObject(groq) && isUsage(groq.usage)) return { value: groq.usage, path: ["x_groq", "usage"] };
  return undefined;
}

function isUsage(value: unknown): value is ChatCompletionsUsage {
  return isObject(value) && typeof value.completion_tokens === "number" && conforms(Usage, value);
}
