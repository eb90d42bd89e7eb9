/**
 * Events of a messages stream, read. An answer comes in pieces: blocks are opened, grow and are closed one after another,
 * and why it ended and what it cost comes last, sometimes more than once.
 *
 * An event that breaks the grammar is reported with `stream.protocol`; what can be understood of it is read all the same.
 */
import type { CanonicalError } from "../../canonical/error.js";
import type { CanonicalStreamEvent } from "../../canonical/event.js";
import { keepUnknown } from "../../canonical/extensions.js";
import { attempt } from "../../core/bare.js";
import { compact } from "../../core/compact.js";
import { approximated, brief, notice } from "../../core/issue.js";
import { asJson, isJsonObject, isObject, type Json, type JsonObject } from "../../core/json.js";
import { conforms, schemaIssues } from "../../core/schema.js";
import type { StreamDecodeOptions, StreamDecoder } from "../style.js";
import { error as errors } from "./error.js";
import { decodeFinish } from "./finish.js";
import { createBlocksDecoder } from "./stream-block-decoder.js";
import { createGrammar } from "./stream-grammar.js";
import { plainDelta } from "./stream-plain.js";
import { decodeServiceTier, decodeUsage } from "./usage.js";
import {
  type ErrorEvent,
  type MessageDeltaEvent,
  type MessageStartEvent,
  MessagesStreamEvent,
  type WireStop,
  type WireUsage,
} from "./wire-answer.js";

const TRUNCATED: CanonicalError = {
  kind: "truncated-stream",
  status: 502,
  message: "The stream stopped before the answer was complete.",
  retryable: true,
};

/** `told`: why the answer ended is known, so no more content is read. */
type Phase = "before" | "open" | "told" | "closed";

export function createDecoder(options: StreamDecodeOptions = {}): StreamDecoder {
  const report = options.report ?? (() => undefined);
  const grammar = createGrammar();
  let phase: Phase = "before";
  /** Index of the event at hand. */
  let position = -1;
  /** What this call gives back. */
  let ready: CanonicalStreamEvent[] = [];
  let responseId = options.responseId ?? "";
  /** Counts of all events so far, merged field by field: later events repeat only what changed. */
  let counts: WireUsage = {};
  /** Why the answer ended, as far as it was said. */
  let stop: WireStop = {};

  /** The event at hand was a delta of a block, and nothing is wrong with it. */
  let plain = false;

  const emit = (event: CanonicalStreamEvent): void => {
    ready.push(event);
  };
  const blocks = createBlocksDecoder({ emit, report, position: () => position, responseId: () => responseId, options });

  function take(): readonly CanonicalStreamEvent[] {
    const taken = ready;
    ready = [];
    return taken;
  }

  function protocol(message: string, path: readonly (string | number)[] = []): void {
    report(notice("stream.protocol", [position, ...path], message, { severity: "warning" }));
  }

  function read(event: MessagesStreamEvent): void {
    switch (event.type) {
      case "message_start":
        start(event);
        break;
      case "content_block_start":
        begin();
        if (phase === "open") blocks.start(event, protocol);
        break;
      case "content_block_delta":
        blocks.delta(event, protocol);
        break;
      case "content_block_stop":
        blocks.stop(event);
        break;
      case "message_delta":
        tell(event);
        break;
      case "message_stop":
        complete();
        break;
      case "ping":
        emit({ type: "ping" });
        break;
      case "error":
        fail(event);
        break;
      default:
        event satisfies never;
    }
  }

  /** A server that forgot `message_start` still gives an answer. */
  function begin(): void {
    if (phase !== "before") return;
    phase = "open";
    emit({ type: "start" });
  }

  /** `{"type":"message_start","message":{"id":"msg_1","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":9}}}` */
  function start({ message }: MessageStartEvent): void {
    if (phase !== "before") return;
    phase = "open";
    const { id, type, role, model, content, usage, stop_reason, stop_sequence, stop_details, ...rest } = message;
    responseId = id ?? responseId;
    if (usage !== undefined && usage !== null) counts = usage;
    stop = compact({
      stop_reason: stop_reason ?? undefined,
      stop_sequence: stop_sequence ?? undefined,
      stop_details: stop_details ?? undefined,
    });
    emit({
      type: "start",
      ...compact({
        id: id ?? undefined,
        model: model ?? undefined,
        usage: usage === undefined || usage === null ? undefined : decodeUsage(usage),
        serviceTier: decodeServiceTier(usage ?? {}),
      }),
      ...keepUnknown("messages", rest),
    });
    // Calls that code made come as a whole message in the first event.
    for (const [index, block] of (content ?? []).entries()) blocks.whole(block, [position, "message", "content", index]);
  }

  /** `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}` */
  function tell({ type, delta, usage, ...rest }: MessageDeltaEvent): void {
    begin();
    if (usage !== undefined && usage !== null) {
      counts = merge(counts, usage);
      emit({ type: "usage", usage: decodeUsage(counts) });
    }
    stop = merge(stop, { ...rest, ...delta });
    if (stop.stop_reason !== undefined) finish();
  }

  /** Says why the answer ended; a later event may say it again, and more of it. */
  function finish(): void {
    phase = "told";
    blocks.close();
    const { stop_reason, stop_sequence, stop_details, ...rest } = stop;
    const decoded = decodeFinish({ stop_reason, stop_sequence, stop_details });
    const extensions = { ...keepUnknown("messages", rest).extensions?.messages, ...decoded.extensions?.messages };
    emit({
      type: "finish",
      choice: 0,
      finish: decoded.finish,
      ...(Object.keys(extensions).length === 0 ? {} : { extensions: { messages: extensions } }),
    });
  }

  /** `{"type":"message_stop"}` */
  function complete(): void {
    begin();
    if (phase === "open") {
      if (stop.stop_reason === undefined)
        report(approximated("approximated.finish_reason", [position], "The stream did not say why the answer ended.", { to: "other" }));
      finish();
    }
    close();
  }

  /** `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` */
  function fail(event: ErrorEvent): void {
    const { value, issues } = errors.decode({ status: null, body: event }, options);
    for (const issue of issues) report({ ...issue, path: [position, ...issue.path.slice(1)] });
    emit({ type: "error", error: value });
    close();
  }

  function close(): void {
    phase = "closed";
    emit({ type: "end" });
  }

  return {
    push(input) {
      position++;
      plain = false;
      if (phase === "closed") {
        protocol("The stream is over; what comes after its end is left out.");
        return [];
      }
      const delta = attempt(plainDelta, input);
      if (delta !== undefined) {
        check(delta);
        read(delta);
        return take();
      }
      const json = asJson(input);
      const event: Json = json.ok ? json.value : null;
      if (conforms(MessagesStreamEvent, event)) {
        if (isJsonObject(event)) check(event);
        read(event);
      } else if (isJsonObject(event) && event.type === undefined && event.error !== undefined && event.error !== null) {
        // Proxies forget the `type` of an error.
        fail({ ...event, type: "error", error: event.error });
      } else refuse(input, event);
      return take();
    },
    hot() {
      const piece = plain ? blocks.hot() : undefined;
      if (piece === undefined) return undefined;
      return {
        choice: 0,
        part: piece.part,
        kind: piece.kind,
        wanted: [{ path: ["delta", piece.field], kind: "text" }],
        advance(events, units) {
          position += events;
          blocks.advance(units);
          return [];
        },
      };
    },
    done() {
      position++;
      protocol("This style has no end marker; it is left out.");
      return [];
    },
    end() {
      if (phase === "closed") return [];
      position++;
      const told = phase === "told";
      const message = told
        ? "The last event is missing; nothing of the answer is."
        : "The stream stopped before the answer was complete; it ends in an error.";
      report(notice("stream.truncated", [position], message, { severity: told ? "info" : "warning" }));
      blocks.close();
      if (!told) emit({ type: "error", error: TRUNCATED });
      close();
      return take();
    },
  };

  function check(event: JsonObject): void {
    const fault = grammar.accept(event);
    plain = fault === undefined && event.type === "content_block_delta";
    if (fault !== undefined) protocol(`This ${String(event.type)} event may not stand here: ${fault}.`);
  }

  function refuse(input: unknown, event: Json): void {
    if (isJsonObject(event)) {
      const [fault] = schemaIssues(MessagesStreamEvent, event);
      protocol(`No event of this style has this shape, so it is left out: ${fault?.message ?? brief(event.type)}`, fault?.path);
    } else protocol(`An event of this style is a JSON object, not ${isObject(input) ? "a thing of code" : brief(input)}; it is left out.`);
  }
}

/** Later values win; null and absence say nothing. */
function merge<T extends object>(before: T, after: T): T {
  return { ...before, ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null && value !== undefined)) };
}
