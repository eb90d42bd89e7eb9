/**
 * Streams for the fast path, made from a seed: runs of deltas of all kinds, in every spelling that JSON and server-sent
 * events allow, some of them broken, cut anywhere.
 */
import type { StyleName } from "../../src/model/index.js";
import { bytesOf, dice } from "../support/cuts.js";
import { text } from "../support/parts.js";

export const STYLES: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];

type Kind = "text" | "thinking" | "arguments" | "refusal";

export interface Case {
  readonly from: StyleName;
  readonly to: StyleName;
  readonly slices: readonly Uint8Array[];
  /** How many events. */
  readonly events: number;
  /** Size of the buffer for `pushInto`; undefined for `push`. */
  readonly buffer: number | undefined;
  readonly maxEventBytes?: number;
}

type Dice = () => number;
const below = (next: Dice, limit: number) => Math.floor(next() * limit);
function pick<const T>(next: Dice, list: readonly [T, ...T[]]): T {
  return list[below(next, list.length)] ?? list[0];
}

const WORDS: readonly [string, ...string[]] = [
  " the",
  " a quite ordinary piece of an answer",
  "x",
  "\n\n",
  '\t"quoted" back\\slash /slash/',
  "é",
  "東京",
  "🚀",
  "«a»",
  "\u0000\u001f\u007f\u0080\u2028\u2029",
  "\ud800",
  "<a href='b'>&</a> = \\ud c",
  "\udc00x",
  "\ufeff",
  '"}}\n\n',
  '"},"finish_reason":null}]}',
  "data: [DONE]",
  "event: message_stop",
  '{"a":1}',
  "0",
  "\\u00e9",
  "\b\f\r",
];
const ARGUMENTS: readonly [string, ...string[]] = [
  '{"a":',
  '"b c"',
  ',"d":[1,',
  "2]",
  '"\\n"',
  "}",
  " ",
  "\n",
  '"}"',
  "{}",
  "é",
  '{"',
  "\\",
  '":1',
];

/** JSON in one of the styles in which servers write it. */
interface Spelling {
  readonly space: string;
  readonly ascii: boolean;
  readonly slashes: boolean;
  readonly html: boolean;
  readonly upper: boolean;
}
function spell(value: unknown, spelling: Spelling): string {
  if (typeof value === "string") return spellText(value, spelling);
  if (Array.isArray(value)) return `[${spelling.space}${value.map((item) => spell(item, spelling)).join(`,${spelling.space}`)}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => `${JSON.stringify(key)}:${spelling.space}${spell(member, spelling)}`)
      .join(`,${spelling.space}`)}${spelling.space}}`;
  return JSON.stringify(value);
}
function spellText(text: string, { ascii, slashes, upper, html }: Spelling): string {
  let json = JSON.stringify(text);
  if (html) json = json.replace(/[<>&=']/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (slashes) json = json.replaceAll("/", "\\/");
  if (ascii)
    json = json.replace(/[\u007f-\uffff]/g, (unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\u${upper ? hex.toUpperCase() : hex}`;
    });
  return json;
}

/** What of an answer stays the same from event to event. */
interface Setting {
  readonly next: Dice;
  readonly extra: object;
  readonly padding: boolean;
  readonly usage: "none" | "growing" | "wrong" | "odd";
  readonly double: boolean;
  readonly choices: number;
}

/** Events as values; one of `undefined` kind is literal text. */
type Event = { readonly value: object } | { readonly text: string };

function textOf(next: Dice, kind: Kind): string {
  const count = pick(next, [1, 1, 1, 2, 3, 0]);
  return Array.from({ length: count }, () => pick(next, kind === "arguments" ? ARGUMENTS : WORDS)).join("");
}

function usageOf({ next, usage }: Setting, names: readonly [string, string, string, string]): object | undefined {
  if (usage === "none") return undefined;
  const input = 10;
  const output = below(next, usage === "odd" ? 3 : 100_000);
  const total = usage === "wrong" && next() < 0.1 ? 1 : input + output;
  const counts = Object.fromEntries([
    [names[0], input],
    [names[1], output],
    [names[2], total],
  ]);
  return usage === "odd" ? { ...counts, [names[3]]: next() < 0.5 ? { x: below(next, 12) } : null, rate: next() } : counts;
}

function chat(setting: Setting, kinds: readonly Kind[]): Event[] {
  const { next, extra, padding, double, choices } = setting;
  const chunk = (delta: object, more: object = {}): Event => ({
    value: {
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: below(next, choices), delta, finish_reason: null, ...more }],
      ...(setting.usage === "none"
        ? {}
        : { usage: usageOf(setting, ["prompt_tokens", "completion_tokens", "total_tokens", "completion_tokens_details"]) }),
      ...extra,
      ...(padding ? { obfuscation: "abcdefghijklm".slice(below(next, 13)) } : {}),
    },
  });
  const events = [chunk({ role: "assistant", content: "" })];
  let calls = 0;
  for (const kind of kinds) {
    const index = calls;
    if (kind === "arguments") {
      calls++;
      events.push(chunk({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name: "f", arguments: "" } }] }));
    }
    for (let count = below(next, 14); count > 0; count--) {
      const text = textOf(next, kind);
      if (kind === "text") events.push(chunk({ content: text }));
      else if (kind === "refusal") events.push(chunk({ refusal: text }));
      else if (kind === "arguments") events.push(chunk({ tool_calls: [{ index, function: { arguments: text } }] }));
      else if (double) events.push(chunk({ reasoning: text, reasoning_details: [{ type: "reasoning.text", text, index: 0 }] }));
      else events.push(chunk({ reasoning_content: text, content: null }));
    }
  }
  for (let index = 0; index < choices; index++)
    events.push({ value: { id: "chatcmpl-1", choices: [{ index, delta: {}, finish_reason: calls > 0 ? "tool_calls" : "stop" }] } });
  events.push({ text: "[DONE]" });
  return events;
}

function messages({ next, extra }: Setting, kinds: readonly Kind[]): Event[] {
  const events: Event[] = [
    { value: { type: "message_start", message: { id: "msg_1", model: "m", content: [], usage: { input_tokens: 3 } } } },
  ];
  kinds.forEach((kind, index) => {
    const block =
      kind === "thinking"
        ? { type: "thinking", thinking: "", signature: "" }
        : kind === "arguments"
          ? { type: next() < 0.3 ? "server_tool_use" : "tool_use", id: `toolu_${index}`, name: "web_search", input: {} }
          : text();
    const delta = (text: string) =>
      kind === "thinking"
        ? { type: "thinking_delta", thinking: text }
        : kind === "arguments"
          ? { type: "input_json_delta", partial_json: text }
          : { type: "text_delta", text };
    events.push({ value: { type: "content_block_start", index, content_block: block } });
    for (let count = below(next, 14); count > 0; count--)
      events.push({ value: { type: "content_block_delta", index, delta: delta(textOf(next, kind)), ...extra } });
    if (kind === "text" && next() < 0.4) {
      const citation = { type: "web_search_result_location", url: "https://a", title: "a", encrypted_index: "", cited_text: "a" };
      events.push({ value: { type: "content_block_delta", index, delta: { type: "citations_delta", citation } } });
    }
    if (kind === "thinking" && next() < 0.5)
      events.push({ value: { type: "content_block_delta", index, delta: { type: "signature_delta", signature: "c2ln" } } });
    events.push({ value: { type: "content_block_stop", index } });
  });
  events.push({ value: { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } } });
  events.push({ value: { type: "message_stop" } });
  return events;
}

function generate(setting: Setting, kinds: readonly Kind[]): Event[] {
  const { next, extra, choices } = setting;
  const answer = (part: object, more: object = {}): Event => ({
    value: {
      candidates: [{ content: { parts: [part], role: "model" }, ...(choices > 1 ? { index: below(next, choices) } : {}), ...more }],
      ...(setting.usage === "none"
        ? {}
        : { usageMetadata: usageOf(setting, ["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount"]) }),
      modelVersion: "m",
      responseId: "r",
      ...extra,
    },
  });
  const events: Event[] = [];
  for (const kind of kinds) {
    if (kind === "arguments") events.push(answer({ functionCall: { name: "f", args: { a: textOf(next, kind) } } }));
    else
      for (let count = below(next, 14); count > 0; count--)
        events.push(answer(kind === "thinking" ? { text: textOf(next, kind), thought: true } : { text: textOf(next, kind) }));
  }
  const grounding = {
    groundingMetadata: {
      groundingChunks: [{ web: { uri: "https://a", title: "a" } }],
      groundingSupports: [{ segment: { startIndex: 1, endIndex: 9, text: "x" }, groundingChunkIndices: [0] }],
    },
    citationMetadata: { citationSources: [{ startIndex: 2, endIndex: 7, uri: "https://b" }] },
  };
  events.push(answer({ text: "" }, { finishReason: "STOP", ...(next() < 0.5 ? grounding : {}) }));
  return events;
}

/** A change to the document of one event, or of all. */
type Mutation = (json: string, next: Dice) => string;
const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (json) => json,
  // A key twice, at the start and at the end.
  (json) => json.replace("{", '{"choices":[],'),
  (json) => json.replace(/\}$/, ',"type":"ping"}'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":/, '"$1":"first","$1":'),
  (json) => json.replace(/"delta":/, '"delta":{"content":"other"},"delta":'),
  (json) => json.replace(/"(delta|content|text)":/, '"\\u0064elta":{},"$1":'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":(\s*"(?:[^"\\]|\\.)*")/, '"$1":$2,"$1":"last"'),
  // Numbers that are none, or not as they should be.
  (json) => json.replace(/:(\d)/, ":0$1"),
  (json) => json.replace(/(tokens|TokenCount)":\s*(\d)/g, '$1":0$2'),
  (json) => json.replace(/:(\d+)/, ":$1.0"),
  (json) => json.replace(/:(\d+)/, ":1e1"),
  (json) => json.replace(/"(\w*(?:tokens|TokenCount))":\d+/, '"$1":-1'),
  (json) => json.replace(/"index":\d/, '"index":7'),
  // Text that is not there.
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"[^"]*"/, '"$1":""'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"[^"]*"/, '"$1":null'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"[^"]*"/, '"$1":3'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"/, '"$1":"\\/\\u00e9\\uD83D\\uDE80\\u0041'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"/, '"$1":"\\ud83d'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"/, '"$1":"\\x'),
  (json) => json.replace(/"(content|text|partial_json|thinking)":\s*"/, '"$1":"\u0001'),
  // Fields that say more.
  (json) => json.replace(/\}$/, ',"unknown":{"a":[1]}}'),
  (json, next) => json.replace(/\}$/, `,"unknown":${below(next, 3)}}`),
  (json) => json.replace(/"finish_reason":\s*null/, '"finish_reason":"stop"'),
  (json) => json.replace(/"role":\s*"model"/, '"role":"model","more":1'),
  (json) => json.replace(/"candidates":\s*\[\{/, '"candidates":[{"finishReason":"STOP",'),
  (json) => json.replace(/"candidates":\s*\[\{/, '"candidates":[{"safetyRatings":[{"category":"A"}],'),
  (json) => json.replace(/"finish_reason":\s*null/, '"finish_reason":null,"logprobs":{"content":[{"token":"a","logprob":-1}]}'),
  (json) => json.replace(/"delta":\s*\{/, '"delta":{"role":"assistant",'),
  (json) => json.replace(/"delta":\s*\{/, '"delta":{"audio":{"id":"a"},'),
  (json) => json.replace(/"delta":\s*\{/, '"delta":{"tool_calls":[{"index":4}],'),
  (json) => json.replace(/"delta":\s*\{/, '"delta":{"annotations":[],"tool_calls":[],"provider":{"x":1},'),
  (json) => json.replaceAll("usageMetadata", "usage_metadata"),
  (json) => `[${json}]`,
  (json) => `[${json},${json}]`,
  (json) => json.slice(0, -1),
  (json) => `${json} `,
  (json) => ` ${json}x`,
  () => '{"type":"ping"}',
  () => '{"error":{"type":"overloaded_error","message":"busy","code":529}}',
];

/** The lines of an event around its document. */
type Frame = (json: string, name: string | undefined, end: string, next: Dice) => string;
const FRAMES: readonly [Frame, ...Frame[]] = [
  (json, name, end) => `${name === undefined ? "" : `event: ${name}${end}`}data: ${json}${end}${end}`,
  (json, name, end) => `${name === undefined ? "" : `event:${name}${end}`}data:${json}${end}${end}`,
  (json, _name, end) => `data: ${json}${end}${end}`,
  (json, _name, end) => `: note${end}data: ${json}${end}${end}`,
  (json, _name, end) => `data: ${json}${end}${end}: note${end}${end}`,
  (json, _name, end) => `id: 7${end}data: ${json}${end}${end}`,
  (json, _name, end, next) => `data: ${json}${end}id: ${below(next, 9)}${end}retry: 10${end}${end}`,
  (json, _name, end) => `data: ${json}${end}data:${end}${end}`,
  (json, _name, end) => `evil: x${end}data: ${json}${end}${end}`,
  (json, _name, end) => `\ufeffdata: ${json}${end}${end}`,
  (json, _name, end) => `data: ${json}${end}${end}${end}${end}`,
  (json, _name, end) => `data: \ufeff${json}${end}${end}`,
  (json, _name, end) => `data: ${json.replace(/,/, `,${end}data: `)}${end}${end}`,
  (json, _name) => `data: ${json}\n\r\n`,
  (json, _name) => `data: ${json}\r\n\r`,
  (json, _name, end) => `event: error${end}data: ${json}${end}${end}`,
];

export function makeCase(seed: number): Case {
  const next = dice(seed);
  const from = pick(next, ["chat-completions", "messages", "generate-content"]);
  const to = STYLES.filter((style) => style !== from)[below(next, 2)] ?? from;
  const spelling: Spelling = {
    space: pick(next, ["", "", "", " ", "  "]),
    ascii: next() < 0.1,
    slashes: next() < 0.1,
    html: next() < 0.2,
    upper: next() < 0.5,
  };
  const setting: Setting = {
    next,
    extra: pick(next, [{}, {}, {}, { system_fingerprint: "fp" }, { service_tier: null, p: "abc" }, { unknown: { a: "é" } }]),
    padding: next() < 0.3,
    usage: pick(next, ["none", "growing", "growing", "wrong", "odd"]),
    double: next() < 0.5,
    choices: next() < 0.1 ? 2 : 1,
  };
  const kinds = Array.from({ length: 1 + below(next, 4) }, () => pick<Kind>(next, ["text", "text", "thinking", "arguments", "refusal"]));
  const events = (from === "chat-completions" ? chat : from === "messages" ? messages : generate)(setting, kinds);
  const end = pick(next, ["\n", "\n", "\r\n", "\r"]);
  // One change for every event, and others for some.
  const all = next() < 0.3 ? pick(next, MUTATIONS) : (json: string) => json;
  const frame = next() < 0.8 ? FRAMES[0] : pick(next, FRAMES);
  const changed = pick(next, [0, 0, 0.05, 0.15, 0.4]);
  const text = events
    .map((event) => {
      const json = "value" in event ? spell(event.value, spelling) : event.text;
      const name = "value" in event && "type" in event.value && typeof event.value.type === "string" ? event.value.type : undefined;
      const own = next() < changed ? pick(next, MUTATIONS) : undefined;
      const isDelta = json.includes("delta") || json.includes("parts");
      const written = own === undefined ? (isDelta ? all(json, next) : json) : own(json, next);
      return (next() < changed / 4 ? pick(next, FRAMES) : frame)(written, name, end, next);
    })
    .join("");
  return {
    from,
    to,
    slices: cut(flipped(bytesOf(text), next), next),
    events: events.length,
    buffer: pick(next, [undefined, undefined, 0, 40, 1 << 16]),
    ...(next() < 0.03 ? { maxEventBytes: pick(next, [60, 150, 400]) } : {}),
  };
}

/** Broken bytes: single ones changed, or a piece lost. */
function flipped(bytes: Uint8Array, next: Dice): Uint8Array {
  if (next() < 0.85) return bytes;
  const broken = bytes.slice();
  for (let flips = 1 + below(next, 3); flips > 0; flips--)
    broken[below(next, bytes.length)] = pick(next, [0x22, 0x5c, 0x0a, 0x80, 0xed, 0xff, 0x00, 0x41, 0x7b]);
  return next() < 0.3 ? broken.subarray(0, below(next, broken.length)) : broken;
}

function cut(bytes: Uint8Array, next: Dice): Uint8Array[] {
  const most = pick(next, [1, 60, 300, 1_000, 16_384, 1 << 20, -1, -1]);
  if (most === -1) return byEvent(bytes);
  const slices: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = most === 1 || most > 1_000 ? most : 1 + below(next, most);
    slices.push(bytes.slice(at, at + length));
    at += length;
  }
  return slices;
}

/** One event a slice, as most servers flush them. */
export function byEvent(bytes: Uint8Array): Uint8Array[] {
  const slices: Uint8Array[] = [];
  let start = 0;
  for (let at = 1; at < bytes.length; at++) {
    const here = bytes[at];
    const ends =
      here === 0x0a
        ? bytes[at - 1] === 0x0a || (bytes[at - 1] === 0x0d && bytes[at - 2] === 0x0a)
        : here === 0x0d && bytes[at - 1] === 0x0d;
    if (!ends) continue;
    slices.push(bytes.slice(start, at + 1));
    start = at + 1;
  }
  slices.push(bytes.slice(start));
  return slices;
}
