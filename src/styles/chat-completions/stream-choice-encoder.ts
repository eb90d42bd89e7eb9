/**
 * Writes one choice. What comes in pieces goes out in pieces: each delta is a chunk, and several parts may be open at once.
 */

import { compact } from "../../core/compact.js";
import type { Issue } from "../../core/issue.js";
import { isJsonObject, type Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { dropUnknown } from "../../model/extensions.js";
import { hash24 } from "../../model/ids.js";
import type { ChoiceMetaEvent, Citation, Extensions, Part, PartDelta, Signature } from "../../model/index.js";
import { type FinishEvent, OpenParts, type SideChoice } from "../../stream/encoder.js";
import type { StreamEncodeOptions } from "../style.js";
import { encodeCitation } from "./citations.js";
import { withoutNulls } from "./empty.js";
import { encodeExplanation, encodeFinish } from "./finish.js";
import { encodeCode } from "./parts.js";
import { DEFAULT_CARRIERS } from "./signatures.js";
import {
  annotationsOf,
  becomesText,
  type CitedHere,
  extraContent,
  type HeldSignature,
  held,
  imageDelta,
  lose,
  loseHead,
  mergeSigned,
  misplaced,
  type OpenPart,
  openingDelta,
  redactedDelta,
  thoughtDelta,
  thoughtDetail,
  unportable,
} from "./stream-parts.js";
import { unknownChoice } from "./stream-unknown.js";
import type { Annotation, ChunkChoice, Delta } from "./wire-answer.js";

const OWN = "chat-completions";

/** The stream that the choice is written into. */
export interface ChoiceWriter {
  readonly options: StreamEncodeOptions;
  readonly report: (issue: Issue) => void;
  /** Id of the answer. */
  readonly id: string;
  write(choice: ChunkChoice): void;
  lateDelta(): void;
}

export class ChoiceEncoder extends OpenParts<OpenPart> implements SideChoice {
  finished = false;
  private readonly number: number;
  private readonly writer: ChoiceWriter;
  private calls = 0;
  private thoughts = 0;
  /** What the part that started last was. */
  private latest: "thought" | "call" | "other" = "other";
  /** Whether a run of thinking has said anything, so that the next run is set apart from it. */
  private thought = false;
  /** UTF-16 length of the visible text. */
  private visible = 0;
  /** The model's own refusal so far, if there is one. */
  private refusal: string | undefined = undefined;
  /** Whether any part has started. */
  private spoken = false;
  private safety: Json | undefined = undefined;
  private logprobs: Json | undefined = undefined;
  private textSignature: HeldSignature | undefined = undefined;
  /** The last text stands in the list of parts, for more is said of it, or was of the one before, than its words. */
  private marked = false;
  /** A text that was signed is over. */
  private signed = false;
  private annotations: Annotation[] | undefined = undefined;

  constructor(number: number, writer: ChoiceWriter) {
    super();
    this.number = number;
    this.writer = writer;
  }

  protected open(number: number, head: Part, event: number): void {
    const path = [event, "head"];
    this.spoken = true;
    const part = this.openPart(head, path);
    this.parts.set(number, part);
    this.latest = part.kind === "thinking" || head.type === "redacted-thinking" ? "thought" : part.kind === "call" ? "call" : "other";
    dropUnknown(head.extensions, OWN, path, this.writer.report);
    if (part.kind !== "dropped" && !becomesText(head)) this.saySignature();
    const opening = openingDelta(part, head, this.writer.options, this.marked, path, this.writer.report);
    if (opening !== undefined) this.say(opening);
    if (part.kind === "text") this.marked = opening !== undefined;
  }

  delta(number: number, delta: PartDelta, event: number) {
    const { report } = this.writer;
    const part = this.parts.get(number);
    if (part === undefined) return this.writer.lateDelta();
    switch (delta.kind) {
      case "text":
        if (part.kind !== "text") break;
        return this.sayText(delta.text, [event]);
      case "thinking":
        if (part.kind !== "thinking") break;
        return this.sayThought(part, delta.text);
      case "arguments":
        if (part.kind !== "call") break;
        return this.sayArguments(part, delta.json);
      case "refusal":
        if (part.kind !== "refusal") break;
        return this.sayRefusal(delta.text);
      case "signature":
        if (part.kind === "thinking") return this.signThought(part, delta);
        if (part.kind === "text") {
          this.textSignature = held(this.textSignature, delta, [event, "delta"], report);
          return;
        }
        if (part.kind === "call") return this.say({ tool_calls: [{ index: part.index, ...extraContent(delta, "c") }] });
        return unportable([event, "delta"], report);
      case "citation":
        if (part.kind !== "text") break;
        return this.cite(part, delta.citation, [event, "delta", "citation"]);
      case "audio":
        if (part.kind !== "audio") break;
        part.expiresAt = delta.expiresAt ?? part.expiresAt;
        return this.say({ audio: compact({ id: part.id, data: delta.data, transcript: delta.transcript }) });
      case "data":
        if (part.kind === "audio") return this.say({ audio: { id: part.id, data: delta.data } });
        if (part.kind !== "whole") break;
        part.data += delta.data;
        return;
      default:
        return delta satisfies never;
    }
    misplaced(part, [event], report);
  }

  protected close(part: OpenPart, event: number): void {
    if (part.kind === "call" && part.empty && !part.custom) this.sayArguments(part, "{}");
    else if (part.kind === "text" && part.citations !== undefined) this.sayCitations(part.citations, part.start);
    else if (part.kind === "whole") this.sayWhole(part, [event]);
    else if (part.kind === "audio") this.say({ audio: { id: part.id, expires_at: part.expiresAt } });
  }

  meta(meta: ChoiceMetaEvent, event: number): void {
    const { options, report } = this.writer;
    const path = [event];
    if (meta.logprobs !== undefined && meta.logprobs !== null) {
      // They go out with what they are about; where nothing follows, by themselves.
      if (isJsonObject(this.logprobs)) this.say({});
      this.logprobs = meta.logprobs;
    }
    if (this.own) this.safety = meta.safety ?? this.safety;
    else lose(meta.safety, "safety", "filter results of another style", path, report);
    lose(meta.grounding, "grounding", "grounding of another style", path, report);
    for (const [index, citation] of (meta.citations ?? []).entries()) {
      const annotation = encodeCitation(citation, { start: 0, end: this.visible }, [event, "citations", index], options, report);
      if (annotation === undefined) continue;
      this.annotations ??= [];
      this.annotations.push(annotation);
    }
    this.tellUnknown(meta.extensions, path);
  }

  end({ finish, promptBlock, extensions }: Pick<FinishEvent, "finish" | "promptBlock" | "extensions">, event: number): void {
    const { options, report } = this.writer;
    const path = [event];
    this.stopAll(event);
    const explanation = encodeExplanation(finish, { promptBlock, empty: !this.spoken, refusal: this.refusal }, path, report);
    const last: Delta = compact({
      refusal: explanation,
      annotations: this.annotations,
      ...this.takeSignature(),
    });
    const explained = explanation !== undefined;
    const calls = this.calls === 0 ? "none" : this.latest === "call" ? "last" : "answered";
    const words = encodeFinish(finish, [event, "finish"], { ...options, calls, explained }, report);
    // The service's word stands beside its explanation, so that nobody takes that for the model's own refusal.
    if (Object.keys(last).length > 0) this.say(last, explained ? words.native_finish_reason : undefined);
    this.tellUnknown(extensions, path);
    this.finished = true;
    const { logprobs, safety } = this;
    const filtered = safety === undefined ? {} : { content_filter_results: safety };
    this.write({ delta: {}, ...(isJsonObject(logprobs) ? { logprobs } : {}), ...words, ...filtered });
  }

  private get own(): boolean {
    const { from } = this.writer.options;
    return from === undefined || from === OWN;
  }
  private get carriers() {
    return this.writer.options.reasoningCarriers ?? DEFAULT_CARRIERS;
  }

  private write(choice: Omit<ChunkChoice, "index">): void {
    this.writer.write({ index: this.number, ...choice });
  }
  private say(delta: Delta, native?: string) {
    const { logprobs, number: index } = this;
    if (logprobs === undefined && native === undefined) return this.writer.write({ index, delta, finish_reason: null });
    const told = logprobs === undefined ? undefined : ((isJsonObject(logprobs) ? withoutNulls(logprobs) : undefined) ?? null);
    this.logprobs = undefined;
    this.write(compact({ delta, logprobs: told, finish_reason: null, native_finish_reason: native }));
  }

  /** Fields that only this style has, in a chunk of their own. */
  private tellUnknown(extensions: Extensions | undefined, path: Path): void {
    dropUnknown(extensions, OWN, path, this.writer.report);
    const kept = unknownChoice(extensions);
    if (kept !== undefined) this.write(kept);
  }

  /** `{"content": "Hi"}` */
  private sayText(text: string, path: Path): void {
    if (text === "") return;
    if (this.textSignature !== undefined) unportable(this.textSignature.path, this.writer.report);
    this.textSignature = undefined;
    if (this.signed) mergeSigned(path, this.writer.report);
    this.signed = false;
    this.visible += text.length;
    this.say({ content: text });
  }

  private sayThought(part: Extract<OpenPart, { kind: "thinking" }>, text: string): void {
    if (text === "") return;
    const { separated } = part;
    part.separated = false;
    this.thought = true;
    this.say(thoughtDelta(part, text, separated, this.carriers, this.writer.options.from));
  }

  /** `{"refusal": "No"}` */
  private sayRefusal(text: string): void {
    if (text === "") return;
    this.refusal = (this.refusal ?? "") + text;
    this.say({ refusal: text });
  }

  /** `{"tool_calls": [{"index": 0, "function": {"arguments": "{\"a\":"}}]}` */
  private sayArguments(part: Extract<OpenPart, { kind: "call" }>, text: string): void {
    if (text === "") return;
    const { index, custom } = part;
    part.empty = false;
    this.say({ tool_calls: [custom ? { index, custom: { input: text } } : { index, function: { arguments: text } }] });
  }

  private openPart(head: Part, path: Path): OpenPart {
    const { options, id, report } = this.writer;
    switch (head.type) {
      case "text":
        return { kind: "text", start: this.visible, citations: undefined };
      case "thinking": {
        const { summary, extensions } = head;
        const separated = this.thought && this.latest !== "thought";
        return { kind: "thinking", index: this.thoughts++, summary: summary === true, extensions, separated };
      }
      case "refusal":
        this.refusal ??= "";
        return { kind: "refusal" };
      case "tool-call":
        return { kind: "call", index: this.calls++, custom: head.variant === "custom", empty: true };
      case "audio":
        return { kind: "audio", id: head.id ?? `audio_${hash24(`a:${id}:${this.number}`)}`, expiresAt: head.expiresAt ?? 0 };
      case "image":
      case "redacted-thinking":
        return { kind: "whole", head, data: "" };
      case "code-call":
      case "code-result":
        if (options.codeParts === "text") return { kind: "whole", head, data: "" };
        break;
      default:
        break;
    }
    loseHead(head, path, report);
    return { kind: "dropped" };
  }

  private cite(part: Extract<OpenPart, { kind: "text" }>, citation: Citation, path: Path): void {
    if (citation.kind !== "url" || (citation.start !== undefined && citation.end !== undefined))
      this.sayCitations([{ citation, path }], part.start);
    else {
      part.citations ??= [];
      part.citations.push({ citation, path });
    }
  }
  /** `{"annotations": [{"type": "url_citation", "url_citation": {…}}]}` */
  private sayCitations(cited: readonly CitedHere[], start: number): void {
    const annotations = annotationsOf(cited, { start, end: this.visible }, this.writer.options, this.writer.report);
    if (annotations.length > 0) this.say({ annotations });
  }

  private signThought(part: Extract<OpenPart, { kind: "thinking" }>, signature: Signature): void {
    if (signature.value === "" || !this.carriers.includes("reasoning_details")) return;
    const detail = { type: "reasoning.text", signature: signature.value };
    this.say({ reasoning_details: [thoughtDetail(detail, signature, part, this.writer.options.from)] });
  }
  private takeSignature(): Pick<Delta, "extra_content"> {
    const { textSignature } = this;
    this.textSignature = undefined;
    return textSignature === undefined ? {} : extraContent(textSignature.signature, "x");
  }
  /** The text is over, as far as anybody knows: who reads the stream learns of its signature before what follows. */
  private saySignature(): void {
    if (this.textSignature === undefined) return;
    this.signed = true;
    this.say(this.takeSignature());
  }
  private sayWhole({ head, data }: Extract<OpenPart, { kind: "whole" }>, path: Path) {
    const { options, report } = this.writer;
    if (head.type === "code-call" || head.type === "code-result") return this.sayText(encodeCode(head, path, report), path);
    if (head.type === "redacted-thinking" && !this.carriers.includes("reasoning_details")) return;
    const delta =
      head.type === "image" ? imageDelta(head, data, this.own, path, report) : redactedDelta(head, data, this.thoughts++, options.from);
    if (delta !== undefined) this.say(delta);
  }
}
