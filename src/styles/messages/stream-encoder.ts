/**
 * Canonical events, written as the events of a messages stream: one block at a time, in the order of their parts, and the
 * reason of the end together with the final counts.
 *
 *     message_start, (content_block_start, content_block_delta…, content_block_stop)…, message_delta, message_stop
 *
 * What is held back: parts that are not the lowest unfinished one, and the end of the message until the stream ends.
 */
import type { CanonicalError } from "../../canonical/error.js";
import type { CanonicalStreamEvent, ChoiceMetaEvent, StartEvent } from "../../canonical/event.js";
import { dropUnknown } from "../../canonical/extensions.js";
import type { PartDelta, Usage } from "../../canonical/index.js";
import { approximated, dropped, type Issue, notice } from "../../core/issue.js";
import type { StreamEncodeOptions, StreamEncoder } from "../style.js";
import { error as errors } from "./error.js";
import { type BlockWriter, createBlockWriter } from "./stream-block-encoder.js";
import { encodeEnd, encodeStart } from "./stream-envelope.js";
import { createPartQueue } from "./stream-queue.js";
import { createPartWriter } from "./stream-whole.js";
import type { AnswerBlock, BlockDelta, MessagesStreamEvent } from "./wire-answer.js";

type EventOf<Type> = Extract<CanonicalStreamEvent, { readonly type: Type }>;

const TRUNCATED: CanonicalError = {
  kind: "truncated-stream",
  status: 502,
  message: "The stream stopped before the answer was complete.",
  retryable: true,
};

type Phase = "before" | "open" | "closed";

export function createEncoder(options: StreamEncodeOptions = {}): StreamEncoder<MessagesStreamEvent> {
  const report = options.report ?? (() => undefined);
  let phase: Phase = "before";
  /** What this call gives back. */
  let ready: MessagesStreamEvent[] = [];
  /** Index of the open block, or of the next one. */
  let index = 0;
  /** The lowest unfinished part, the only one whose block may be open. */
  let live: { readonly number: number; readonly writer: BlockWriter } | undefined;
  /** Later parts, which wait for their turn. */
  const queue = createPartQueue();
  const started = new Set<number>();
  /** Calls whose block was closed before they stopped, because their arguments were complete. */
  const early = new Set<number>();
  /** Findings that are told once for a stream, however often they occur. */
  const told = new Set<string>();
  let usage: Usage | undefined;
  let finish: EventOf<"finish"> | undefined;
  const refusal: string[] = [];
  /** How many events of this call go out, once an error was written: nothing may follow it. */
  let length: number | undefined;

  function once(kind: string, issue: () => Issue): void {
    if (told.has(kind)) return;
    told.add(kind);
    report(issue());
  }
  function protocol(kind: string, message: string): void {
    once(kind, () => notice("stream.protocol", [], message, { severity: "warning" }));
  }

  const sink = {
    start(block: AnswerBlock): void {
      ready.push({ type: "content_block_start", index, content_block: block });
    },
    delta(delta: BlockDelta): void {
      ready.push({ type: "content_block_delta", index, delta });
    },
    stop(): void {
      ready.push({ type: "content_block_stop", index });
      index++;
    },
    fail,
    refuse(text: string): void {
      refusal.push(text);
    },
    writer: createPartWriter(options, report),
    report,
    once,
  };

  function start(event: StartEvent): void {
    if (phase !== "before") {
      protocol("start", "The answer started twice; only its first start is told.");
      return;
    }
    phase = "open";
    usage = event.usage ?? usage;
    ready.push(encodeStart(event, usage, options, report));
  }

  function partStart({ part, head }: EventOf<"part-start">): void {
    begin();
    if (started.has(part)) {
      protocol("part-start", `Part ${part} started twice; its second start is left out.`);
      return;
    }
    started.add(part);
    if (live === undefined) live = open(part, head);
    else {
      queue.add(part, head);
      if (live.writer.complete) closeEarly();
    }
  }

  function partDelta({ part, delta }: EventOf<"part-delta">): void {
    if (live?.number === part) {
      live.writer.delta(delta);
      if (queue.size > 0 && live.writer.complete) closeEarly();
      return;
    }
    const waiting = queue.get(part);
    if (waiting !== undefined) waiting.deltas.push(delta);
    else if (!early.has(part)) protocol("part-delta", `Part ${part} is not open; what it says is left out.`);
    else if (!isBlank(delta)) late(part);
  }

  function partStop({ part }: EventOf<"part-stop">): void {
    if (live?.number === part) {
      live.writer.stop();
      live = undefined;
      advance();
      return;
    }
    const waiting = queue.get(part);
    if (waiting !== undefined) waiting.stopped = true;
    else if (!early.delete(part)) protocol("part-stop", `Part ${part} is not open; its stop is left out.`);
  }

  function open(number: number, head: EventOf<"part-start">["head"]) {
    return { number, writer: createBlockWriter(head, ["choices", 0, "parts", number], sink) };
  }

  /** A complete object cannot grow, so the next part need not wait for the stop. */
  function closeEarly(): void {
    if (live === undefined) return;
    early.add(live.number);
    live.writer.stop();
    live = undefined;
    advance();
  }

  /** Lets the next part speak, and says what it said so far. */
  function advance(): void {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { number, head, deltas, stopped } = next;
      live = open(number, head);
      for (const delta of deltas) live.writer.delta(delta);
      if (!stopped && !(queue.size > 0 && live.writer.complete)) return;
      if (!stopped) early.add(number);
      live.writer.stop();
      live = undefined;
    }
  }

  function late(part: number): void {
    once(`late:${part}`, () =>
      notice(
        "stream.late_delta",
        ["choices", 0, "parts", part, "arguments"],
        "These arguments were one complete object already, and their block is closed; what came later is left out.",
        { severity: "warning" },
      ),
    );
  }

  function meta({ logprobs, safety, grounding, citations, extensions }: ChoiceMetaEvent): void {
    const path = ["choices", 0] as const;
    const facts = { logprobs, safety, grounding };
    for (const [field, value] of Object.entries(facts)) {
      if (value === undefined || value === null) continue;
      once(field, () =>
        dropped("dropped.field", [...path, field], `Answers of this style have no place for ${field}.`, { severity: "info" }),
      );
    }
    if (citations !== undefined && citations.length > 0)
      once("citations", () =>
        approximated(
          "approximated.citation",
          [...path, "citations"],
          "These citations came when the text that they cover was sent already; in a stream of this style they are left out.",
        ),
      );
    dropUnknown(extensions, "messages", path, (issue) => once(`extension:${issue.path.join(".")}`, () => issue));
  }

  function fail(error: CanonicalError): void {
    const { value, issues } = errors.encode(error, options);
    for (const issue of issues) report(issue);
    ready.push({ type: "error", error: value.body.error });
    phase = "closed";
    length = ready.length;
  }

  function begin(): void {
    if (phase === "before") start({ type: "start" });
  }

  function end(): void {
    begin();
    live?.writer.stop();
    live = undefined;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { writer } = open(next.number, next.head);
      for (const delta of next.deltas) writer.delta(delta);
      writer.stop();
    }
    if (length !== undefined) return;
    ready.push(encodeEnd(finish, usage, refusal.length === 0 ? undefined : refusal.join(""), report), { type: "message_stop" });
    phase = "closed";
  }

  function write(event: CanonicalStreamEvent): void {
    if ("choice" in event && event.choice !== 0) {
      once("choice", () =>
        dropped("dropped.choice", ["choices", event.choice], "An answer of this style is one choice; the others are left out."),
      );
      return;
    }
    switch (event.type) {
      case "part-delta":
        partDelta(event);
        break;
      case "part-start":
        partStart(event);
        break;
      case "part-stop":
        partStop(event);
        break;
      case "start":
        start(event);
        break;
      case "choice-meta":
        meta(event);
        break;
      case "finish":
        finish = event;
        break;
      case "usage":
        usage = event.usage;
        break;
      case "ping":
        // Nothing may come before message_start.
        if (phase === "open") ready.push({ type: "ping" });
        break;
      case "error":
        fail(event.error);
        break;
      case "end":
        end();
        break;
      default:
        event satisfies never;
    }
  }

  function take(): readonly MessagesStreamEvent[] {
    const taken = length === undefined ? ready : ready.slice(0, length);
    ready = [];
    return taken;
  }

  return {
    push(event) {
      if (phase === "closed") return [];
      write(event);
      return take();
    },
    hot({ choice, part, kind }) {
      if (phase !== "open" || choice !== 0 || live?.number !== part) return undefined;
      // Where another part waits, complete arguments let it speak.
      const hot = kind === "arguments" && queue.size > 0 ? undefined : live.writer.hot?.(kind);
      if (hot === undefined) return undefined;
      const { field, ...rest } = hot;
      return { ...rest, leaves: [["delta", field]], advance: () => undefined };
    },
    end() {
      if (phase === "closed") return [];
      if (finish === undefined) fail(TRUNCATED);
      else end();
      return take();
    },
  };
}

/** Nothing, or white space between or after the values of a JSON text. */
function isBlank(delta: PartDelta): boolean {
  return delta.kind === "arguments" && /^\s*$/.test(delta.json);
}
