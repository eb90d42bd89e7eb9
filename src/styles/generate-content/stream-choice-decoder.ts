/**
 * One candidate of a generate-content stream. Every object holds new parts; text of the same kind goes on in the next one,
 * everything else comes whole. Some servers say `finishReason` in every object, so it counts when nothing follows.
 */
import { keepUnknown } from "../../canonical/extensions.js";
import { answerCallId, serverCallId } from "../../canonical/ids.js";
import type { CanonicalResponse, CanonicalStreamEvent, Citation, Finish, Json, Part, Signature } from "../../canonical/index.js";
import { compact } from "../../core/compact.js";
import { createEscapedText } from "../../core/escaped-text.js";
import { notice } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { decodeCitations } from "./citations.js";
import { decodePart, type PartPlace } from "./content.js";
import { decodeFinish } from "./finish.js";
import { keepLeft } from "./grounding-rest.js";
import { decodeLogprobs } from "./logprobs.js";
import { createPartialArgs, type PartialArgs } from "./partial-args.js";
import { type DecodeScope, STYLE } from "./scope.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate, GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

interface OpenPart {
  readonly part: number;
  readonly kind: "text" | "thinking";
  /** Place among the spans of visible text. */
  readonly span: number;
}
/** A call whose arguments come in pieces. */
interface OpenCall {
  readonly first: GenerateContentPart;
  readonly args: PartialArgs;
  readonly path: Path;
}

export interface ChoiceHost {
  readonly choice: number;
  readonly scope: DecodeScope;
  responseId(): string;
  emit(event: CanonicalStreamEvent): void;
  protocol(path: Path, message: string): void;
}

export interface ChoiceDecoder {
  readonly finished: boolean;
  push(candidate: GenerateContentCandidate, path: Path): void;
  /** The same for a candidate that holds nothing but one part with this text, which is not empty. */
  grow(kind: OpenPart["kind"], text: string, path: Path): void;
  /** The stream is over: the finish that was held back, if there is one, goes out. */
  settle(): void;
  /** The prompt was refused. */
  block(block: NonNullable<CanonicalResponse["promptBlock"]>, finish: Finish): void;
  /** The stream was cut. */
  abandon(): void;
  /** Text or a thought is open, and nothing waits for what follows. */
  readonly growing: boolean;
  /** Text of the open part that was passed on without this, still escaped. */
  take(bytes: Uint8Array, start: number, end: number): void;
  /** Counts text that was passed on without this. `path`: of the last candidate. */
  advance(units: number, path: Path): void;
}

export function createChoice({ choice, scope, responseId, emit, protocol }: ChoiceHost): ChoiceDecoder {
  const { report, context } = scope;
  let next = 0;
  let open: OpenPart | undefined;
  let pending: OpenCall | undefined;
  let finished = false;
  let spoken = false;
  let held: { readonly reason: string | number; readonly message: string | null | undefined; readonly path: Path } | undefined;
  let calls = 0;
  let serverCalls = 0;
  let lastServerId: string | undefined;
  const spans: { part: number; start: number; text: string }[] = [];
  let visible = 0;
  let grounding: GenerateContentGrounding | undefined;
  let citations: GenerateContentCitations | undefined;
  let facts: Readonly<Record<string, unknown>> = {};
  let place: Path = [];
  const passed = createEscapedText();

  const ids: PartPlace = {
    callId: (name) => answerCallId({ responseId: responseId(), turn: context.turn ?? 0, choice, call: calls, name }),
    serverId: (name) => serverCallId({ responseId: responseId(), turn: context.turn ?? 0, choice, call: serverCalls, name }),
    get lastServerId() {
      return lastServerId;
    },
  };

  function begin(head: Part): number {
    const part = next++;
    emit({ type: "part-start", choice, part, head });
    return part;
  }
  function close() {
    if (open !== undefined) emit({ type: "part-stop", choice, part: open.part });
    open = undefined;
  }

  /** `{"text": "Hi"}`, `{"text": "Hm", "thought": true}`, `{"text": "", "thoughtSignature": "Q0"}` */
  function say(part: Extract<Part, { type: "text" | "thinking" }>) {
    const { type: kind, text, signature, extensions } = part;
    if (text === "" && signature === undefined && extensions === undefined) return;
    const goesOn = open !== undefined && open.kind === kind && extensions === undefined && (signature === undefined || text === "");
    // A signature without text belongs to what was said last.
    const signs = text === "" && signature !== undefined && open !== undefined && extensions === undefined;
    if (!goesOn && !signs) {
      close();
      open = { part: begin({ type: kind, text: "", ...compact({ extensions }) }), kind, span: spans.length };
      if (kind === "text") spans.push({ part: open.part, start: visible, text: "" });
    }
    if (open === undefined) return;
    if (text !== "") {
      emit({ type: "part-delta", choice, part: open.part, delta: { kind, text } });
      const span = kind === "text" ? spans[open.span] : undefined;
      if (span !== undefined) {
        span.text += text;
        visible += text.length;
      }
    }
    if (signature === undefined) return;
    sign(open.part, signature);
    close();
  }
  function sign(part: number, { value, origin }: Signature): void {
    emit({ type: "part-delta", choice, part, delta: { kind: "signature", value, origin } });
  }

  /** `{"functionCall": {"name": "f", "args": {"a": 1}}, "thoughtSignature": "Q0"}` */
  function call(part: Extract<Part, { type: "tool-call" }>): void {
    calls++;
    close();
    const number = begin({ ...part, arguments: { json: "" } });
    emit({ type: "part-delta", choice, part: number, delta: { kind: "arguments", json: part.arguments.json } });
    emit({ type: "part-stop", choice, part: number });
  }
  function complete(head: Part): void {
    close();
    emit({ type: "part-stop", choice, part: begin(head) });
  }

  function take(wire: GenerateContentPart, path: Path) {
    const part = decodePart(wire, path, ids, scope);
    if (part === undefined) return;
    switch (part.type) {
      case "text":
      case "thinking":
        return say(part);
      case "tool-call":
        if (part.idSynthesized === true)
          report(
            notice(
              "synthesized.id",
              [...path, "functionCall", "id"],
              "The call has no id; one was made from the answer's id and the call's position.",
            ),
          );
        return call(part);
      case "code-call":
      case "server-tool-call":
        serverCalls++;
        lastServerId = part.id;
        return complete(part);
      default:
        return complete(part);
    }
  }

  /** A piece of a call, see partial-args.ts. False when the part is none. */
  function takePiece(wire: GenerateContentPart, path: Path): boolean {
    const { functionCall } = wire;
    if (functionCall === null || functionCall === undefined) return false;
    const { name, args, willContinue, partialArgs } = functionCall;
    const goesOn = willContinue === true;
    if (!goesOn && partialArgs === undefined && (pending === undefined || name !== "")) return false;
    if (pending === undefined || name !== "") {
      endCall();
      pending = { first: wire, args: createPartialArgs(), path };
    }
    const given = jsonOf(args);
    if (isJsonObject(given)) pending.args.merge(given);
    const pieces = jsonOf(partialArgs);
    if (isJsonArray(pieces))
      pieces.forEach((piece, index) => {
        if (pending?.args.add(piece) === false)
          protocol(
            [...path, "functionCall", "partialArgs", index],
            "This piece of arguments has no place that can be read; it is left out.",
          );
      });
    if (!goesOn) endCall();
    return true;
  }
  function endCall(): void {
    if (pending === undefined) return;
    const { first, args, path } = pending;
    pending = undefined;
    const { functionCall, ...rest } = first;
    const { willContinue: _more, partialArgs: _pieces, ...known } = functionCall ?? { name: "" };
    take({ ...rest, functionCall: { ...known, args: args.value() } }, path);
  }

  /** What is said of the candidate as a whole: the last word counts, and it goes out at the end. */
  function remember({ content, finishReason, finishMessage, index, ...wire }: GenerateContentCandidate): void {
    const { citationMetadata, groundingMetadata, logprobsResult, ...rest } = wire;
    const { role, parts, ...others } = content ?? {};
    const contentRest = role == null || role === "model" ? others : { ...others, role };
    if (groundingMetadata != null) grounding = { ...grounding, ...groundingMetadata };
    if (citationMetadata != null) {
      const before = [...(citations?.citations ?? []), ...(citations?.citationSources ?? [])];
      const more = [...(citationMetadata.citations ?? []), ...(citationMetadata.citationSources ?? [])];
      citations = { ...citations, ...citationMetadata, citationSources: null, citations: [...before, ...more] };
    }
    const kept = Object.entries({ ...rest, ...(Object.keys(contentRest).length === 0 ? {} : { content: contentRest }) });
    const fresh = kept.filter(([, value]) => value !== null && value !== undefined);
    if (fresh.length > 0) facts = { ...facts, ...Object.fromEntries(fresh) };
    const logprobs = decodeLogprobs(logprobsResult, [...place, "logprobsResult"], report);
    if (logprobs !== undefined) emit({ type: "choice-meta", choice, logprobs });
  }

  function tell(): void {
    const { safetyRatings, content, ...rest } = facts;
    const { bySpan, left, grounding: grounds, metadata } = decodeCitations(grounding, citations, spans, place, scope);
    const late: Citation[] = [];
    for (const [span, list] of bySpan) {
      if (open?.kind !== "text" || open.span !== span) late.push(...list);
      else for (const citation of list) emit({ type: "part-delta", choice, part: open.part, delta: { kind: "citation", citation } });
    }
    const unknown = keepUnknown(STYLE, rest, [
      ["content", typeof content === "object" && content !== null ? { ...content } : {}],
      ["groundingMetadata", grounds],
      ["citationMetadata", metadata],
    ]);
    const { fields: _fields, ...kept } = keepLeft(left, unknown.extensions);
    const meta = { ...compact({ safety: jsonOf(safetyRatings), citations: late.length === 0 ? undefined : late }), ...kept };
    if (Object.keys(meta).length > 0) emit({ type: "choice-meta", choice, ...meta });
    facts = {};
    grounding = undefined;
    citations = undefined;
  }

  function finish(told: Finish, promptBlock?: CanonicalResponse["promptBlock"]): void {
    held = undefined;
    finished = true;
    tell();
    close();
    emit({ type: "finish", choice, finish: told, ...compact({ promptBlock }) });
  }

  function settle(): void {
    if (held === undefined || finished) return;
    endCall();
    finish(decodeFinish(held.reason, held.message, calls > 0, held.path, report));
  }

  return {
    get finished() {
      return finished;
    },
    settle,
    push(candidate, path) {
      const { content, finishReason, finishMessage } = candidate;
      const parts = content?.parts ?? [];
      const speaks = parts.some(saysSomething);
      if (finished) {
        if (speaks) protocol([...path, "content"], "This comes after the candidate has finished; it is left out.");
        return;
      }
      place = path;
      if (speaks) held = undefined;
      remember(candidate);
      parts.forEach((part, index) => {
        const at = [...path, "content", "parts", index];
        if (!takePiece(part, at)) {
          // An empty text may close an object that holds a piece.
          if (pending !== undefined && saysSomething(part)) endCall();
          take(part, at);
        }
      });
      spoken ||= speaks;
      const ends = finishReason !== null && finishReason !== undefined && finishReason !== "";
      if (ends) held = { reason: finishReason, message: finishMessage, path: [...path, "finishReason"] };
      if (held !== undefined && spoken && !speaks) settle();
    },
    grow(kind, text, path) {
      place = path;
      held = undefined;
      spoken = true;
      endCall();
      say({ type: kind, text });
    },
    block(promptBlock, told) {
      if (finished) return;
      held = undefined;
      pending = undefined;
      finish(told, promptBlock);
    },
    get growing() {
      return open !== undefined && held === undefined && pending === undefined && !finished;
    },
    take: passed.take,
    advance(units, path) {
      place = path;
      visible += units;
      const span = open?.kind === "text" ? spans[open.span] : undefined;
      if (span !== undefined) span.text += passed.text();
    },
    abandon() {
      if (finished) return;
      pending = undefined;
      finished = true;
      close();
    },
  };
}

function saysSomething({ text, thoughtSignature, ...rest }: GenerateContentPart): boolean {
  return (
    (typeof text === "string" && text !== "") ||
    (typeof thoughtSignature === "string" && thoughtSignature !== "") ||
    Object.entries(rest).some(([key, value]) => key !== "thought" && value !== null && value !== undefined)
  );
}

/** Documents were proven plain at the door. */
function jsonOf(value: unknown): Json | undefined {
  return keepUnknown(STYLE, { value }).extensions?.[STYLE]?.value;
}
