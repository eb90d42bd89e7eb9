import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type { ChoiceMetaEvent, Citation, Extensions, Part, PartDelta, Signature } from "../../canonical/index.js";
import { compact } from "../../core/compact.js";
import { hash24 } from "../../core/hash.js";
import { dropped, type Issue } from "../../core/issue.js";
import { isJsonObject, type Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { HotDelta, StreamEncodeOptions } from "../style.js";
import { encodeCitation } from "./citations.js";
import { encodeCode, encodeImageUrl } from "./content-encoder.js";
import { encodeExplanation, encodeFinish } from "./finish.js";
import { withoutNulls } from "./nothing.js";
import type { FinishEvent } from "./stream-encoder.js";
import {
  extraContent,
  hotFields,
  joinLogprobs,
  late,
  lose,
  misplaced,
  type OpenPart,
  openingCall,
  thoughtDetail,
  unportable,
  wrappedCall,
} from "./stream-parts.js";
import { unknownChoice } from "./stream-unknown.js";
import { DEFAULT_CARRIERS } from "./thinking.js";
import type { Annotation, ChunkChoice, Delta } from "./wire-answer.js";

const OWN = "chat-completions";

export interface ChoiceEncoder {
  readonly finished: boolean;
  start(part: number, head: Part, path: Path): void;
  delta(part: number, delta: PartDelta, path: Path): void;
  stop(part: number, path: Path): void;
  tell(meta: ChoiceMetaEvent, path: Path): void;
  finish(event: Pick<FinishEvent, "finish" | "promptBlock" | "extensions">, path: Path): void;
  /** Where another delta of this kind would be written, if it changes nothing but how much was said. */
  hot(part: number, kind: HotDelta["kind"]): HotFields | undefined;
}
interface HotFields {
  /** Fields of the delta, each of which holds the text. */
  readonly fields: readonly Path[];
  advance(units: number): void;
}

export function createChoiceEncoder(
  options: StreamEncodeOptions,
  /** What made-up ids of this choice are made from. */
  seed: string,
  write: (choice: Omit<ChunkChoice, "index">) => void,
  report: (issue: Issue) => void,
): ChoiceEncoder {
  const carriers = options.reasoningCarriers ?? DEFAULT_CARRIERS;
  const parts = new Map<number, OpenPart>();
  let finished = false;
  let calls = 0;
  let thoughts = 0;
  /** Whether the part that started last was a thought. */
  let thinking = false;
  /** Whether a run of thinking has said anything, so that the next run is set apart from it. */
  let thought = false;
  /** UTF-16 length of the visible text. */
  let visible = 0;
  /** The model's own refusal so far. */
  let refusal: string | undefined;
  /** Whether any part has started. */
  let spoken = false;
  let safety: Json | undefined;
  const own = options.from === undefined || options.from === OWN;
  let logprobs: Json | undefined;
  let textSignature: { readonly signature: Signature; readonly path: Path } | undefined;
  const annotations: Annotation[] = [];
  /** Whether what was written last holds nothing but its text, and what all deltas of its part hold. */
  let plain = false;

  function say(delta: Delta) {
    plain = logprobs === undefined;
    if (logprobs === undefined) return write({ delta, finish_reason: null });
    const told = (isJsonObject(logprobs) ? withoutNulls(logprobs) : undefined) ?? null;
    logprobs = undefined;
    write({ delta, logprobs: told, finish_reason: null });
  }

  /** Fields that only this style has, in a chunk of their own. */
  function tellUnknown(extensions: Extensions | undefined, path: Path): void {
    dropUnknown(extensions, OWN, path, report);
    const kept = unknownChoice(extensions);
    if (kept !== undefined) write(kept);
  }

  /** `{"content": "Hi"}` */
  function sayText(text: string): void {
    if (text === "") return;
    visible += text.length;
    say({ content: text });
  }

  /** `{"reasoning_content": "Hm", "reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "unknown", "index": 0}]}` */
  function sayThought(part: Extract<OpenPart, { kind: "thinking" }>, text: string): void {
    if (text === "") return;
    const joined = part.separated ? `\n\n${text}` : text;
    const first = part.separated;
    part.separated = false;
    thought = true;
    const detail = part.summary ? { type: "reasoning.summary", summary: text } : { type: "reasoning.text", text };
    say({
      ...(carriers.includes("reasoning_content") ? { reasoning_content: joined } : {}),
      ...(carriers.includes("reasoning") ? { reasoning: joined } : {}),
      ...(carriers.includes("reasoning_details") ? { reasoning_details: [thoughtDetail(detail, undefined, part, options.from)] } : {}),
    });
    if (first) plain = false;
  }

  /** `{"refusal": "No"}` */
  function sayRefusal(text: string): void {
    if (text === "") return;
    refusal = (refusal ?? "") + text;
    say({ refusal: text });
  }

  /** `{"tool_calls": [{"index": 0, "function": {"arguments": "{\"a\":"}}]}` */
  function sayArguments(part: Extract<OpenPart, { kind: "call" }>, text: string): void {
    if (text === "") return;
    part.empty = false;
    say({ tool_calls: [{ index: part.index, ...(part.custom ? { custom: { input: text } } : { function: { arguments: text } }) }] });
  }

  function open(head: Part, path: Path): OpenPart {
    switch (head.type) {
      case "text":
        return { kind: "text", start: visible, citations: [] };
      case "thinking":
        return {
          kind: "thinking",
          index: thoughts++,
          summary: head.summary === true,
          extensions: head.extensions,
          separated: thought && !thinking,
        };
      case "refusal":
        refusal ??= "";
        return { kind: "refusal" };
      case "tool-call":
        if (head.variant === "function" && options.context?.customTools?.includes(head.name) === true)
          return { kind: "wrapped", head, json: head.arguments.json };
        return { kind: "call", index: calls++, custom: head.variant === "custom", empty: true };
      case "audio":
        return { kind: "audio", id: head.id ?? `audio_${hash24(seed)}`, expiresAt: head.expiresAt ?? 0 };
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
    report(
      dropped("dropped.part", path, `A chat-completions answer has no place for a part of type ${head.type}.`, {
        severity: head.type.startsWith("server-tool") ? "info" : "warning",
      }),
    );
    return { kind: "dropped" };
  }

  /** What a head holds beyond its kind: tool calls are announced, the rest is the first piece of content. */
  function announce(part: OpenPart, head: Part, path: Path): void {
    if (part.kind === "call" && head.type === "tool-call") {
      part.empty = head.arguments.json === "";
      say({ tool_calls: [{ ...openingCall(head, options.profile ?? "gateway", path, report), index: part.index }] });
    } else if (part.kind === "text" && head.type === "text") {
      sayText(head.text);
      for (const [index, citation] of (head.citations ?? []).entries()) cite(part, citation, [...path, "citations", index]);
      if (head.signature !== undefined) holdSignature(head.signature, path);
    } else if (part.kind === "thinking" && head.type === "thinking") {
      sayThought(part, head.text);
      if (head.signature !== undefined) signThought(part, head.signature);
    } else if (part.kind === "refusal" && head.type === "refusal") {
      sayRefusal(head.text);
    } else if (part.kind === "audio" && head.type === "audio") {
      const data = head.source.kind === "base64" && head.source.data !== "" ? head.source.data : undefined;
      say({ audio: compact({ id: part.id, data, transcript: head.transcript }) });
    }
  }

  function cite(part: Extract<OpenPart, { kind: "text" }>, citation: Citation, path: Path): void {
    if (citation.kind === "url" && (citation.start === undefined || citation.end === undefined)) part.citations.push({ citation, path });
    else sayCitations([{ citation, path }], { start: part.start, end: visible });
  }
  /** `{"annotations": [{"type": "url_citation", "url_citation": {…}}]}` */
  function sayCitations(cited: readonly { citation: Citation; path: Path }[], span: { start: number; end: number }): void {
    const written = cited.map(({ citation, path }) => encodeCitation(citation, span, path, options, report));
    const annotations = written.filter((annotation) => annotation !== undefined);
    if (annotations.length > 0) say({ annotations });
  }

  function signThought(part: Extract<OpenPart, { kind: "thinking" }>, signature: Signature): void {
    if (signature.value === "" || !carriers.includes("reasoning_details")) return;
    const detail = { type: "reasoning.text", signature: signature.value };
    say({ reasoning_details: [thoughtDetail(detail, signature, part, options.from)] });
  }
  /** The message has room for one signature, that of the last text. */
  function holdSignature(signature: Signature, path: Path): void {
    if (signature.value === "") return;
    if (textSignature !== undefined) unportable(textSignature.path, report);
    textSignature = { signature, path };
  }
  function sayWhole({ head, data }: Extract<OpenPart, { kind: "whole" }>, path: Path) {
    switch (head.type) {
      case "image": {
        const { source } = head;
        const whole = source.kind === "base64" && data !== "" ? { ...source, data: source.data + data } : source;
        const url = encodeImageUrl(whole, own);
        if (url === undefined) return report(dropped("dropped.part", path, "A chat-completions answer has no place for this image."));
        return say({ images: [restoreUnknown({ type: "image_url", image_url: { url } }, head.extensions, OWN)] });
      }
      case "redacted-thinking":
        if (!carriers.includes("reasoning_details")) return;
        return say({
          reasoning_details: [
            thoughtDetail(
              { type: "reasoning.encrypted", data: head.data + data },
              head.signature,
              { index: thoughts++, extensions: head.extensions },
              options.from,
            ),
          ],
        });
      case "code-call":
      case "code-result":
        return sayText(encodeCode(head));
      default:
        return;
    }
  }

  function stop(number: number, path: Path): void {
    const part = parts.get(number);
    if (part === undefined) return;
    parts.delete(number);
    if (part.kind === "call" && part.empty && !part.custom) sayArguments(part, "{}");
    else if (part.kind === "text" && part.citations.length > 0) sayCitations(part.citations, { start: part.start, end: visible });
    else if (part.kind === "whole") sayWhole(part, path);
    else if (part.kind === "wrapped") say({ tool_calls: [{ index: calls++, ...wrappedCall(part) }] });
    else if (part.kind === "audio") say({ audio: { id: part.id, expires_at: part.expiresAt } });
  }

  return {
    get finished() {
      return finished;
    },
    start(number, head, path) {
      stop(number, path);
      spoken = true;
      const part = open(head, [...path, "head"]);
      parts.set(number, part);
      if (part.kind !== "dropped") thinking = part.kind === "thinking" || head.type === "redacted-thinking";
      dropUnknown(head.extensions, OWN, [...path, "head"], report);
      announce(part, head, [...path, "head"]);
    },
    delta(number, delta, path) {
      const part = parts.get(number);
      if (part === undefined) return late(path, report);
      switch (delta.kind) {
        case "text":
          if (part.kind !== "text") return misplaced(part, path, report);
          if (textSignature !== undefined && delta.text !== "") {
            unportable(textSignature.path, report);
            textSignature = undefined;
          }
          return sayText(delta.text);
        case "thinking":
          return part.kind === "thinking" ? sayThought(part, delta.text) : misplaced(part, path, report);
        case "arguments":
          if (part.kind === "wrapped") {
            part.json += delta.json;
            return;
          }
          return part.kind === "call" ? sayArguments(part, delta.json) : misplaced(part, path, report);
        case "refusal":
          if (part.kind !== "refusal") return misplaced(part, path, report);
          return sayRefusal(delta.text);
        case "signature":
          if (part.kind === "thinking") return signThought(part, delta);
          if (part.kind === "text") return holdSignature(delta, [...path, "delta"]);
          if (part.kind === "call") return say({ tool_calls: [{ index: part.index, ...extraContent(delta, "c") }] });
          return unportable([...path, "delta"], report);
        case "citation":
          return part.kind === "text" ? cite(part, delta.citation, [...path, "delta", "citation"]) : misplaced(part, path, report);
        case "audio":
          if (part.kind !== "audio") return misplaced(part, path, report);
          part.expiresAt = delta.expiresAt ?? part.expiresAt;
          return say({ audio: compact({ id: part.id, data: delta.data, transcript: delta.transcript }) });
        case "data":
          if (part.kind === "whole") part.data += delta.data;
          else if (part.kind === "audio") say({ audio: { id: part.id, data: delta.data } });
          else misplaced(part, path, report);
          return;
        default:
          return delta satisfies never;
      }
    },
    stop,
    tell(meta, path) {
      if (meta.logprobs !== undefined && meta.logprobs !== null)
        logprobs = logprobs === undefined ? meta.logprobs : joinLogprobs(logprobs, meta.logprobs);
      if (own) safety = meta.safety ?? safety;
      else lose(meta.safety, "safety", "filter results of another style", path, report);
      lose(meta.grounding, "grounding", "grounding of another style", path, report);
      meta.citations?.forEach((citation, index) => {
        const annotation = encodeCitation(citation, { start: 0, end: visible }, [...path, "citations", index], options, report);
        if (annotation !== undefined) annotations.push(annotation);
      });
      tellUnknown(meta.extensions, path);
    },
    hot(number, kind) {
      const part = parts.get(number);
      if (part === undefined || !plain || finished) return undefined;
      const fields = hotFields(part, kind, carriers);
      if (fields === undefined) return undefined;
      const advance = (units: number) => {
        if (kind === "text") visible += units;
      };
      return { fields, advance };
    },
    finish({ finish, promptBlock, extensions }, path) {
      for (const number of [...parts.keys()]) stop(number, path);
      const explanation = encodeExplanation(finish, { promptBlock, empty: !spoken, refusal }, path, report);
      const last: Delta = compact({
        refusal: explanation === "" ? undefined : explanation,
        annotations: annotations.length === 0 ? undefined : annotations,
        ...(textSignature === undefined ? {} : extraContent(textSignature.signature, "x")),
      });
      if (Object.keys(last).length > 0) say(last);
      tellUnknown(extensions, path);
      finished = true;
      write({
        delta: {},
        ...(isJsonObject(logprobs) ? { logprobs } : {}),
        ...encodeFinish(finish, [...path, "finish"], { ...options, calls: calls > 0, explained: explanation !== undefined }, report),
        ...(safety === undefined ? {} : { content_filter_results: safety }),
      });
    },
  };
}
