/**
 * One candidate of a generate-content stream. Every object holds new parts; text of the same kind goes on in the next one,
 * everything else comes whole. Some servers say `finishReason` in every object, so it counts when nothing follows.
 */

import { addAll } from "../../core/add-all.js";
import { compact } from "../../core/compact.js";
import { notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { MAX_GATHERED } from "../../model/held.js";
import { answerCallId, serverCallId } from "../../model/ids.js";
import type { CanonicalResponse, CanonicalStreamEvent, Citation, Extensions, Finish, Part, Signature } from "../../model/index.js";
import type { ChoiceDecoding } from "../../stream/decoder.js";
import { decodeFinish, isReason } from "./finish.js";
import { decodeLogprobs } from "./logprobs.js";
import { decodePart, type PartPlace } from "./parts.js";
import type { DecodeScope } from "./scope.js";
import { CandidateFacts } from "./stream-facts.js";
import { PiecedCall } from "./stream-pieces.js";
import { OpenSpan, Spans } from "./stream-span.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

export type StreamedKind = "text" | "thinking";

interface HeldFinish {
  readonly reason: string | number;
  readonly message: string | null | undefined;
}

export interface ChoiceHost {
  readonly scope: DecodeScope;
  readonly responseId: string;
  /** Index of the event at hand. */
  readonly index: number;
  emit(event: CanonicalStreamEvent): void;
  protocol(path: Path, message: string): void;
  /** Deltas passed it by. */
  skip(events: number): void;
  /** The stream ends here, and nothing more is told of it. */
  truncate(): void;
  /** So it does where more is to be held than is allowed. */
  exceed(what: string, path: Path): void;
}

type PromptBlock = NonNullable<CanonicalResponse["promptBlock"]>;

export class ChoiceDecoder implements ChoiceDecoding, PartPlace {
  finished = false;
  lastServerId: string | undefined = undefined;
  private readonly choice: number;
  private readonly host: ChoiceHost;
  private next = 0;
  /** The text or thought that is open, or the signature of a text that takes nothing more but citations; and its number. */
  private open: StreamedKind | Signature | undefined = undefined;
  private part = -1;
  /** A call of which more is to come. */
  private pending: PiecedCall | undefined = undefined;
  private spoken = false;
  private held: HeldFinish | undefined = undefined;
  private promptBlock: PromptBlock | undefined = undefined;
  private calls = 0;
  private serverCalls = 0;
  /** The visible texts so far. */
  private readonly spans = new Spans<OpenSpan>();
  /** UTF-16 length of all of them. */
  private visible = 0;
  private facts: CandidateFacts | undefined = undefined;
  /** The last event that held this candidate and nothing else, or the candidate's own path. */
  private place: number | Path = NONE;

  constructor(choice: number, host: ChoiceHost) {
    this.choice = choice;
    this.host = host;
  }

  push(candidate: GenerateContentCandidate, path: Path): void {
    const { content, finishReason, finishMessage } = candidate;
    const parts = content?.parts ?? [];
    const speaks = parts.some(saysSomething);
    if (this.finished) {
      if (speaks) this.host.protocol([...path, "content"], "This comes after the candidate has finished; it is left out.");
      return;
    }
    this.place = path;
    if (speaks) this.held = undefined;
    this.remember(candidate, path);
    for (const [index, part] of parts.entries()) {
      const at = [...path, "content", "parts", index];
      if (this.takePiece(part, at)) continue;
      // An empty text may close an object that holds a piece.
      if (this.pending !== undefined && saysSomething(part)) this.breakCall();
      this.takePart(part, at);
    }
    this.spoken ||= speaks;
    if (isReason(finishReason)) this.held = { reason: finishReason, message: finishMessage };
    if (this.held !== undefined && this.spoken && !speaks) this.settle();
  }

  /** The same for an event that holds nothing but one text of this candidate, which is not empty. */
  grow(kind: StreamedKind, text: string): void {
    this.place = this.host.index;
    this.held = undefined;
    this.spoken = true;
    this.breakCall();
    this.say(kind, text, undefined, undefined);
  }

  /** The stream is over: the finish that was held back, if there is one, goes out. */
  settle() {
    if (this.held === undefined || this.finished) return;
    const { reason, message } = this.held;
    // Half a call must not look like a whole one, where nothing else says that the answer was cut.
    if (this.pending?.cut && decodeFinish(reason, message, false).reason === "stop") {
      this.finished = true;
      return this.host.truncate();
    }
    this.breakCall();
    this.finish(decodeFinish(reason, message, this.calls > 0));
  }
  /** The prompt was refused: the end of this candidate tells it. */
  refuse(promptBlock: PromptBlock): void {
    this.promptBlock = promptBlock;
  }
  /** The end of one that was refused. Where there is an answer all the same, it says itself why it ended. */
  block(told: Finish): void {
    this.pending = undefined;
    const { held, calls } = this;
    this.finish(held === undefined ? told : decodeFinish(held.reason, held.message, calls > 0));
  }
  /** The stream was cut. */
  abandon(): void {
    this.pending = undefined;
    this.close();
  }

  /** Every event may add citations. */
  get cites(): boolean {
    return this.facts?.cites === true;
  }

  callId(name: string): string {
    return answerCallId(this.seed(this.calls, name));
  }
  serverId(name: string): string {
    return serverCallId(this.seed(this.serverCalls, name));
  }
  private seed(call: number, name: string) {
    const { responseId, scope } = this.host;
    return { responseId, turn: scope.context.turn ?? 0, choice: this.choice, call, name };
  }

  private begin(head: Part): number {
    const part = this.next++;
    this.host.emit({ type: "part-start", choice: this.choice, part, head });
    return part;
  }
  private close(): void {
    const { choice, part, open } = this;
    if (open === undefined) return;
    if (typeof open !== "string") {
      const { value, origin } = open;
      this.host.emit({ type: "part-delta", choice, part, delta: { kind: "signature", value, origin } });
    }
    this.host.emit({ type: "part-stop", choice, part });
    this.open = undefined;
  }
  private complete(head: Part): void {
    this.close();
    this.host.emit({ type: "part-stop", choice: this.choice, part: this.begin(head) });
  }

  /** `{"text": "Hi"}`, `{"text": "Hm", "thought": true}`, `{"text": "", "thoughtSignature": "Q0"}` */
  private say(kind: StreamedKind, text: string, signature: Signature | undefined, extensions: Extensions | undefined): void {
    if (text === "" && signature === undefined && extensions === undefined) return;
    // A signature without text belongs to what was said last, if that is of its kind.
    const goesOn = this.open === kind && extensions === undefined && (signature === undefined || text === "");
    if (!goesOn) this.openText(kind, extensions);
    const { choice, part } = this;
    if (text !== "") {
      this.host.emit({ type: "part-delta", choice, part, delta: { kind, text } });
      if (kind === "text") {
        this.spans.last?.add(text);
        this.visible += text.length;
      }
    }
    if (signature === undefined) return;
    this.open = signature;
    // What a text cites is told at the end, mostly in the object that signs it.
    if (kind === "thinking") this.close();
  }
  private openText(kind: StreamedKind, extensions: Extensions | undefined): void {
    this.close();
    this.part = this.begin({ type: kind, text: "", ...(extensions === undefined ? {} : { extensions }) });
    this.open = kind;
    if (kind === "text") this.spans.add(new OpenSpan(this.part, this.visible));
  }

  /** `{"functionCall": {"name": "f", "args": {"a": 1}}, "thoughtSignature": "Q0"}` */
  private sayCall(call: Extract<Part, { type: "tool-call" }>, path: Path): void {
    const { choice, host } = this;
    if (call.idSynthesized === true)
      host.scope.report(
        notice(
          "synthesized.id",
          [...path, "functionCall", "id"],
          "The call has no id; one was made from the answer's id and the call's position.",
        ),
      );
    this.calls++;
    this.close();
    const part = this.begin({ ...call, arguments: { json: "" } });
    host.emit({ type: "part-delta", choice, part, delta: { kind: "arguments", json: call.arguments.json } });
    host.emit({ type: "part-stop", choice, part });
  }

  private takePart(wire: GenerateContentPart, path: Path) {
    const part = decodePart(wire, path, this, this.host.scope);
    if (part === undefined) return;
    switch (part.type) {
      case "text":
      case "thinking":
        return this.say(part.type, part.text, part.signature, part.extensions);
      case "tool-call":
        return this.sayCall(part, path);
      case "code-call":
      case "server-tool-call":
        this.serverCalls++;
        this.lastServerId = part.id;
        return this.complete(part);
      default:
        return this.complete(part);
    }
  }

  /** False when the part is no piece of a call. */
  private takePiece(wire: GenerateContentPart, path: Path): boolean {
    const { functionCall } = wire;
    if (functionCall === null || functionCall === undefined) return false;
    const { name, willContinue, partialArgs } = functionCall;
    const goesOn = willContinue === true;
    if (!goesOn && partialArgs === undefined && (this.pending === undefined || name !== "")) return false;
    if (this.pending === undefined || name !== "") {
      this.breakCall();
      this.pending = new PiecedCall(wire, functionCall, path);
    }
    for (const index of this.pending.add(functionCall))
      this.host.protocol(
        [...path, "functionCall", "partialArgs", index],
        "This piece of arguments has no place that can be read; it is left out.",
      );
    if (this.pending.held > MAX_GATHERED) this.host.exceed("characters of arguments", path);
    else if (!goesOn) this.endCall(this.pending);
    return true;
  }
  /** Something else comes where the rest of a call was to come. */
  private breakCall(): void {
    if (this.pending === undefined) return;
    this.host.protocol(this.pending.path, "The call was to be continued, and never was; it is told as far as it came.");
    this.endCall(this.pending);
  }
  private endCall(pending: PiecedCall): void {
    this.pending = undefined;
    this.takePart(pending.whole(), pending.path);
  }

  private remember(candidate: GenerateContentCandidate, path: Path): void {
    const facts = this.facts ?? new CandidateFacts();
    facts.add(candidate, path, this.host.scope.report);
    this.facts = facts.empty ? undefined : facts;
    const logprobs = decodeLogprobs(candidate.logprobsResult, [...path, "logprobsResult"], this.host.scope.report);
    if (logprobs !== undefined) this.host.emit({ type: "choice-meta", choice: this.choice, logprobs });
  }

  /** What is known of the candidate as a whole. Citations of the text that is open go to its part. */
  private tell(): void {
    const { choice, host, spans, part } = this;
    const place = typeof this.place === "number" ? [this.place, "candidates", 0] : this.place;
    const told = this.facts?.take(spans.all, place, host.scope);
    if (told === undefined) return;
    const late: Citation[] = [];
    for (const [span, list] of told.citations) {
      if (this.open === undefined || this.open === "thinking" || span !== spans.all.length - 1) addAll(late, list);
      else for (const citation of list) host.emit({ type: "part-delta", choice, part, delta: { kind: "citation", citation } });
    }
    const { safety, extensions } = told;
    const meta = compact({ safety, citations: late.length === 0 ? undefined : late, extensions });
    if (Object.keys(meta).length > 0) host.emit({ type: "choice-meta", choice, ...meta });
  }

  private finish(finish: Finish): void {
    const { promptBlock } = this;
    this.held = undefined;
    this.finished = true;
    this.tell();
    this.close();
    this.host.emit({ type: "finish", choice: this.choice, finish, ...compact({ promptBlock }) });
  }
}

const NONE: readonly [] = [];

function saysSomething({ text, thoughtSignature, ...rest }: GenerateContentPart): boolean {
  return (
    (typeof text === "string" && text !== "") ||
    (typeof thoughtSignature === "string" && thoughtSignature !== "") ||
    Object.entries(rest).some(([key, value]) => key !== "thought" && value !== null && value !== undefined)
  );
}
