/**
 * Writes one candidate. Text and thoughts go out as they come, each piece a part; calls and media have to wait until they
 * are whole, because a part cannot be continued.
 */
import { splitPart } from "../../canonical/events.js";
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type { ChoiceMetaEvent, Citation, Extensions, Finish, Json, Part, PartDelta, Signature } from "../../canonical/index.js";
import { compact } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import { isJsonObject, type JsonObject, plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { SmallMap } from "../../core/small-map.js";
import type { HotDelta, HotSink, HotTarget } from "../style.js";
import { encodePart } from "./content-encoder.js";
import { encodeFinish } from "./finish.js";
import { encodeGrounding } from "./grounding-encoder.js";
import { restoreLeft } from "./grounding-rest.js";
import { encodeLogprobs } from "./logprobs.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { encodeSignature } from "./signature.js";
import type { FinishEvent } from "./stream-encoder.js";
import { CitedSpan } from "./stream-span.js";
import { WholePart } from "./stream-whole.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

/** Text of any kind; that of an answer, a refusal included, is one of the spans that citations count in. */
interface OpenText {
  readonly kind: "text" | "thinking" | "refusal";
  readonly span: CitedSpan | undefined;
  /** It goes on where the part before it ended. */
  readonly joined: boolean;
  /** A part that began before it is written when it stops. */
  readonly overtakes: boolean;
  /** It is written when the text stops, for nothing may follow it. */
  signature: Signature | undefined;
  said: boolean;
}
type OpenPart = OpenText | WholePart;

type Held = Omit<GenerateContentCandidate, "index" | "content">;
interface Late {
  readonly citation: Citation;
  readonly path: Path;
}
interface Hit {
  readonly url: string;
  readonly title?: string;
}

/** The stream that the candidate is written into. */
export interface ChoiceWriter {
  /** The source is of this style. */
  readonly own: boolean;
  readonly report: (issue: Issue) => void;
  /** Made when the first part needs it. */
  readonly scope: EncodeScope;
  write(index: number, part: GenerateContentPart): void;
  /** Deltas passed it by. */
  advance(events: number): void;
}

export class ChoiceEncoder implements HotSink {
  private readonly number: number;
  private readonly writer: ChoiceWriter;
  private readonly parts = new SmallMap<OpenPart>();
  private spans: readonly CitedSpan[] = NONE;
  /** UTF-16 length of the spans. */
  private visible = 0;
  /** Parts that a reader counts: pieces of text are one. */
  private written = 0;
  /** The kind of the last part, if a text of that kind goes on with it. */
  private joins: "text" | "thinking" | undefined = undefined;
  private refused = false;
  /** That of which deltas pass this by. */
  private passing: CitedSpan | undefined = undefined;
  private held: Held | undefined = undefined;
  private logprobs: Json | undefined = undefined;
  private safety: Json | undefined = undefined;
  private queries: readonly string[] = NONE;
  private hits: readonly Hit[] = NONE;
  private late: readonly Late[] = NONE;
  private extensions: JsonObject | undefined = undefined;
  /** Those that are put back where they stood. */
  private others: Extensions | undefined = undefined;

  constructor(number: number, writer: ChoiceWriter) {
    this.number = number;
    this.writer = writer;
  }

  /** The finish came, and nothing more may be said. */
  get finished(): boolean {
    return this.held !== undefined;
  }

  start(number: number, part: Part, event: number): void {
    this.stop(number, event);
    const { head, deltas } = splitPart(part);
    const isText = head.type === "text" || head.type === "thinking" || head.type === "refusal";
    this.parts.set(number, isText ? this.open(head, [event, "head"]) : new WholePart(head));
    for (const delta of deltas) this.delta(number, delta, event);
  }

  delta(number: number, delta: PartDelta, event: number) {
    const part = this.parts.get(number);
    if (part === undefined) return this.warn("stream.late_delta", event, "This belongs to a part that is not open; it is left out.");
    const whole = part.kind === "whole" ? part.head.type : undefined;
    switch (delta.kind) {
      case "text":
      case "thinking":
      case "refusal":
        if (part.kind !== delta.kind) break;
        return this.say(part, delta.text, event);
      case "arguments":
        if (part.kind !== "whole" || whole !== "tool-call") break;
        return part.data.add(delta.json);
      case "signature":
        return sign(part, delta);
      case "citation":
        if (part.kind === "whole" || part.span === undefined) break;
        return part.span.cite(delta.citation, [event, "delta", "citation"]);
      case "audio":
        if (part.kind !== "whole" || whole !== "audio") break;
        part.hear(delta.transcript ?? "");
        return part.data.add(delta.data ?? "");
      case "data":
        if (part.kind !== "whole" || whole === "tool-call") break;
        return part.data.add(delta.data);
      default:
        return delta satisfies never;
    }
    this.warn("stream.protocol", event, `This part takes no delta of kind ${delta.kind}; it is left out.`);
  }

  stop(number: number, event: number) {
    const part = this.parts.get(number);
    if (part === undefined) return;
    this.parts.delete(number);
    if (part.kind === "whole") return this.sayWhole(part.part(), [event, "head"]);
    if (part.signature !== undefined) this.sign(part, part.signature, event);
    // A part of which nothing was written is none.
    if (!part.said) return;
    this.joins = part.signature !== undefined ? undefined : part.kind === "thinking" ? "thinking" : "text";
    this.written++;
  }

  tell(meta: ChoiceMetaEvent, event: number): void {
    const { own, report } = this.writer;
    if (meta.logprobs !== undefined) this.logprobs = this.logprobs === undefined ? meta.logprobs : joined(this.logprobs, meta.logprobs);
    for (const field of ["safety", "grounding"] as const)
      if (meta[field] !== undefined && !own)
        report(
          dropped("dropped.field", [event, field], "This is in another style's words and has no place in a generate-content answer.", {
            severity: "info",
          }),
        );
    if (own) this.safety = meta.safety ?? this.safety;
    const citations = meta.citations?.map((citation, index) => ({ citation, path: [event, "citations", index] }));
    if (citations !== undefined) this.late = [...this.late, ...citations];
    this.keep(meta.extensions, [event]);
  }

  finish(told: Pick<FinishEvent, "finish" | "extensions">, event: number): void {
    const { report } = this.writer;
    for (const [number] of this.parts.entries()) this.stop(number, event);
    const { spans, late, queries, hits, safety } = this;
    this.keep(told.extensions, [event]);
    const { finish } = told;
    // A refusal is text here, so the reason has to say what it was.
    const hidden = this.refused && finish.reason === "stop" && finish.native?.style !== STYLE;
    const left = restoreLeft({ [STYLE]: this.extensions ?? {} });
    this.others = left.others;
    citeLate(spans, late);
    this.held = {
      ...encodeFinish(hidden ? { ...finish, reason: "refusal" } : finish, [event, "finish"], report),
      ...compact({
        safetyRatings: safety,
        groundingMetadata: encodeGrounding(spans, queries, hits, left.grounding, report),
        citationMetadata: left.citationMetadata,
        logprobsResult: encodeLogprobs(this.logprobs, [event, "logprobs"], report),
      }),
    };
  }

  /** A filter may say after the end that it stopped the answer. False for any other reason. */
  judge(finish: Finish, event: number): boolean {
    if (this.held === undefined || finish.reason !== "content-filter") return false;
    this.held = { ...this.held, ...encodeFinish(finish, [event, "finish"], this.writer.report) };
    return true;
  }

  /** The last object of the candidate: why it ended, and what is said of it as a whole. */
  last(candidate: GenerateContentCandidate): GenerateContentCandidate {
    const { held, others } = this;
    return { ...candidate, ...held, ...restoreUnknown(plainObject({ ...candidate, ...held }), others, STYLE) };
  }

  /** What another delta of this kind changes, if that is nothing but how much was said. */
  hot(number: number, kind: HotDelta["kind"]): HotTarget | undefined {
    const part = this.parts.get(number);
    if (part === undefined || this.held !== undefined) return undefined;
    if (part.kind === "whole")
      return kind === "arguments" && part.head.type === "tool-call" ? { leaves: [], sink: new Gathering(part, this.writer) } : undefined;
    if (part.kind !== kind) return undefined;
    this.passing = part.span;
    return { leaves: TEXT, sink: part.span === undefined ? this.writer : this };
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    this.passing?.take(bytes, start, end);
  }

  advance(events: number, units: number): void {
    this.writer.advance(events);
    this.visible += units;
  }

  private warn(code: "stream.late_delta" | "stream.protocol", event: number, message: string): void {
    this.writer.report(notice(code, [event], message, { severity: "warning" }));
  }

  private keep(extensions: Extensions | undefined, path: Path): void {
    if (extensions === undefined) return;
    this.extensions = { ...this.extensions, ...extensions[STYLE] };
    dropUnknown(extensions, STYLE, path, this.writer.report);
  }

  private write(part: GenerateContentPart): void {
    this.writer.write(this.number, part);
  }

  private open(head: Extract<Part, { type: OpenText["kind"] }>, path: Path): OpenText {
    const { type: kind, extensions } = head;
    this.refused ||= kind === "refusal";
    if (head.type === "thinking" && head.summary === true && !this.writer.own)
      this.writer.report(equivalent(path, "generate-content does not tell summaries of thoughts from thoughts; nor does the way back."));
    dropUnknown(extensions, STYLE, path, this.writer.report);
    // The pieces of the text follow the part that says what else is said of it.
    const own = extensions?.[STYLE] !== undefined;
    if (own) this.write({ text: "", ...(kind === "thinking" ? { thought: true } : {}), ...restoreUnknown({}, extensions, STYLE) });
    const joined = !own && this.joins === (kind === "thinking" ? "thinking" : "text");
    if (joined) this.written--;
    const span = kind === "thinking" ? undefined : ((joined ? this.spans.at(-1) : undefined) ?? this.newSpan());
    const overtakes = this.parts.values().some((part) => part.kind === "whole");
    return { kind, span, joined, overtakes, signature: undefined, said: joined || own };
  }
  private newSpan(): CitedSpan {
    const span = new CitedSpan(this.written, this.visible);
    this.spans = this.spans.concat(span);
    return span;
  }

  private say(part: OpenText, text: string, event: number): void {
    if (text === "") return;
    if (part.overtakes)
      this.writer.report(
        approximated("approximated.reordered", [event], "This text comes before what began earlier and is written when it is whole."),
      );
    this.write(part.kind === "thinking" ? { text, thought: true } : { text });
    part.said = true;
    if (part.span === undefined) return;
    part.span.add(text);
    this.visible += text.length;
  }
  /** `{"text": "", "thought": true, "thoughtSignature": "Q0"}`: it belongs to the text before it. */
  private sign({ kind, joined }: OpenText, signature: Signature, event: number): void {
    if (joined)
      this.writer.report(
        approximated("approximated.merged", [event], "The signed text runs on from one without a signature; read back, they are one text."),
      );
    if (kind === "thinking") this.write({ text: "", thought: true, thoughtSignature: encodeSignature(signature, "t") });
    else this.write({ text: "", thoughtSignature: encodeSignature(signature, "x") });
  }

  /** Calls with their arguments, media with their data. Searches of another vendor are told with what they found. */
  private sayWhole(part: Part, path: Path): void {
    const { own, scope } = this.writer;
    if (!own && part.type === "server-tool-call" && part.name === "web_search" && isJsonObject(part.input)) {
      const { query } = part.input;
      if (typeof query === "string") this.queries = [...this.queries, query];
    }
    if (!own && part.type === "server-tool-result" && part.name === "web_search") {
      const found = (part.result ?? []).map(({ url, title }) => ({ url, ...compact({ title }) }));
      this.hits = [...this.hits, ...found];
    }
    for (const wire of encodePart(part, path, scope)) {
      this.write(wire);
      this.written++;
      this.joins = undefined;
    }
  }
}

const NONE: readonly never[] = [];
const TEXT: readonly Path[] = [["candidates", 0, "content", "parts", 0, "text"]];

function sign(part: OpenPart, signature: Signature): void {
  if (signature.value === "") return;
  part.signature = signature;
  if (part.kind !== "whole") part.said = true;
}

/** Arguments, of which nothing is written until they are whole. */
class Gathering implements HotSink {
  private readonly part: WholePart;
  private readonly writer: ChoiceWriter;

  constructor(part: WholePart, writer: ChoiceWriter) {
    this.part = part;
    this.writer = writer;
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    this.part.data.take(bytes, start, end);
  }

  advance(events: number): void {
    this.writer.advance(events);
  }
}

/** Late citations go to the text in which they start, else to the last one. */
function citeLate(spans: readonly CitedSpan[], late: readonly Late[]): void {
  for (const { citation, path } of late) {
    const start = citation.kind === "url" ? (citation.start ?? 0) : 0;
    const span = spans.find(({ start: from, text }) => start < from + text.length) ?? spans.at(-1);
    span?.cite(citation, path);
  }
}

function joined(before: Json, after: Json): Json {
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const list = (value: Json | undefined) => (Array.isArray(value) ? value : []);
  return { ...before, ...after, content: [...list(before.content), ...list(after.content)] };
}
