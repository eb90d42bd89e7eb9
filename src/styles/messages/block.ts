/**
 * What every kind of block needs on its way in and out, and the report of a part that becomes no block. Cache markers stand on tools,
 * system texts, blocks and the request, `"cache_control": {"type": "ephemeral", "ttl": "1h"}`: four at most, read in the order tools,
 * system, messages, request; longer lifetimes come before shorter ones.
 */

import { type Fields, own } from "../../core/check.js";
import { approximated, dropped, fact, type Path, type Report } from "../../core/issue.js";
import { isJsonObject, isObject, plain } from "../../core/json.js";
import { conforms, type Schema } from "../../core/schema.js";
import { type FieldPaths, type Trace, UNTRACED } from "../../core/trace.js";
import { type CacheControl, foreignSignature } from "../../model/common.js";
import { cacheMarkers, dropUnknown, keepBeside, type Marked, type Nested, restoreUnknown } from "../../model/extensions.js";
import { type AnswerIds, CallIds, historyCallId, portableCallId } from "../../model/ids.js";
import type { OpaquePart, Part, TextPart } from "../../model/index.js";
import { foreignPart } from "../../model/turns.js";
import type { Context, EncodeOptions } from "../options.js";
import type { DecodeScope, EncodeScope } from "../shared/codec.js";
import { type Block, type BlockOf, CACHE, type MessagesRequest, TOOL_ID, type WireCacheControl } from "./wire.js";

/** What reading a block needs to know. */
export interface BlockReader {
  readonly trace: Trace;
  /** Gets all calls, and makes ids of those whose wire has none. */
  readonly ids: Pick<AnswerIds, "called" | "callId" | "serverId">;
  /** Gets every reference to a tool that a search found: `{"type": "tool_reference", "tool_name": "f"}`. */
  onReference?(path: Path): void;
  /** What the question was: names of tools, for an answer. */
  readonly context?: Context | undefined;
}

/** What most blocks need no more than. */
export type Tracer = Pick<BlockReader, "trace">;

/** The whole text of each thought that came in pieces, by the part with its signature; nothing for the pieces before it. */
export type ThoughtPieces = ReadonlyMap<object, string | undefined>;

/** What writing a block needs to know, and what it finds out for the blocks that follow. */
export interface BlockWriter {
  /** A request is sent to a service of this style, which refuses other vendors' signatures; an answer goes to a client. */
  readonly document: "request" | "answer";
  readonly options: EncodeOptions;
  readonly trace: Trace;
  readonly report: Report;
  readonly ids: CallIds;
  /** The name of a tool as it is written. */
  readonly rename: (name: string, path: Path) => string;
  /** Thoughts that came in pieces, where their source gives them so. */
  readonly pieces?: ThoughtPieces;
  /** A turn of the user is written for a version of the service that takes no citations there. */
  readonly citesNothing?: boolean;
}

/** Reads the blocks of a request, whose ids count its calls. */
export function createReader({ trace, report }: DecodeScope): BlockReader {
  let made = 0;
  let refers = false;
  return {
    trace,
    // The schema demands ids; an empty one is none.
    ids: {
      called() {},
      callId: (name, input) => historyCallId(made, made++, name, plain(input)),
      serverId: (name) => historyCallId(made, made++, name, {}),
    },
    onReference(path) {
      const message = "References to tools are written as their names.";
      if (!refers) report(approximated("approximated.media", path, message, { severity: "info" }));
      refers = true;
    },
  };
}

/** Ids of calls are letters, digits, `_` and `-`, each once. */
export function createCallIds(): CallIds {
  return new CallIds("messages", (id, times) =>
    times === 0 && TOOL_ID.test(id) ? id : portableCallId(times === 0 ? id : `${id}#${times + 1}`),
  );
}

/** Writes the parts of an answer, where tools have the names that the client declared. Nothing looks up where they came from. */
export function createAnswerWriter(options: EncodeOptions, report: Report): BlockWriter {
  return { document: "answer", options, trace: UNTRACED, report, ids: createCallIds(), rename: (name) => name };
}

/** Where fields of parts stand in their blocks. */
const BLOCK_FIELDS = {
  callId: ["tool_use_id"],
  arguments: ["input"],
  "arguments.value": ["input"],
  "arguments.json": ["input"],
  "source.mimeType": ["source", "media_type"],
  "source.text": ["source", "data"],
  "source.parts": ["source", "content"],
  result: ["content"],
  raw: ["content"],
  error: ["content", "error_code"],
  language: ["name"],
  outcome: ["content", "return_code"],
  returnCode: ["content", "return_code"],
  stdout: ["content", "stdout"],
  stderr: ["content", "stderr"],
  files: ["content", "content"],
} as const;

/** Where what stands in a block was in its part. */
const PART_FIELDS = {
  cache_control: ["cacheControl"],
  tool_use_id: ["callId"],
  input: ["arguments"],
  thinking: ["text"],
  "source.media_type": ["source", "mimeType"],
} as const;

/** A part with what any block may have beside its own. */
export function readBlock<P extends Part>(
  made: P,
  rest: Marked,
  path: Path,
  { trace }: Tracer,
  nested: readonly Nested[] = [],
  own?: FieldPaths,
): P {
  const fields = own === undefined ? BLOCK_FIELDS : () => [BLOCK_FIELDS, own];
  return trace.mark({ ...made, ...keepBeside("messages", MARKERS, rest, nested) }, path, fields);
}

/** A text, or blocks of which each is read by `read`. */
export function readEach<B, Reader extends Tracer, P extends Part>(
  content: string | readonly B[],
  at: Path,
  reader: Reader,
  read: (block: B, at: Path, reader: Reader, isLast: boolean) => P,
): readonly (P | TextPart)[] {
  if (typeof content === "string") return [reader.trace.mark<TextPart>({ type: "text", text: content }, at)];
  return content.map((block, index, { length }) => read(block, [...at, index], reader, index === length - 1));
}

/** The blocks of a part, each marked with the part that it came from. */
export function marked<B extends Block>(blocks: readonly B[], { extensions }: Part, path: Path, { trace, report }: BlockWriter) {
  for (const block of blocks) trace.mark(block, path, PART_FIELDS);
  if (blocks.length > 0 && extensions !== undefined) dropUnknown(extensions, "messages", path, report);
  return blocks;
}

/** @param blocks the blocks that may stand there */
export function encodeOpaque<B extends Block>(part: OpaquePart, blocks: Schema<B>, path: Path, writer: BlockWriter): readonly B[] {
  const { style, value } = part;
  // A copy: the cache markers of a request are limited in place.
  if (style === "messages" && isJsonObject(value) && conforms(blocks, value)) return [{ ...value }];
  return foreignPart(part, path, writer.report);
}

export function isOf<Type extends Block["type"]>(block: Block, type: Type): block is BlockOf<Type> {
  return block.type === type;
}

/** A block with the marker and the unknown fields of its part. */
export function withCommon<B extends object>(block: B, part: Pick<Part, "cacheControl" | "extensions">) {
  return restoreUnknown({ ...block, ...ownMarker(part) }, part.extensions, "messages");
}

/** Reports the signature of a part, which the receiving service would refuse because another made it. */
export function dropSignature({ signature }: Pick<Part, "signature">, path: Path, { report }: Pick<BlockWriter, "report">): void {
  if (signature !== undefined) report(foreignSignature([...path, "signature"], signature.origin, "messages"));
}

export const MARKERS = cacheMarkers(CACHE.ttls);

/** The marker of a part as it is; those of a request are counted when all is written, see {@link limitMarkers}. */
export function ownMarker({ cacheControl }: { readonly cacheControl?: CacheControl }): { readonly cache_control?: WireCacheControl } {
  return cacheControl === undefined ? {} : { cache_control: { ...cacheControl } };
}

/**
 * The markers of a request, read or written, in the order in which the service reads them.
 * @param everywhere also in what else than results of tools holds blocks
 */
export function markersIn(request: Partial<Pick<Fields, "tools" | "system" | "messages">>, everywhere = false) {
  const found: { readonly node: Fields; readonly marker: Fields; readonly at: Path }[] = [];
  // Most blocks have no marker: the place is made into a path for those that have.
  const place: (string | number)[] = [];
  const addTo = (node: Fields) => {
    const marker = own(node, "cache_control");
    if (isObject(marker)) found.push({ node, marker, at: [...place, "cache_control"] });
  };
  const visit = (key: string, nodes: unknown, areMarked = true) => {
    if (!Array.isArray(nodes)) return;
    place.push(key);
    for (let index = 0; index < nodes.length; index++) {
      const node: unknown = nodes[index];
      if (!isObject(node)) continue;
      place.push(index);
      if (!areMarked || node.type === "tool_result" || (everywhere && node.type === "search_result")) visit("content", node.content);
      if (everywhere && isObject(node.source)) {
        place.push("source");
        visit("content", node.source.content);
        place.pop();
      }
      if (areMarked) addTo(node);
      place.pop();
    }
    place.pop();
  };
  visit("tools", request.tools);
  visit("system", request.system);
  visit("messages", request.messages, false);
  addTo(request);
  return found;
}

/** Leaves the last four markers, because a later one covers what comes before it, and no longer lifetime after a shorter one. */
export function limitMarkers(request: object, body: MessagesRequest, { trace, report }: Pick<EncodeScope, "trace" | "report">): void {
  const markers = markersIn(body, true);
  if (markers.length === 0) return;
  const pathOf = (at: Path) => (at.length === 1 ? ["cache", "auto"] : trace.locate(body, request, at));
  let shortBefore = false;
  markers.forEach(({ node, marker: { ttl, ...marker }, at }, index) => {
    const limit = CACHE.maxMarkers;
    if (index + limit < markers.length) {
      const message = `messages takes ${limit} cache markers, the last ones; this one was left out.`;
      report(dropped("dropped.value", pathOf(at), message, { limit, severity: "info" }));
      Reflect.deleteProperty(node, "cache_control");
      return;
    }
    const tooLong = shortBefore && at.length > 1;
    const to = ttl === undefined || ttl === "5m" ? ttl : tooLong ? "5m" : "1h";
    if (to !== "1h") shortBefore = true;
    if (to === undefined || to === ttl) return;
    const message = tooLong ? "A longer lifetime may not follow a shorter one." : "messages caches for 5 or 60 minutes only.";
    report(approximated("approximated.enum", [...pathOf(at), "ttl"], message, { from: fact(ttl), to }));
    Reflect.set(node, "cache_control", { ...marker, ttl: to });
  });
}
