/**
 * Writes one candidate. Text and thoughts go out as they come, each piece a part; calls and media have to wait until they
 * are whole, because a part cannot be continued.
 */
import { argumentsFromText } from "../../canonical/arguments.js";
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type { ChoiceMetaEvent, Citation, Extensions, Json, Part, PartDelta, Signature } from "../../canonical/index.js";
import { compact } from "../../core/compact.js";
import { createEscapedText } from "../../core/escaped-text.js";
import { dropped, notice } from "../../core/issue.js";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { HotDelta, HotTarget } from "../style.js";
import { encodePart } from "./content-encoder.js";
import { encodeFinish } from "./finish.js";
import { type CitedSpan, encodeGrounding } from "./grounding-encoder.js";
import { restoreLeft } from "./grounding-rest.js";
import { encodeLogprobs } from "./logprobs.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { encodeSignature } from "./signature.js";
import type { FinishEvent } from "./stream-encoder.js";
import { jsonObject } from "./tools.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

type OpenPart =
  | { readonly kind: "text" | "thinking" | "refusal"; readonly span: OpenSpan | undefined; signed?: true; said: boolean }
  /** Written when it stops. */
  | { readonly kind: "whole"; readonly head: Part; data: string; transcript: string; signature: Signature | undefined };

interface OpenSpan {
  readonly part: number;
  readonly start: number;
  text: string;
  readonly citations: { readonly citation: Citation; readonly path: Path }[];
}

type Held = Omit<GenerateContentCandidate, "index" | "content">;

export interface ChoiceEncoder {
  /** The finish came, and nothing more may be said. */
  readonly finished: boolean;
  start(part: number, head: Part, path: Path): void;
  delta(part: number, delta: PartDelta, path: Path): void;
  stop(part: number, path: Path): void;
  tell(meta: ChoiceMetaEvent, path: Path): void;
  finish(event: Pick<FinishEvent, "finish" | "extensions">, path: Path): void;
  /** The last object of the candidate: why it ended, and what is said of it as a whole. */
  last(candidate: GenerateContentCandidate): GenerateContentCandidate;
  /** What another delta of this kind changes, if that is nothing but how much was said. */
  hot(part: number, kind: HotDelta["kind"]): HotPart | undefined;
}
interface HotPart extends Pick<HotTarget, "take"> {
  advance(units: number): void;
}

export function createChoiceEncoder(scope: EncodeScope, write: (part: GenerateContentPart) => void): ChoiceEncoder {
  const { report } = scope;
  const parts = new Map<number, OpenPart>();
  const spans: OpenSpan[] = [];
  let visible = 0;
  /** Parts that a reader counts: pieces of text are one. */
  let written = 0;
  /** The kind of the last part, if a text of that kind goes on with it. */
  let joins: "text" | "thinking" | undefined;
  let refused = false;
  let held: Held | undefined;
  let logprobs: Json | undefined;
  let safety: Json | undefined;
  const queries: string[] = [];
  const hits: { readonly url: string; readonly title?: string }[] = [];
  const late: { readonly citation: Citation; readonly path: Path }[] = [];
  let extensions: JsonObject = {};
  /** Those that are put back where they stood. */
  let others: Extensions = {};

  function say(part: OpenPart, text: string) {
    if (text === "") return;
    write(part.kind === "thinking" ? { text, thought: true } : { text });
    if (part.kind === "whole") return;
    part.said = true;
    if (part.span === undefined) return;
    part.span.text += text;
    visible += text.length;
  }
  /** `{"text": "", "thought": true, "thoughtSignature": "Q0"}`: it belongs to the text before it. */
  function sign(part: OpenPart, signature: Signature): void {
    if (signature.value === "") return;
    if (part.kind !== "whole") part.said = part.signed = true;
    if (part.kind === "whole") part.signature = signature;
    else if (part.kind === "thinking") write({ text: "", thought: true, thoughtSignature: encodeSignature(signature, "t") });
    else write({ text: "", thoughtSignature: encodeSignature(signature, "x") });
  }

  function begin(head: Part, path: Path): OpenPart {
    switch (head.type) {
      case "text":
      case "thinking":
      case "refusal": {
        refused ||= head.type === "refusal";
        dropUnknown(head.extensions, STYLE, path, report);
        // The pieces of the text follow the part that says what else is said of it.
        if (head.extensions?.[STYLE] !== undefined)
          write({ text: "", ...(head.type === "thinking" ? { thought: true } : {}), ...restoreUnknown({}, head.extensions, STYLE) });
        const joined = joins === (head.type === "thinking" ? "thinking" : "text") && head.extensions?.[STYLE] === undefined;
        if (joined) written--;
        const said = joined || head.extensions?.[STYLE] !== undefined;
        if (head.type === "thinking") return { kind: head.type, span: undefined, said };
        const before = spans.at(-1);
        if (joined && before !== undefined) return { kind: head.type, span: before, said };
        const span: OpenSpan = { part: written, start: visible, text: "", citations: [] };
        spans.push(span);
        return { kind: head.type, span, said };
      }
      default:
        return { kind: "whole", head, data: "", transcript: "", signature: undefined };
    }
  }

  function cite(part: OpenPart, citation: Citation, path: Path): void {
    if (part.kind !== "whole" && part.span !== undefined) part.span.citations.push({ citation, path });
  }

  /** Calls with their arguments, media with their data. */
  function sayWhole({ head, data, transcript, signature }: Extract<OpenPart, { kind: "whole" }>, path: Path) {
    const signed = compact({ signature: signature ?? head.signature });
    if (
      !scope.own &&
      head.type === "server-tool-call" &&
      head.name === "web_search" &&
      isJsonObject(head.input) &&
      typeof head.input.query === "string"
    )
      queries.push(head.input.query);
    if (!scope.own && head.type === "server-tool-result" && head.name === "web_search")
      for (const { url, title } of head.result ?? []) hits.push({ url, ...compact({ title }) });
    for (const part of encodePart(wholeOf({ ...head, ...signed }, data, transcript), [...path, "head"], scope)) {
      write(part);
      written++;
    }
  }

  function stop(number: number, path: Path): void {
    const part = parts.get(number);
    if (part === undefined) return;
    parts.delete(number);
    // A part of which nothing was written is none.
    if (part.kind !== "whole" && !part.said) return;
    joins = part.kind === "whole" || part.signed === true ? undefined : part.kind === "thinking" ? "thinking" : "text";
    if (part.kind === "whole") sayWhole(part, path);
    else written++;
  }

  return {
    get finished() {
      return held !== undefined;
    },
    start(number, head, path) {
      stop(number, path);
      const part = begin(head, [...path, "head"]);
      parts.set(number, part);
      if (head.type === "text" || head.type === "thinking" || head.type === "refusal") {
        say(part, head.text);
        if (head.signature !== undefined) sign(part, head.signature);
      }
      if (head.type === "text")
        for (const [index, citation] of (head.citations ?? []).entries()) cite(part, citation, [...path, "head", "citations", index]);
    },
    delta(number, delta, path) {
      const part = parts.get(number);
      if (part === undefined)
        return report(
          notice("stream.late_delta", path, "This belongs to a part that is not open; it is left out.", { severity: "warning" }),
        );
      switch (delta.kind) {
        case "text":
        case "thinking":
        case "refusal":
          if (part.kind === delta.kind) return say(part, delta.text);
          break;
        case "arguments":
          if (part.kind === "whole" && part.head.type === "tool-call") {
            part.data += delta.json;
            return;
          }
          break;
        case "signature":
          return sign(part, delta);
        case "citation":
          return cite(part, delta.citation, [...path, "delta", "citation"]);
        case "audio":
          if (part.kind === "whole" && part.head.type === "audio") {
            part.data += delta.data ?? "";
            part.transcript += delta.transcript ?? "";
            return;
          }
          break;
        case "data":
          if (part.kind === "whole" && part.head.type !== "tool-call") {
            part.data += delta.data;
            return;
          }
          break;
        default:
          return delta satisfies never;
      }
      report(notice("stream.protocol", path, `This part takes no delta of kind ${delta.kind}; it is left out.`, { severity: "warning" }));
    },
    stop,
    tell(meta, path) {
      if (meta.logprobs !== undefined) logprobs = logprobs === undefined ? meta.logprobs : joined(logprobs, meta.logprobs);
      for (const field of ["safety", "grounding"] as const)
        if (meta[field] !== undefined && !scope.own)
          report(
            dropped("dropped.field", [...path, field], "This is in another style's words and has no place in a generate-content answer.", {
              severity: "info",
            }),
          );
      if (scope.own) safety = meta.safety ?? safety;
      meta.citations?.forEach((citation, index) => {
        late.push({ citation, path: [...path, "citations", index] });
      });
      extensions = { ...extensions, ...meta.extensions?.[STYLE] };
      dropUnknown(meta.extensions, STYLE, path, report);
    },
    finish(event, path) {
      for (const number of [...parts.keys()]) stop(number, path);
      extensions = { ...extensions, ...event.extensions?.[STYLE] };
      dropUnknown(event.extensions, STYLE, path, report);
      const { finish } = event;
      // A refusal is text here, so the reason has to say what it was.
      const told =
        refused && finish.reason === "stop" && finish.native?.style !== STYLE ? { ...finish, reason: "refusal" as const } : finish;
      const left = restoreLeft({ [STYLE]: extensions });
      others = left.others;
      held = {
        ...encodeFinish(told, [...path, "finish"], report),
        ...compact({
          safetyRatings: safety,
          groundingMetadata: encodeGrounding(cited(spans, late), queries, hits, left.grounding, report),
          citationMetadata: left.citationMetadata,
          logprobsResult: encodeLogprobs(logprobs, [...path, "logprobs"], report),
        }),
      };
    },
    hot(number, kind) {
      const part = parts.get(number);
      if (part === undefined || part.kind === "whole" || part.kind !== kind || held !== undefined) return undefined;
      const { span } = part;
      if (span === undefined) return { advance: () => undefined };
      const passed = createEscapedText();
      const advance = (units: number) => {
        span.text += passed.text();
        visible += units;
      };
      return { take: passed.take, advance };
    },
    last(candidate) {
      const wire = jsonObject({ ...candidate, ...held }) ?? {};
      return { ...candidate, ...held, ...restoreUnknown(wire, others, STYLE) };
    },
  };
}

/** Late citations go to the text in which they start, else to the last one. */
function cited(spans: readonly OpenSpan[], late: OpenSpan["citations"]): readonly CitedSpan[] {
  for (const entry of late) {
    const start = entry.citation.kind === "url" ? (entry.citation.start ?? 0) : 0;
    const span = spans.find(({ start: from, text }) => start < from + text.length) ?? spans.at(-1);
    span?.citations.push(entry);
  }
  return spans;
}

/** The part with what was streamed of it. */
function wholeOf(head: Part, data: string, transcript: string): Part {
  switch (head.type) {
    case "tool-call": {
      const json = head.arguments.json + data;
      if (data === "" && head.arguments.value !== undefined) return head;
      return { ...head, arguments: head.variant === "custom" ? { json } : argumentsFromText(json) };
    }
    case "redacted-thinking":
      return { ...head, data: head.data + data };
    case "image":
    case "video":
    case "audio":
      return {
        ...head,
        ...(transcript !== "" && head.type === "audio" ? { transcript: (head.transcript ?? "") + transcript } : {}),
        ...(data !== "" && head.source.kind === "base64" ? { source: { ...head.source, data: head.source.data + data } } : {}),
      };
    default:
      return head;
  }
}

function joined(before: Json, after: Json): Json {
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const list = (value: Json | undefined) => (Array.isArray(value) ? value : []);
  return { ...before, ...after, content: [...list(before.content), ...list(after.content)] };
}
