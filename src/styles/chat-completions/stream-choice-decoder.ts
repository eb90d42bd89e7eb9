/**
 * One choice of a chat-completions stream, delta by delta. Text, thinking and refusal follow each other, calls and audio
 * may grow beside them; what a delta says is only told by which of its fields are there:
 *
 *     {"index": 0, "delta": {"reasoning_content": "Hm"}, "finish_reason": null}
 *     {"index": 0, "delta": {"content": "Hi"}, "finish_reason": null}
 *     {"index": 0, "delta": {}, "finish_reason": "stop"}
 */
import { keepUnknown, type Rest } from "../../canonical/extensions.js";
import type {
  CanonicalStreamEvent,
  Citation,
  Extensions,
  Finish,
  Json,
  Part,
  RedactedThinkingPart,
  Signature,
} from "../../canonical/index.js";
import { createNews } from "../../canonical/news.js";
import { readSignature, unwrapSignature } from "../../canonical/signature.js";
import { compact } from "../../core/compact.js";
import { brief, dropped, type Issue } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Context } from "../options.js";
import { decodeImage } from "./assistant.js";
import { decodeAnnotation } from "./citations.js";
import { decodeFinish } from "./finish.js";
import { nonEmpty, something, withoutNulls } from "./nothing.js";
import { createCalls } from "./stream-calls.js";
import { hasContent, thinkingText } from "./stream-delta.js";
import { unknownOf } from "./stream-unknown.js";
import { originOfFormat, readCallSignature } from "./thinking.js";
import type { ReasoningDetail } from "./wire.js";
import type { Annotation, AnswerAudio, ChunkChoice, Delta } from "./wire-answer.js";

type StreamedKind = "text" | "thinking" | "refusal";

interface OpenPart {
  readonly part: number;
  readonly kind: StreamedKind;
  readonly summary: boolean;
  /** `index` of the reasoning detail that it came from. */
  key: number | undefined;
  /** Nothing is added to a part that was signed, but by its own index. */
  signed: boolean;
}

/** What tells thoughts apart. */
interface Thought {
  readonly key: number | undefined;
  readonly summary: boolean;
}
const PLAIN: Thought = { key: undefined, summary: false };
type Kept = { readonly extensions?: Extensions };

export interface ChoiceHost {
  readonly choice: number;
  readonly context: Context | undefined;
  responseId(): string;
  emit(event: CanonicalStreamEvent): void;
  /** Each kind of finding once. */
  report(issue: Issue): void;
  /** A breach of the style's grammar, at each event that commits it. */
  protocol(path: Path, message: string): void;
}

export interface ChoiceDecoder {
  readonly finished: boolean;
  /** A finish is held back. */
  readonly holds: boolean;
  push(choice: ChunkChoice, path: Path): void;
  /** The same for a delta of one field, which is not empty, and nothing beside it. `index`: that of the event. */
  grow(delta: Delta, index: number): void;
  /** The stream is over: the finish that was held back, if there is one, goes out. */
  settle(path: Path): void;
  /** Ends without a reason of the wire. */
  finish(finish: "guessed" | "none"): void;
}

export function createChoice(host: ChoiceHost): ChoiceDecoder {
  const { choice, emit, report, protocol } = host;
  let next = 0;
  /** The text-like part that deltas are added to. */
  let open: OpenPart | undefined;
  /** Number of the audio part, which grows until the end. */
  let audio: number | undefined;
  /** A reason that came with content, or before any. Some servers repeat it on every chunk, so it counts when nothing follows. */
  let held: Finish | undefined;
  let finished = false;
  /** Whether anything was said at all, by which a `message` that repeats the whole answer is known. */
  let spoken = false;
  /** Thoughts so far: the `index` of a reasoning detail mostly repeats this count. */
  let thoughts = 0;
  /** Whether there is any visible text. */
  let written = false;
  /** A signature that came before its text. */
  let textSignature: Signature | undefined;
  /** Annotations that no citation can hold. */
  const unread: Annotation[] = [];
  const news = createNews("chat-completions");
  const calls = createCalls({ ...host, takePart: () => next++ });

  function begin(head: Part): number {
    calls.settle();
    const part = next++;
    if (head.type === "thinking" || head.type === "redacted-thinking") thoughts++;
    emit({ type: "part-start", choice, part, head });
    return part;
  }
  function complete(head: Part): void {
    closeText();
    emit({ type: "part-stop", choice, part: begin(head) });
  }
  function closeText(): void {
    if (open === undefined) return;
    emit({ type: "part-stop", choice, part: open.part });
    open = undefined;
  }

  /** The open part of that kind, after closing another. */
  function streamed(kind: StreamedKind, { key, summary }: Thought, kept: Kept): OpenPart {
    if (open !== undefined && open.kind === kind && open.summary === summary) {
      const same = key !== undefined && open.key === key;
      if (same || (!open.signed && (key === undefined || open.key === undefined))) {
        open.key ??= key;
        return open;
      }
    }
    closeText();
    const head = { type: kind, text: "", ...(summary ? { summary } : {}), ...kept };
    open = { part: begin(head), kind, summary, key, signed: false };
    return open;
  }
  function grow(kind: StreamedKind, piece: string, thought: Thought = PLAIN, kept: Kept = {}) {
    if (piece === "") return;
    const { part } = streamed(kind, thought, kept);
    written ||= kind === "text";
    emit({ type: "part-delta", choice, part, delta: { kind, text: piece } });
  }
  function sign(kind: StreamedKind, signature: Signature, thought: Thought = PLAIN, kept: Kept = {}): void {
    const target = streamed(kind, thought, kept);
    emit({ type: "part-delta", choice, part: target.part, delta: { kind: "signature", ...signature } });
    target.signed = true;
  }

  /** `{"reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "anthropic-claude-v1", "index": 0}]}` */
  function reason({ reasoning_details, thinking_blocks, reasoning_content, reasoning }: Delta): void {
    const details = reasoning_details ?? [];
    const blocks = details.length === 0 ? (thinking_blocks ?? []) : [];
    const told =
      details.some(({ text, summary }) => nonEmpty(text) || nonEmpty(summary)) || blocks.some(({ thinking }) => nonEmpty(thinking));
    // Elsewhere these are the same words again, for clients that know only the plain field.
    if (!told) grow("thinking", nonEmpty(reasoning_content) ? reasoning_content : (reasoning ?? ""));
    for (const detail of details) reasonDetail(detail);
    for (const { data, thinking, signature } of blocks) {
      if (nonEmpty(data)) complete(redacted(data, "messages"));
      grow("thinking", thinking ?? "");
      if (nonEmpty(signature)) sign("thinking", readSignature(signature, "messages"));
    }
  }
  function reasonDetail({ type, text, summary, data, signature, format, index, ...rest }: ReasoningDetail): void {
    const origin = originOfFormat(format);
    const own = { key: index ?? undefined, summary: type === "reasoning.summary" };
    const kept = keepUnknown("chat-completions", {
      ...rest,
      ...(index === thoughts ? {} : { index }),
      // A signature that comes later says whose it is; "unknown" would outlive it.
      ...(format === "unknown" || (origin !== "unknown" && (nonEmpty(data) || nonEmpty(signature))) ? {} : { format }),
    });
    if (nonEmpty(data)) complete({ ...redacted(data, origin), ...kept });
    grow("thinking", (own.summary ? summary : text) ?? "", own, kept);
    if (nonEmpty(signature)) sign("thinking", unwrapSignature(signature)?.signature ?? { value: signature, origin }, own, kept);
  }

  /** `"content": "Hi"`, or parts: `[{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", …}]` */
  function content(value: Delta["content"], path: Path) {
    if (typeof value === "string") return grow("text", value);
    value?.forEach((part, index) => {
      const { type, text: words, refusal, image_url: picture, thinking } = part;
      if (type === "text" && typeof words === "string") grow("text", words);
      else if (type === "thinking") grow("thinking", thinkingText(thinking));
      else if (type === "refusal" && typeof refusal === "string") grow("refusal", refusal);
      else if (type === "image_url" && isObject(picture) && typeof picture.url === "string")
        complete(decodeImage({ type, image_url: { url: picture.url } }));
      else
        report(
          dropped(
            "dropped.part",
            [...path, "content", index],
            `A content part of type ${JSON.stringify(brief(type))} has no place in a stream.`,
          ),
        );
    });
  }

  /** `{"audio": {"id": "audio_1", "data": "UklG…", "transcript": "Hel"}}` */
  function hear({ id, data, transcript, expires_at, ...rest }: AnswerAudio): void {
    if (audio === undefined)
      audio = begin(
        compact({
          type: "audio" as const,
          source: { kind: "base64" as const, mimeType: "audio/wav", data: "" },
          id: id ?? undefined,
          ...keepUnknown("chat-completions", rest),
        }),
      );
    if (!nonEmpty(data) && !nonEmpty(transcript) && (expires_at ?? undefined) === undefined) return;
    emit({
      type: "part-delta",
      choice,
      part: audio,
      delta: compact({
        kind: "audio" as const,
        data: data ?? undefined,
        transcript: transcript ?? undefined,
        expiresAt: expires_at ?? undefined,
      }),
    });
  }

  /** `{"annotations": [{"type": "url_citation", "url_citation": {"url": "https://a", "start_index": 0, …}}]}` */
  function annotate(annotations: readonly Annotation[]): void {
    const late: Citation[] = [];
    const before = unread.length;
    for (const annotation of annotations) {
      const citation = written ? decodeAnnotation(annotation) : undefined;
      if (citation === undefined) unread.push(annotation);
      else if (open?.kind === "text") emit({ type: "part-delta", choice, part: open.part, delta: { kind: "citation", citation } });
      else late.push(citation);
    }
    if (late.length > 0) emit({ type: "choice-meta", choice, citations: late });
    // The last one says all, for a field that is said again replaces the one before.
    if (unread.length > before) keep(["message"], { annotations: [...unread] });
  }

  function keep(keys: readonly string[], fields: Rest): void {
    emit({ type: "choice-meta", choice, ...keepUnknown("chat-completions", {}, [[keys, fields]]) });
  }

  /** What a delta says, in the order in which a message has it. */
  function say(delta: Delta, path: Path) {
    reason(delta);
    content(delta.content, path);
    if (nonEmpty(delta.refusal)) grow("refusal", delta.refusal);
    if (delta.annotations) annotate(delta.annotations);
    const signature = readCallSignature(delta.extra_content);
    if (written && signature !== undefined) sign("text", signature);
    else textSignature = signature ?? textSignature;
    if (delta.audio) hear(delta.audio);
    for (const image of delta.images ?? []) if (image.image_url) complete(decodeImage(image));
    delta.tool_calls?.forEach((piece, index) => {
      if (calls.begins(piece)) closeText();
      calls.push(piece, [...path, "tool_calls", index]);
    });
    if (delta.function_call) {
      const piece = { index: 0, function: delta.function_call };
      if (calls.begins(piece)) closeText();
      calls.push(piece, [...path, "function_call"]);
    }
  }

  /** `logprobs`, filter results and unknown fields, when they are new. They go first, so that they travel with their text. */
  function tell(wire: ChunkChoice): void {
    const extensions = news.of(unknownOf(wire));
    const logprobs = withoutNulls(wire.logprobs);
    const safety = something(wire.content_filter_results) === undefined ? undefined : filters(wire.content_filter_results);
    if (extensions === undefined && logprobs === undefined && safety === undefined) return;
    emit({ type: "choice-meta", choice, ...compact({ logprobs, safety, extensions }) });
  }

  /** Filter results, when they differ from the last ones. */
  function filters(results: ChunkChoice["content_filter_results"]): Json | undefined {
    return news.of({ "chat-completions": { content_filter_results: results ?? null } })?.["chat-completions"]?.content_filter_results;
  }

  /** A signature that came before its text; without any, it is kept as it is. */
  function signLate({ value, origin }: Signature): void {
    if (written) sign("text", { value, origin });
    else keep(["message", "extra_content", "google"], { thought_signature: value });
  }

  function close(finish: Finish) {
    held = undefined;
    finished = true;
    if (textSignature !== undefined) signLate(textSignature);
    const parts = [open?.part, audio].filter((part) => part !== undefined).sort((a, b) => a - b);
    for (const part of parts) emit({ type: "part-stop", choice, part });
    open = undefined;
    audio = undefined;
    calls.close();
    emit({ type: "finish", choice, finish });
  }

  return {
    get finished() {
      return finished;
    },
    get holds() {
      return held !== undefined;
    },
    push(wire, path) {
      const { finish_reason: reason } = wire;
      // A server that sends no deltas sends the message; one that sends both repeats itself.
      const delta: Delta = wire.delta ?? (spoken ? {} : (wire.message ?? {}));
      const at = [...path, wire.delta ? "delta" : "message"];
      const speaks = hasContent(delta);
      if (finished) {
        if (speaks) protocol(at, "This comes after the choice has finished; it is left out.");
        return;
      }
      const ends = reason !== null && reason !== undefined && reason !== "";
      if (speaks) held = undefined;
      else if (held !== undefined && !ends) return close(held);
      tell({ ...wire, delta });
      if (speaks) say(delta, at);
      spoken ||= speaks;
      if (!ends) return;
      const told = decodeFinish(wire, calls.any, path, report);
      if (speaks || !spoken) held = told;
      else close(told);
    },
    grow(delta, index) {
      held = undefined;
      spoken = true;
      say(delta, [index, "choices", 0, "delta"]);
    },
    settle() {
      if (held !== undefined && !finished) close(held);
    },
    finish(how) {
      if (finished) return;
      if (how === "guessed") return close({ reason: calls.any ? "tool-calls" : "stop" });
      finished = true;
      const parts = [open?.part, audio].filter((part) => part !== undefined).sort((a, b) => a - b);
      for (const part of parts) emit({ type: "part-stop", choice, part });
      calls.close();
    },
  };
}

function redacted(data: string, origin: Signature["origin"]): RedactedThinkingPart {
  return { type: "redacted-thinking", data, ...(origin === "unknown" ? {} : { signature: { value: data, origin } }) };
}
