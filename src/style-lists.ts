/** The styles by what calls use of them: a program that calls nothing else carries nothing else of them. */
import { wrongWord } from "./call.js";
import type { StyleFacts } from "./model/common.js";
import type { StyleName } from "./model/index.js";
import { styles as modules, type WireOf } from "./registry.js";
import type { Wire } from "./styles/options.js";
import type { Style, StyleModule } from "./styles/style.js";

type ListOf<Item> = { readonly [Name in StyleName]: Item };

/**
 * What `pick` gives of each style. The build writes it out style by style, for bundlers to see what is used: call it for a constant of
 * this file, with a function of one `style` that is one expression.
 */
function ofEach(pick: <W extends Wire>(style: StyleModule<W>) => Style<W>): { readonly [Name in StyleName]: Style<WireOf[Name]> };
function ofEach(pick: <W extends Wire>(style: StyleModule<W>) => StyleModule<W>["codecs"]): {
  readonly [Name in StyleName]: StyleModule<WireOf[Name]>["codecs"];
};
function ofEach<Item>(pick: (style: StyleModule) => Item): ListOf<Item>;
function ofEach(pick: (style: StyleModule) => unknown): object {
  return Object.fromEntries(Object.values<StyleModule>(modules).map((style) => [style.name, pick(style)]));
}

export const ownFacts = ofEach((style) => style.facts);
export const baseUrls = ofEach((style) => style.baseUrl);
export const looks = ofEach((style) => style.looks);
const otherNames = ofEach((style) => style.otherNames);
export const edges = ofEach((style) => style.edge);
export const httpFacts = ofEach((style) => style.http);
export const codecs = ofEach((style) => style.codecs);
export const requestStyles = ofEach((style) => ({
  ...style.facts,
  request: style.request,
  stripForeignSignatures: style.stripForeignSignatures,
  validate: style.validateRequests,
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
export const answerRules = ofEach((style) => style.answerRules);
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
