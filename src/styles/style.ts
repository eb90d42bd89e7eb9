/**
 * The contract that every style fulfils. A style is a value: codecs with both directions side by side.
 *
 * Laws: decoding and encoding are total and pure; `decode(encode(x))` is `x` when `encode` reported no loss; what a style
 * cannot express comes back as an issue.
 */
import type { Rule } from "../core/check.js";
import type { Failure, Issue, Path, Result, Success } from "../core/issue.js";
import type { BaseProfile, DialectMembers, StyleFacts } from "../model/common.js";
import type { CanonicalError, CanonicalRequest, CanonicalResponse, CanonicalStreamEvent, StyleName } from "../model/index.js";
import type {
  DecodeOptions,
  EncodedRequest,
  EncodeOptions,
  ErrorInput,
  ErrorReply,
  ReadOptions,
  ValidateOptions,
  Wire,
  WriteOptions,
} from "./options.js";

/** A decoded value, and where its parts stood: `locate` turns a canonical path into one of the source document. */
export type Decoded<T> = (Success<T> & { locate(canonicalPath: Path): Path }) | Failure;

/**
 * Success, and where the parts of the body came from: `locate` turns a path of the body into a canonical one. `plain`: the list of turns,
 * where they were written as texts alone, in which rules find nothing.
 */
export type Encoded<T> = (Success<T> & { locate(bodyPath: Path): Path; readonly plain?: readonly object[] | undefined }) | Failure;

/** Reads and writes requests of one style. */
export interface RequestCodec<Body> {
  decode(body: unknown, options?: DecodeOptions): Decoded<CanonicalRequest>;
  encode(request: CanonicalRequest, options?: EncodeOptions): Encoded<EncodedRequest<Body>>;
}
/** Reads and writes whole answers of one style. */
export interface ResponseCodec<Body> {
  /** An error body is a failure with `response.error_body`. */
  decode(body: unknown, options?: DecodeOptions): Decoded<CanonicalResponse>;
  encode(response: CanonicalResponse, options?: EncodeOptions): Result<Body>;
}

/** Reads and writes error answers of one style. */
export interface ErrorCodec<Body> {
  /** Always succeeds: a body that nobody can read is an error of the kind that its status states. */
  decode(input: ErrorInput, options?: DecodeOptions): Success<CanonicalError> & { locate(canonicalPath: Path): Path };
  encode(error: CanonicalError, options?: EncodeOptions): Success<ErrorReply<Body>>;
  /** What the style's own service reports of such a finding beyond its kind, where clients of the style act on it. */
  nativeOf?(issue: Issue): CanonicalError["native"];
}

/** One conversion in progress. Owns its state; after its end it ignores input. */
export interface Machine<In, Out> {
  push(input: In): readonly Out[];
  /** Once, at the end of input: closes what is open. */
  end(): readonly Out[];
  /** An event like the last one adds to what is gathered here, or its text is not written as it is: none may be repeated by its bytes. */
  readonly alters?: boolean;
}
/** Events of a style, parsed, into canonical ones. */
export interface StreamDecoder extends Machine<unknown, CanonicalStreamEvent> {
  /** @param parsed nobody but this machine has the event, so that what it holds of it is not copied */
  push(event: unknown, parsed?: boolean): readonly CanonicalStreamEvent[];
  /** The end marker of the style came (`[DONE]`). Styles without one never see it. */
  done(): readonly CanonicalStreamEvent[];
  /** Events are left out, which is only done to deltas of one part: the text of the next one has theirs in it. */
  skip?(events: number): void;
  /** The event at hand states counts, which are given at the end. */
  readonly isCounted?: boolean;
}
/** Canonical events into events of a style. */
export interface StreamEncoder<Event> extends Machine<CanonicalStreamEvent, Event> {
  /** The JSON text of the event that it gave last, where it has a quicker way to it than `JSON.stringify`. */
  json?(event: Event): string | undefined;
}
/** {@link DecodeOptions}, and who takes what was found. */
export interface StreamDecodeOptions extends DecodeOptions {
  /** Takes each issue as it is found; its path starts with the index of the event. */
  readonly report?: (issue: Issue) => void;
}
/** {@link EncodeOptions}, and who takes what was lost. */
export interface StreamEncodeOptions extends EncodeOptions {
  /** Takes each issue as it is found; its path is a canonical one. */
  readonly report?: (issue: Issue) => void;
  /** Nobody is told what changes nothing for who receives the stream, so that it need not be looked for. */
  readonly lossesOnly?: boolean;
  /** Index of the event of the source that is at hand, for the paths of issues; without it the canonical events are counted. */
  readonly position?: { readonly index: number };
}
/** How the parsed events of a style stand in server-sent events. */
export interface Framing<Event> {
  /** The `event:` name of a frame, where the style names its frames. */
  name(event: Event): string | undefined;
  /** `data:` text of the frame that ends a stream, where the style has one. */
  readonly done?: string;
  /** The event that ends a stream, where the style has one: written for a source that forgot it. */
  readonly last?: Event;
  /** Where an event names the model. */
  readonly model: readonly string[];
  /** Where fields of the model stand that have another name in the events. */
  readonly fields?: Readonly<Record<string, Path>>;
}
/** Keeps a stream that is repeated as it came to the style's order of events. Owns its state. */
export interface StreamNormalizer<Event> {
  /**
   * The events to write for this one: itself in most cases, and before it what the source forgot. None: it cannot stand
   * here, or waits for what follows.
   * @param index its number among the events of the source
   */
  accept(event: Event, index: number): readonly Event[];
  /** The events that wait for what follows, where nothing does. */
  release?(): readonly Event[];
  /** The events that close what is open. */
  close?(): readonly Event[];
  /** Choices of which the end was not written. */
  unfinished(): readonly number[];
}
/** What a normalizer may know of the decoder that follows along. */
export interface NormalizerHost {
  /** Whether the choice was over for the decoder, and what the event at hand adds to it was refused. */
  finished(choice: number): boolean;
  /** Whether the decoder refused something of the event at hand. */
  refused(): boolean;
  readonly report: (issue: Issue) => void;
}
/** Where deltas of a style are alike but for their texts. */
export interface Repeats {
  /** Key of a string that means nothing. */
  readonly padding?: string;
}

/** Reads and writes the streams of one style, event by event. */
export interface StreamCodec<Event> {
  decoder(options?: StreamDecodeOptions): StreamDecoder;
  encoder(options?: StreamEncodeOptions): StreamEncoder<Event>;
  readonly framing: Framing<Event>;
  /**
   * The text of a delta decides nothing but that delta, and two deltas of a part are as good as one with both their texts; so such
   * events may be translated by their bytes.
   */
  readonly repeats?: Repeats;
}

/** Every rule of a style, as data and as checks. All findings, in document order. */
export interface StyleValidator {
  readonly rules: readonly Rule[];
  request(body: unknown, options?: ValidateOptions): readonly Issue[];
  /**
   * Errors and extensions of what the encoder of this style wrote, and of its path: its shape is known. `strict`, `maxIssues` do not count.
   * @param plain what the encoder stated to be so
   */
  written(body: unknown, path: string, options?: ValidateOptions, plain?: readonly object[]): readonly Issue[];
  /**
   * The errors of a request alone.
   * @param options `translated`: it goes on in another style, so that what only this style's own service would refuse, and what
   * an answer of another service leaves in a history (calls without signature, blank texts, nothing at all), passes
   */
  errors(body: unknown, options: ValidateOptions & { readonly translated: boolean }): readonly Issue[];
  response(body: unknown, options?: ValidateOptions): readonly Issue[];
  error(input: ErrorInput, options?: ValidateOptions): readonly Issue[];
}

/** What checks requests alone. */
export type RequestValidator = Pick<StyleValidator, "request" | "written" | "errors">;

/** What stands around the bodies of a style: URL paths, base addresses and headers, as facts. */
export interface StyleEdge {
  /** The documented URL path, `{model}` where the model stands in it. */
  readonly path: string;
  /** What a URL path without query asks for; undefined when it is not this style's. Paths of hosted models are the vendors' alone. */
  match(path: string, profile?: BaseProfile): { readonly model?: string; readonly stream: boolean } | undefined;
  /** The same of any URL that ends in one, with whatever stands before it. Only of styles whose model is in the path. */
  read?(path: string): { readonly model: string; readonly stream: boolean } | undefined;
  /** `dialect`: where a host has the model in the path. */
  format(request: { readonly model: string; readonly stream: boolean; readonly dialect?: DialectMembers | undefined }): string;
  /** What is wrong with a path that means this style and asks for nothing that the style has. */
  fault?(path: string, profile: BaseProfile): Issue | undefined;
  /** Names of the models that the vendor serves itself. */
  readonly models: RegExp;
  /** Services of other vendors' models speak it. */
  readonly isCommon?: true;
  /** Paths that are answered in this style also where they are wrong. */
  readonly near?: RegExp;
  readonly url: {
    /** A client's URL path in its groups: what stands before the style's path, the version or what a host has in its place, and the rest. */
    readonly place: RegExp;
    /** The documented version, for a URL that has none: `/v1`. */
    readonly version: string;
    /** Base addresses that bring their version with them. */
    readonly versioned: RegExp;
  };
  readonly headers: {
    /** Where the vendor looks for the key; a gateway wants `Authorization: Bearer` everywhere. */
    readonly key: string;
    /** Tokens of a login, which the vendor takes as `Authorization: Bearer` alone. */
    readonly tokens?: RegExp;
    /** Where hosts of the vendor's models look for it. */
    readonly otherKeys?: readonly string[];
    /** Sent where the client names no version of the service. */
    readonly version?: readonly [name: string, value: string];
    /** Where this style's clients look for the id of the request. */
    readonly requestId: string;
    /** Request headers that mean something to this vendor alone. */
    readonly own: RegExp;
  };
}

/** The base address that a style's clients are given. */
export interface BaseUrl {
  readonly legal: RegExp;
  readonly explanation: string;
  mend(url: string): string;
}

/** What the documents of a style show. */
export interface StyleLooks {
  /**
   * What shows that a document is of this style, with spaces between: places, as `messages[].tool_calls`, and words in them, as
   * `messages[].role=tool`.
   */
  readonly signs: string;
  /** Whether the document is probably of this style, where as many signs show another. */
  guess(body: Readonly<Record<string, unknown>>): boolean;
}

/** The list of models of a style's service: where it is, and how names are written there. */
export interface ModelList {
  readonly path: string;
  /** What asks for a page as long as it can be: `?limit=1000`, or nothing. */
  readonly query: string;
  /** One model. */
  entry(name: string): unknown;
  list(names: readonly string[]): unknown;
}

/** A style as a value: all that this library knows of it. */
export interface Style<W extends Wire = Wire> extends StyleFacts {
  readonly name: StyleName;
  /** The rule that a body which is no JSON object breaks. */
  readonly bodyRule: string;
  readonly request: RequestCodec<W["request"]>;
  readonly response: ResponseCodec<W["response"]>;
  readonly error: ErrorCodec<W["error"]>;
  readonly stream: StreamCodec<W["event"]>;
  readonly edge: StyleEdge;
  readonly models: ModelList;
}

/** What the folder of a style gives: the style as a whole, and its parts for who needs no more of it; `http` is for who serves or calls it. */
export interface StyleModule<W extends Wire = Wire> extends Omit<Style, keyof StyleFacts | "bodyRule" | "edge"> {
  readonly facts: Pick<Style, "name" | "bodyRule" | keyof StyleFacts>;
  readonly framing: Pick<Framing<unknown>, "model">;
  readonly edge: Omit<StyleEdge, keyof StyleModule["http"]>;
  readonly http: Pick<StyleEdge, "isCommon" | "url" | "headers">;
  readonly codecs: Pick<Style<W>, "name" | "request" | "response" | "error" | "stream">;
  readonly style: Style<W>;
  /**
   * The very body without the signatures of other vendors that travel in this style's fields as `sig1.` envelopes: their
   * own service would refuse them. Each one taken out is an `unportable.signature`; what the service would refuse without
   * them is mended, and reported as well.
   * @param options `model` is that of the service asked: thoughts that another model signed are taken out as well
   */
  stripForeignSignatures(body: unknown, options?: EncodeOptions): Success<unknown>;
  /** What keeps a stream that is repeated as it came to the order of the style. */
  normalizer(host: NormalizerHost): StreamNormalizer<unknown>;
  readonly validate: StyleValidator;
  /** Of it what is of requests, without the rules of answers and errors. */
  readonly validateRequests: RequestValidator;
  /** The rules of answers, by id: their own, and those that a request has as well. */
  readonly answerRules: { readonly own: RegExp; readonly shared: RegExp };
  readonly baseUrl: BaseUrl;
  readonly looks: StyleLooks;
  /** Names that the style goes by elsewhere. */
  readonly otherNames: RegExp;
}

/**
 * Codecs with the types of what they write. They are narrower than the schemas that it reads by, from which a field with no value
 * and a kind that nobody knows pass; `test/types/written.test.ts` holds what is written to them.
 */
export function writing<W extends Wire>(codecs: StyleModule["codecs"]): StyleModule<W>["codecs"];
export function writing(codecs: StyleModule["codecs"]): StyleModule["codecs"] {
  return codecs;
}

/** A document or event of the model in between; `interlingua/codec` has its types. */
export interface Canonical {
  /** What an event is. */
  readonly type?: string;
  /** What an error is. */
  readonly kind?: string;
  /** Fields that the model has no place for, by the style that they came from. */
  readonly extensions?: object;
}

/** What is read, and where each place of it was in the source. */
export type Read = (Success<Canonical> & { locate(canonicalPath: Path): Path }) | Failure;

/** Events in, events out. Owns its state. */
export interface EventCodec<In, Out> {
  /** What comes out for this event. */
  push(input: In): readonly Out[];
  /** What comes out at the end, once. */
  end(): readonly Out[];
}

/** A style as a value. Source: as of its documents. */
export interface StyleValue<W extends Wire> {
  /** How it is called. */
  readonly name: StyleName;
  /** Requests. */
  readonly request: {
    decode(body: unknown, options?: ReadOptions): Read;
    encode(request: Canonical, options?: WriteOptions): Result<EncodedRequest<W["request"]>>;
  };
  /** Whole answers. */
  readonly response: {
    decode(body: unknown, options?: ReadOptions): Read;
    encode(response: Canonical, options?: WriteOptions): Result<W["response"]>;
  };
  /** Error answers, which can always be read. */
  readonly error: {
    decode(input: ErrorInput, options?: ReadOptions): Success<Canonical>;
    encode(error: Canonical, options?: WriteOptions): Success<ErrorReply<W["error"]>>;
  };
  /** Events of streams. */
  readonly stream: {
    decoder(options?: ReadOptions): EventCodec<unknown, Canonical>;
    encoder(options?: WriteOptions): EventCodec<Canonical, W["event"]>;
  };
}
