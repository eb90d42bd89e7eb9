/**
 * One part as the block that it becomes. Text, thinking and arguments are written as they come; a part that makes sense
 * only whole is gathered and written when it stops. An empty part becomes no block.
 */

import { GrowingText } from "../../core/collections.js";
import { approximated, failure, notice, type Path } from "../../core/issue.js";
import { isJsonSpace, OPEN_BRACE, ValueScan } from "../../core/json-text.js";
import { addDelta, closePart, openPart } from "../../model/collect.js";
import { writeSignature } from "../../model/common.js";
import { errorOf } from "../../model/error.js";
import type { PartDelta } from "../../model/events.js";
import { dropUnknown } from "../../model/extensions.js";
import type { Citation, Part, RefusalPart, Signature, TextPart, ThinkingPart, ToolCallPart } from "../../model/index.js";
import { argumentsFromText, RAW_ARGUMENTS } from "../../model/tools.js";
import { misplaced } from "../../stream/encoder.js";
import { MAX_GATHERED } from "../../stream/limits.js";
import { withCommon } from "./block.js";
import { encodeCitation, leaveOutCitations, refusalAsText } from "./citations.js";
import { encodePart, freeForm } from "./parts.js";
import { carrierBlock, isCarrier, thoughtBlock } from "./reasoning.js";
import type { MessagesEncoder } from "./stream-encoder.js";
import type { Block } from "./wire.js";

/** Writes one part. */
export interface PartWriter {
  /** Number of the part. */
  readonly part: number;
  /** Nothing can follow that would change the block. */
  readonly complete?: boolean;
  /** Its text is escaped once more than it is, for it is the string of this field. */
  readonly wrapper?: string | undefined;
  delta(delta: PartDelta): void;
  /** Ends the part. */
  stop(): void;
}

abstract class Writer<Head extends Part = Part> {
  constructor(
    protected readonly head: Head,
    readonly part: number,
    protected readonly out: MessagesEncoder,
  ) {}

  protected get path(): Path {
    return pathOf(this.part);
  }

  protected misplaced(delta: PartDelta): void {
    this.out.once(misplaced(delta, this.path));
  }

  /** The blocks of a part, written by `write`; what carries a signature waits for what comes behind it. */
  protected encode(part: Part, write: (block: Block) => void): void {
    for (const block of encodePart(part, this.path, this.out.writer))
      if (isCarrier(block)) this.out.carry(block, this.path);
      else write(block);
  }
}

export function createWriter(head: Part, part: number, out: MessagesEncoder): PartWriter {
  if (head.type === "text" || head.type === "refusal" || head.type === "thinking") return new TextWriter(head, part, out);
  return head.type === "tool-call" ? new CallWriter(head, part, out) : new WholeWriter(head, part, out);
}

/** The canonical path of a part. */
export function pathOf(part: number): Path {
  return ["choices", 0, "parts", part];
}

/**
 * A text, a refusal, which is text and the reason of the end, or a thought. Its block is opened by its first words, so that
 * nothing becomes no block. The signature of a text stands in a block of its own after it.
 */
class TextWriter extends Writer<TextPart | RefusalPart | ThinkingPart> implements PartWriter {
  private isOpen = false;
  declare private signature: Signature | undefined;
  /** The event that brought it. */
  declare private signed: number | undefined;
  private citations = 0;
  /** Citations that came before the text that they cover. */
  declare private waiting: Citation[] | undefined;

  constructor(head: TextPart | RefusalPart | ThinkingPart, part: number, out: MessagesEncoder) {
    super(head, part, out);
    if (head.type !== "refusal") return;
    out.report(refusalAsText(this.path));
    out.refusal ??= "";
  }

  delta(delta: PartDelta): void {
    const { type } = this.head;
    if ("text" in delta && delta.kind === type) this.write(delta.text);
    else if (delta.kind === "citation" && type !== "thinking") this.cite(delta.citation);
    else if (delta.kind === "signature") {
      this.signature = delta;
      this.signed = this.out.place;
    } else this.misplaced(delta);
  }

  stop(): void {
    const { out, head, signature } = this;
    const isThought = head.type === "thinking";
    const isInside = isThought && signature !== undefined && (this.isOpen || signature.origin === "messages");
    if (isInside) {
      // Last; it is one value, not the pieces of one.
      if (!this.isOpen) this.open();
      out.blockDelta({ type: "signature_delta", signature: writeSignature(signature, "messages", "t") });
    }
    if (this.isOpen) out.stopBlock();
    else {
      dropUnknown(head.extensions, "messages", this.path, out.report);
      leaveOutCitations(this.waiting, this.path, out);
    }
    if (signature !== undefined && !isInside)
      out.carry(carrierBlock(signature, isThought ? "t" : "x"), this.isOpen ? [...this.path, "signature"] : this.path, this.signed);
  }

  private write(text: string): void {
    if (text === "") return;
    const { out, head } = this;
    if (!this.isOpen) this.open();
    if (head.type === "refusal") out.refusal = (out.refusal ?? "") + text;
    out.blockDelta(head.type === "thinking" ? { type: "thinking_delta", thinking: text } : { type: "text_delta", text });
    const { waiting } = this;
    if (waiting === undefined) return;
    this.waiting = undefined;
    for (const citation of waiting) this.cite(citation);
  }

  private open() {
    const { out, head } = this;
    this.isOpen = true;
    // Nearly every text has nothing beside it.
    if (head.type === "text" && head.extensions === undefined && head.cacheControl === undefined)
      return out.startBlock({ type: "text", text: "" });
    const { path } = this;
    dropUnknown(head.extensions, "messages", path, out.report);
    const text = { type: "text", text: "", ...(head.extensions?.messages?.citations === undefined ? {} : { citations: [] }) } as const;
    out.startBlock(head.type === "thinking" ? thoughtBlock(head, "", undefined, path, out.report) : withCommon(text, head));
  }

  private cite(citation: Citation): void {
    const { out } = this;
    if (this.isOpen) {
      const path = [...this.path, "citations", this.citations++];
      out.blockDelta({ type: "citations_delta", citation: encodeCitation({ citation, path }, out.report) });
    } else {
      this.waiting ??= [];
      this.waiting.push(citation);
    }
  }
}

/** What is written when it is whole: redacted thinking, the service's own tools and their results, other styles' parts. */
class WholeWriter extends Writer implements PartWriter {
  private readonly gathered = openPart(this.head);

  delta(delta: PartDelta): void {
    addDelta(this.gathered, delta);
  }

  stop(): void {
    this.encode(closePart(this.gathered), (block) => this.out.whole(block));
  }
}

/** What a client gets that must not get arguments which are no object. */
const NO_OBJECT = errorOf("bad-gateway", "The model called a tool with arguments that are no JSON object.");

const NO_ARGUMENTS = { json: "{}", value: {} };

/**
 * A call, opened at once: its name is known, and a client may prepare it. The signature stands in a block before it. How
 * arguments are sent is decided by how they begin, and judged when they have ended.
 */
class CallWriter extends Writer<ToolCallPart> implements PartWriter {
  private readonly scan = new ArgumentsScanner();
  /** All of it: braces that match are not yet JSON. */
  private readonly sent = new GrowingText(MAX_GATHERED);
  /** What is not sent yet: white space, until it is clear whether an object follows. */
  private pending: string | undefined = "";
  /** The arguments are no object and travel as the string of this field of one. */
  declare wrapper: string | undefined;

  constructor(head: ToolCallPart, part: number, out: MessagesEncoder) {
    super(head, part, out);
    if (head.variant === "custom") out.report(freeForm(this.path));
    this.encode({ ...head, variant: "function", arguments: NO_ARGUMENTS }, (block) => out.startBlock(block));
  }

  get complete(): boolean {
    return this.wrapper === undefined && this.scan.complete;
  }

  delta(delta: PartDelta): void {
    if (delta.kind === "arguments") this.write(delta.json);
    else if (delta.kind === "signature") {
      const message = "The signature came too late; it was left out.";
      const facts = { severity: "warning", from: delta.origin } as const;
      this.out.report(notice("unportable.signature", [...this.path, "signature"], message, facts));
    } else this.misplaced(delta);
  }

  stop() {
    const { out, scan, wrapper } = this;
    const isCustom = this.head.variant === "custom";
    if (wrapper !== undefined) this.send('"}');
    else if (scan.object === undefined) this.send(isCustom ? '{"input":""}' : "{}");
    if (!isCustom && (wrapper !== undefined || argumentsFromText(this.sent.text).value === undefined)) {
      const path = [...this.path, "arguments"];
      const message = "The arguments are no JSON object, which messages demands";
      if (out.options.invalidArguments === "reject") {
        out.report(failure("failed.unsupported", path, `${message}.`));
        return out.breakOff(NO_OBJECT);
      }
      const fate = wrapper === undefined ? "they are sent so" : `their text stands in one, under \`${wrapper}\``;
      out.report(approximated("approximated.arguments", path, `${message}; ${fate}.`));
    }
    out.stopBlock();
  }

  private write(json: string): void {
    if (json === "") return;
    const { scan, pending } = this;
    const isCustom = this.head.variant === "custom";
    scan.push(json);
    this.sent.add(json);
    let text = json;
    if (pending !== undefined) {
      text = pending + json;
      const waits = scan.object === undefined && !isCustom;
      this.pending = waits ? text : undefined;
      if (waits) return;
      if (isCustom || scan.object !== true) {
        this.wrapper = isCustom ? "input" : RAW_ARGUMENTS;
        this.send(`{${JSON.stringify(this.wrapper)}:"`);
      }
    }
    this.send(this.wrapper === undefined ? text : JSON.stringify(text).slice(1, -1));
  }

  private send(partial_json: string): void {
    this.out.blockDelta({ type: "input_json_delta", partial_json });
  }
}

/**
 * Finds out when streamed tool arguments are one complete JSON object, without parsing a text that still grows: every
 * character is looked at once. A complete object cannot grow, so its block may be closed before its call is known to be.
 */
export class ArgumentsScanner {
  /** Whether it began as an object does; unknown while there is only white space. */
  declare object: boolean | undefined;
  /** One object so far, and nothing but white space around it. */
  complete = false;
  declare private scan: ValueScan | undefined;

  /** The next piece of the text. */
  push(piece: string): void {
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      if (this.scan?.isOver === false) {
        this.scan.take(code);
        this.complete = this.scan.isOver && this.object === true;
      } else if (!isJsonSpace(code)) {
        this.complete = false;
        this.object ??= code === OPEN_BRACE;
        this.scan ??= new ValueScan(code);
      }
    }
  }
}
