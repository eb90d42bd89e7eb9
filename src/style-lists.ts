/**
 * The styles by what calls use of them: a program that calls nothing else carries nothing else of them. And the styles as the root has them:
 * with the types of what callers pass and get, and none of the model in between.
 */
import { wrongWord } from "./call.js";
import type { Failure, Path, Result, Success } from "./core/issue.js";
import type { StyleFacts, StyleName } from "./model/common.js";
import { styles as modules, type WireOf } from "./registry.js";
import type { EncodedRequest, ErrorInput, ErrorReply, ReadOptions, Wire, WriteOptions } from "./styles/options.js";
import type { Style, StyleModule } from "./styles/style.js";

type ListOf<Item> = { readonly [Name in StyleName]: Item };

/**
 * What `pick` gives of each style. The build writes it out style by style, for bundlers to see what is used: call it for a constant of
 * this file, with a function of one `style` that is one expression.
 */
function ofEach(pick: <W extends Wire>(style: StyleModule<W>) => Style<W>): { readonly [Name in StyleName]: Style<WireOf[Name]> };
function ofEach<Item>(pick: (style: StyleModule) => Item): ListOf<Item>;
function ofEach(pick: (style: StyleModule) => unknown): object {
  return Object.fromEntries(Object.values<StyleModule>(modules).map((style) => [style.name, pick(style)]));
}

export const ownFacts = ofEach((style) => style.facts);
export const baseUrls = ofEach((style) => style.baseUrl);
export const looks = ofEach((style) => style.looks);
const otherNames = ofEach((style) => style.otherNames);
export const edges = ofEach((style) => style.edge);
export const requestStyles = ofEach((style) => ({
  ...style.facts,
  request: style.request,
  stripForeignSignatures: style.stripForeignSignatures,
  validate: style.validate,
  edge: style.edge,
}));
export const responseStyles = ofEach((style) => ({ response: style.response, framing: style.framing }));
export const streamStyles = ofEach((style) => ({
  stream: style.stream,
  normalizer: style.normalizer,
  response: style.response,
  error: style.error,
}));
export const errorCodecs = ofEach((style) => style.error);
export const validators = ofEach((style) => style.validate);
export const modelLists = ofEach((style) => style.models);
const names = ofEach((style) => style.name);

export const styleNames: readonly StyleName[] = Object.values(names);

/**
 * Every style as a value: `styles.messages.request.decode(body)`, `.encode(canonical)`, and the like for `response`,
 * `error` and `stream`, with its edge.
 * @example
 * const decoded = styles.messages.response.decode({ type: "message", role: "assistant", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
 * decoded.ok && decoded.value.choices[0]?.finish.reason; // "stop"
 */
export const styles: { readonly [Name in StyleName]: Style<WireOf[Name]> } = ofEach((style) => style.style);

/** What the styles know of each other. */
export const styleFacts: ReadonlyMap<StyleName, StyleFacts> = new Map(Object.values(ownFacts).map((facts) => [facts.name, facts]));

/** @throws TypeError for another name: a mistake of the program, not of its input */
export function checkStyleName(name: StyleName, option: string): void {
  if (styleNames.includes(name)) return;
  const given: unknown = name;
  const meant = typeof given === "string" ? styleNames.find((known) => otherNames[known].test(given)) : undefined;
  throw wrongWord(option, given, styleNames, meant);
}

/** What a list of styles has of that name; a wrong name is a mistake of the program, not of its input. */
export function ofStyle<Item>(list: ListOf<Item>, name: StyleName, option: string): Item {
  if (!Object.hasOwn(list, name)) checkStyleName(name, option);
  return list[name];
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

/**
 * Every style as a value: `styles.messages.request.decode(body)`, `.encode(canonical)`, and the like for `response`, `error` and `stream`.
 * `interlingua/codec` has the same with the types of what is decoded.
 * @example
 * const decoded = styles.messages.response.decode({ type: "message", role: "assistant", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
 * const encoded = decoded.ok && styles["chat-completions"].response.encode(decoded.value);
 * encoded && encoded.ok && encoded.value.choices[0]?.message.content; // "hi"
 */
export const styleValues: { readonly [Name in StyleName]: StyleValue<WireOf[Name]> } = styles;
