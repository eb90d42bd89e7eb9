/** A tool call as its block: what arguments are sent is decided by how they begin, and judged when they have ended. */

import { GrowingText } from "../../core/collections.js";
import type { NothingLeft } from "../../core/compact.js";
import { approximated, failure, notice } from "../../core/issue.js";
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, isJsonSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../../core/json-text.js";
import { argumentsFromText, RAW_ARGUMENTS } from "../../model/arguments.js";
import type { CanonicalError } from "../../model/error.js";
import type { PartDelta } from "../../model/events.js";
import { dropUnknown } from "../../model/extensions.js";
import type { ToolCallPart } from "../../model/index.js";
import { MAX_GATHERED } from "../../stream/limits.js";
import { carrierBlock } from "./reasoning-blocks.js";
import { type BlockWriter, cacheMarker, misplaced, ownFields, pathOf } from "./stream-block-encoder.js";
import type { MessagesEncoder } from "./stream-encoder.js";

/** What a client is told that must not get arguments which are no object. */
const NO_OBJECT: CanonicalError = {
  kind: "bad-gateway",
  status: 502,
  message: "The model called a tool with arguments that are no JSON object.",
  retryable: true,
};

/** Opened at once: its name is known, and a client may prepare the call. The signature stands in a block before it. */
export class CallWriter implements BlockWriter {
  readonly part: number;
  private readonly out: MessagesEncoder;
  private readonly variant: ToolCallPart["variant"];
  private readonly scanner = new ArgumentsScanner();
  /** All of it: braces that match are not yet JSON. */
  private readonly sent = new GrowingText(MAX_GATHERED);
  /** White space, until it is clear whether an object follows. */
  private blank = "";
  /** The arguments are no object and travel as the string of this field of one. */
  private wrapper: string | undefined = undefined;

  constructor(head: ToolCallPart, part: number, out: MessagesEncoder) {
    const { type, id, name, variant, arguments: _arguments, idSynthesized, signature, cacheControl, extensions, ...rest } = head;
    rest satisfies NothingLeft;
    this.part = part;
    this.out = out;
    this.variant = variant;
    dropUnknown(extensions, "messages", pathOf(part), out.report);
    if (signature !== undefined) out.carry(carrierBlock(signature, "c"), pathOf(part));
    out.startBlock({
      type: "tool_use",
      id: out.ids.call(id, name, [...pathOf(part), "id"], out.report),
      name,
      input: {},
      ...cacheMarker(cacheControl),
      ...ownFields(extensions),
    });
  }

  get complete(): boolean {
    return this.wrapper === undefined && this.scanner.complete;
  }

  get wraps(): boolean {
    return this.wrapper !== undefined;
  }

  delta(delta: PartDelta): void {
    if (delta.kind === "arguments") this.write(delta.json);
    else if (delta.kind === "signature") this.leaveOutSignature(delta.origin);
    else misplaced(delta, this.part, this.out);
  }

  stop(): void {
    const { out, scanner, variant, wrapper } = this;
    if (wrapper !== undefined) out.blockDelta({ type: "input_json_delta", partial_json: '"}' });
    else if (scanner.blank) out.blockDelta({ type: "input_json_delta", partial_json: variant === "custom" ? '{"input":""}' : "{}" });
    if (this.valid) out.stopBlock();
    else this.stopInvalid();
  }

  private write(json: string): void {
    if (json === "") return;
    const { scanner } = this;
    const decided = !scanner.blank || this.wrapper !== undefined;
    if (this.wrapper === undefined) this.sent.add(json);
    scanner.push(json);
    if (decided) this.send(json);
    else this.decide(json);
  }

  private decide(json: string): void {
    const { out, scanner, variant } = this;
    this.blank += json;
    if (variant !== "custom" && scanner.blank) return;
    if (variant === "custom" || !scanner.object) {
      this.wrapper = variant === "custom" ? "input" : RAW_ARGUMENTS;
      out.blockDelta({ type: "input_json_delta", partial_json: `{${JSON.stringify(this.wrapper)}:"` });
    }
    this.send(this.blank);
    this.blank = "";
  }

  private send(json: string): void {
    this.out.blockDelta({ type: "input_json_delta", partial_json: this.wrapper === undefined ? json : JSON.stringify(json).slice(1, -1) });
  }

  private get valid(): boolean {
    const { scanner, sent, variant, wrapper } = this;
    if (variant === "custom") return true;
    return wrapper === undefined && (scanner.blank || (scanner.complete && argumentsFromText(sent.text).value !== undefined));
  }

  private stopInvalid(): void {
    const { out, part, wrapper } = this;
    const path = [...pathOf(part), "arguments"];
    if (out.options.invalidArguments === "reject") {
      out.report(failure("failed.unsupported", path, "The arguments are no JSON object, which this style demands."));
      out.breakOff(NO_OBJECT);
      return;
    }
    out.report(
      approximated(
        "approximated.arguments",
        path,
        wrapper === undefined
          ? "These arguments are no JSON object; they are sent as they came, and a client cannot parse them."
          : `These arguments are no JSON object; they travel as the text under \`${RAW_ARGUMENTS}\`.`,
      ),
    );
    out.stopBlock();
  }

  private leaveOutSignature(from: string): void {
    const { out, part } = this;
    out.report(
      notice(
        "unportable.signature",
        [...pathOf(part), "signature"],
        "The signature of this call came when its block was open already; this style has it in a block before the call, so it is left out.",
        { severity: "warning", from },
      ),
    );
  }
}

/** Where the scanner stands. `other`: the text is no single object, and no further piece makes it one. */
type Place = "before" | "inside" | "string" | "escape" | "after" | "other";

/**
 * Tells when streamed tool arguments are one complete JSON object, without parsing a text that still grows: every
 * character is looked at once. A complete object cannot grow, so its block may be closed before its call says so.
 */
export class ArgumentsScanner {
  private place: Place = "before";
  private depth = 0;
  /** It began as an object does. */
  object = false;

  /** One object so far, and nothing but white space around it. */
  get complete(): boolean {
    return this.place === "after";
  }

  /** Nothing but white space so far. */
  get blank(): boolean {
    return this.place === "before";
  }

  /** The next piece of the text. */
  push(piece: string): void {
    for (let index = 0; index < piece.length; index++) this.next(piece.charCodeAt(index));
  }

  private next(code: number): void {
    switch (this.place) {
      case "before":
        if (isJsonSpace(code)) break;
        this.depth = 1;
        this.object = code === OPEN_BRACE;
        this.place = this.object ? "inside" : "other";
        break;
      case "inside":
        if (code === QUOTE) this.place = "string";
        else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.depth++;
        else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --this.depth === 0) this.place = "after";
        break;
      case "string":
        if (code === QUOTE) this.place = "inside";
        else if (code === BACKSLASH) this.place = "escape";
        break;
      case "escape":
        this.place = "string";
        break;
      case "after":
        if (!isJsonSpace(code)) this.place = "other";
        break;
      case "other":
        break;
      default:
        this.place satisfies never;
    }
  }
}
