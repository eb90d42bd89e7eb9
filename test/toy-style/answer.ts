/** Answers, streams and errors of the toy style: `{"model": "m", "answer": "hello", "end": "done", "tokens": {"in": 1, "out": 2}}`. */

import { dropped, equivalent, fail, type Issue, notice, type Path } from "../../src/core/issue.js";
import { compact, isJsonObject, isObject, type Json, plain } from "../../src/core/json.js";
import { conforms, type Infer, integer, object, readBody, string } from "../../src/core/schema.js";
import { TRUNCATED } from "../../src/model/collect.js";
import { finishWords } from "../../src/model/common.js";
import { isErrorKind, leaveOutOfError, reportedError, statusOfKind } from "../../src/model/error.js";
import { dropFields, dropUnknown, keepUnknown, restoreUnknown } from "../../src/model/extensions.js";
import { answerModel } from "../../src/model/ids.js";
import type { CanonicalError, CanonicalResponse, CanonicalStreamEvent, Finish, Usage } from "../../src/model/index.js";
import { decodedFrom, decodeScope, encodeScope, reportInexact } from "../../src/styles/shared/codec.js";
import { assembled, errorCodec, plainError, type ReadError, wordsOf } from "../../src/styles/shared/error.js";
import { type Counts, keepBeside, readCounts, reportAllCounts, usageTable, writeCounts } from "../../src/styles/shared/usage.js";
import type { ResponseCodec, StreamCodec, StreamDecodeOptions, StyleModule } from "../../src/styles/style.js";
import { TOY } from "./name.js";
import { QUIRKS } from "./quirks.js";
import { NAMES, textOf } from "./request.js";

const Tokens = object(() => ({ in: integer("T-12"), out: integer("T-12") }), "T-12");
export const ToyResponse = object(
  () => ({ id: string("T-10").nullish(), model: string("T-10"), answer: string("T-11"), end: string("T-11"), tokens: Tokens.nullish() }),
  "T-10",
);
export type ToyResponse = Infer<typeof ToyResponse>;
export interface ToyError {
  readonly fault: { readonly kind: string; readonly message: string };
}

export const finish = finishWords({
  stop: ["done", true],
  length: ["full", true],
  "stop-sequence": ["done", false],
  "context-window": ["full", false],
  "tool-calls": ["done", false],
  "content-filter": ["barred", true],
  recitation: ["barred", false],
  refusal: ["barred", false],
  pause: ["done", false],
  "malformed-output": ["done", false],
  other: ["done", false],
  error: ["done", false],
});

const USAGE = usageTable(
  TOY,
  { inputTokens: ["in"], outputTokens: ["out"] },
  {
    inputTokens: [["in"]],
    outputTokens: [["out"]],
    cacheReadTokens: [["cacheReadTokens"]],
    cacheWriteTokens: [["cacheWriteTokens"]],
    cacheWrite5m: [["cacheWrite5m"]],
    cacheWrite1h: [["cacheWrite1h"]],
    reasoningTokens: [["reasoningTokens"]],
    toolUsePromptTokens: [["toolUsePromptTokens"]],
    inputAudioTokens: [["inputAudioTokens"]],
    outputAudioTokens: [["outputAudioTokens"]],
    acceptedPredictionTokens: [["acceptedPredictionTokens"]],
    rejectedPredictionTokens: [["rejectedPredictionTokens"]],
    webSearchRequests: [["webSearchRequests"]],
    webFetchRequests: [["webFetchRequests"]],
  },
);

function decodeUsage(tokens: ToyResponse["tokens"]): { readonly usage?: Usage } {
  if (!tokens) return {};
  const counts = readCounts<Counts>(tokens, USAGE, {});
  return { usage: { inputTokens: 0, outputTokens: 0, ...counts, ...keepBeside(tokens, USAGE, counts) } };
}

type Report = (issue: Issue) => void;

function encodeUsage(usage: Usage | undefined, path: Path, report: Report): { readonly tokens?: Infer<typeof Tokens> } {
  if (usage === undefined) return {};
  reportAllCounts(usage, USAGE, path, report, { keepsZeros: true }, ({ modality }) => /audio/i.test(modality));
  for (const field of ["inputByModality", "outputByModality"] as const)
    if (usage[field] !== undefined) report(equivalent([...path, field], "toy counts audio apart, and the rest is text."));
  const { inputTokens, outputTokens, totalTokens = inputTokens + outputTokens } = usage;
  if (totalTokens !== inputTokens + outputTokens)
    report(dropped("dropped.field", [...path, "totalTokens"], "toy has no total.", { severity: "info" }));
  return { tokens: restoreUnknown({ in: inputTokens, out: outputTokens, ...writeCounts(usage, USAGE) }, usage.extensions, TOY) };
}

function decodeFinish(end: string): Finish {
  return { reason: finish.reasons.get(QUIRKS.capitals.rewrite(end)) ?? "other", native: { style: TOY, value: end } };
}

function encodeFinish(given: Finish, path: Path, report: Report): string {
  const { native, reason } = given;
  if (native?.style === TOY) return QUIRKS.capitals.rewrite(native.value);
  dropFields(given, { stopSequence: "info", refusal: "info", message: "info" }, path, TOY, report);
  const [word, exact] = finish.written[reason];
  // One word for all that services filter.
  if (!exact || (native !== undefined && word === "barred")) reportInexact(given, TOY, word, path, report);
  return word;
}

export const response: ResponseCodec<ToyResponse> = {
  decode(body, options = {}) {
    if (isObject(body) && isObject(body.fault))
      return fail([reportedError({ kind: "internal", message: "down" }, ["fault"], "response.error_body")]);
    const read = readBody(ToyResponse, body, "T-10");
    if (!read.ok) return read;
    const { id, model, answer, end, tokens, ...rest } = read.value;
    const scope = decodeScope(options);
    const { trace } = scope;
    const parts = answer === "" ? [] : [trace.mark({ type: "text", text: answer } as const, ["answer"], { text: [] })];
    const choice = trace.mark({ index: 0, parts, finish: decodeFinish(end) }, [], { parts: ["answer"], finish: ["end"] });
    const { usage } = decodeUsage(tokens);
    const value: CanonicalResponse = compact({ id: id ?? undefined, model, choices: [choice], usage, ...keepUnknown(TOY, rest) });
    return decodedFrom(
      trace.mark(value, [], { "usage.inputTokens": ["tokens", "in"], "usage.outputTokens": ["tokens", "out"], usage: ["tokens"] }),
      body,
      scope,
    );
  },
  encode(canonical, options = {}) {
    const { log, report } = encodeScope(TOY, options, NAMES);
    const { id, choices, usage, extensions } = canonical;
    dropFields(canonical, { created: "info", systemFingerprint: "info", serviceTier: "info", promptBlock: "warning" }, [], TOY, report);
    choices.slice(1).forEach((_choice, index) => {
      report(dropped("dropped.choice", ["choices", index + 1], "toy gives one answer."));
    });
    const [choice] = choices;
    const path = ["choices", 0];
    if (choice !== undefined)
      dropFields({ ...choice, index: choice.index || undefined }, { index: "info", logprobs: "info", safety: "info" }, path, TOY, report);
    const texts = (choice?.parts ?? []).flatMap((part, index) => textOf(part, [...path, "parts", index], { report }));
    if (texts.length !== 1) report(equivalent([...path, "parts"], "toy gives an answer in one text."));
    const end = encodeFinish(choice?.finish ?? { reason: "other" }, [...path, "finish"], report);
    const body = { ...compact({ id }), model: answerModel(canonical.model, options, ["model"], report), answer: texts.join(""), end };
    return log.settle(restoreUnknown({ ...body, ...encodeUsage(usage, ["usage"], report) }, extensions, TOY));
  },
};

const WORDS = wordsOf({
  faults: ["invalid-request", "internal", "internal"],
  gateway: {
    "invalid-request": [400, "invalid-request"],
    authentication: [401, "authentication"],
    "insufficient-balance": [402, "insufficient-balance"],
    permission: [403, "permission"],
    "quota-exceeded": [403, "quota-exceeded"],
    "not-found": [404, "not-found"],
    conflict: [409, "conflict"],
    "request-too-large": [413, "request-too-large"],
    unprocessable: [422, "unprocessable"],
    "rate-limit": [429, "rate-limit"],
    internal: [500, "internal"],
    "bad-gateway": [502, "bad-gateway"],
    unavailable: [503, "unavailable"],
    timeout: [504, "timeout"],
    overloaded: [529, "overloaded"],
    cancelled: [499, "cancelled"],
    "not-implemented": [501, "not-implemented"],
    "truncated-stream": [502, "truncated-stream"],
  },
  vendor: {},
  also: {},
  vague: [],
});
const SHAPE = { style: TOY, words: WORDS };

function readError(fault: Json, status: number | undefined, path: Path, report: Report): ReadError {
  const { kind, message, ...rest } = isJsonObject(fault) ? fault : {};
  if (!isErrorKind(kind)) return plainError(typeof fault === "string" ? fault : null, status, path, report);
  leaveOutOfError(rest, path, report);
  const fields = { message: [...path, "message"], kind: [...path, "kind"] };
  const text = typeof message === "string" ? message : "";
  return assembled(SHAPE, report, { kind, status: statusOfKind(kind), message: text, named: [], fields });
}

export const error = errorCodec<ToyError>({
  ...SHAPE,
  lacks: { param: "info", requestId: "info" },
  kindOf: ([, word]) => (isErrorKind(word) ? word : "internal"),
  read(document, path, { status }, report) {
    const { fault = null, ...rest } = document;
    if (fault === null) return undefined;
    leaveOutOfError(rest, path, report);
    return readError(fault, status, [...path, "fault"], report);
  },
  write: ({ kind, message }, [status]) => [status, { fault: { kind, message } }],
});

/** `{"start": {"model": "m", "id": "i"}}`, `{"text": "hel"}`, `{"end": "done", "tokens": {…}}`, `{"fault": {…}}`. */
export type ToyEvent = Readonly<Record<string, unknown>>;
const PART = { choice: 0, part: 0 } as const;

export const normalizer: StyleModule["normalizer"] = () => {
  let ended = false;
  return {
    accept(event) {
      ended ||= isObject(event) && ("end" in event || "fault" in event);
      return [event];
    },
    unfinished: () => (ended ? [] : [0]),
  };
};

export const stream: StreamCodec<ToyEvent> = {
  framing: { name: () => undefined, model: ["start", "model"] },
  decoder: decoderOf,
  encoder(options = {}) {
    const { report = () => {}, position } = options;
    let index = -1;
    let tokens: ReturnType<typeof encodeUsage> = {};
    let end: string | undefined;
    let closed = false;
    const close = (event: ToyEvent): readonly ToyEvent[] => {
      closed = true;
      return [event];
    };
    const failed = (given: CanonicalError) => close({ ...error.encode(given).value.body });
    const lost = (event: CanonicalStreamEvent, at: Path): readonly ToyEvent[] => {
      switch (event.type) {
        case "start": {
          dropFields(event, { created: "info", systemFingerprint: "info", serviceTier: "info" }, at, TOY, report);
          if (event.usage !== undefined) tokens = encodeUsage(event.usage, [...at, "usage"], report);
          return [{ start: compact({ model: answerModel(event.model, options, [...at, "model"], report), id: event.id }) }];
        }
        case "part-start":
          if (event.head.type === "text") dropUnknown(event.head.extensions, TOY, at, report);
          else textOf(event.head, at, { report: (issue) => void report(issue) });
          return [];
        case "part-delta":
          if (event.choice === 0 && event.delta.kind === "text") return [{ text: event.delta.text }];
          if (event.delta.kind === "citation" || event.delta.kind === "signature")
            report(dropped("dropped.field", at, `toy has no ${event.delta.kind}.`));
          return [];
        case "choice-meta":
          dropFields(event, { logprobs: "info", safety: "info", citations: "info" }, at, TOY, report);
          return [];
        case "finish":
          if (event.choice === 0) end = encodeFinish(event.finish, [...at, "finish"], report);
          return [];
        case "usage":
          tokens = encodeUsage(event.usage, [...at, "usage"], report);
          return [];
        case "error":
          return failed(event.error);
        case "end":
          return end === undefined ? failed(TRUNCATED) : close({ end, ...tokens });
        default:
          return [];
      }
    };
    return {
      push(event) {
        index = position?.index ?? index + 1;
        return closed ? [] : lost(event, [index]);
      },
      end: () => (closed ? [] : failed(TRUNCATED)),
    };
  },
};

function decoderOf({ report = () => {} }: StreamDecodeOptions = {}) {
  let index = -1;
  let phase: "before" | "open" | "text" | "closed" = "before";
  const close = (...events: readonly CanonicalStreamEvent[]): readonly CanonicalStreamEvent[] => {
    phase = "closed";
    return [...events, { type: "end" }];
  };
  const wrong = (message: string): readonly [] => {
    report(notice("stream.protocol", [index], message, { severity: "warning" }));
    return [];
  };
  return {
    push(event: unknown): readonly CanonicalStreamEvent[] {
      index++;
      if (!isObject(event) || phase === "closed") return wrong("This stands where no event may stand.");
      const { start, text, end, tokens, fault } = event;
      if (fault !== undefined) return close({ type: "error", error: readError(plain(fault), undefined, [index, "fault"], report).error });
      if (isObject(start) && typeof start.model === "string" && phase === "before") {
        phase = "open";
        const id = typeof start.id === "string" ? { id: start.id } : {};
        return [{ type: "start", model: start.model, ...id }];
      }
      if (typeof text === "string" && text !== "" && phase !== "before") {
        const head: readonly CanonicalStreamEvent[] =
          phase === "text" ? [] : [{ type: "part-start", ...PART, head: { type: "text", text: "" } }];
        phase = "text";
        return [...head, { type: "part-delta", ...PART, delta: { kind: "text", text } }];
      }
      if (typeof end !== "string" || phase === "before") return wrong("This is no event of the stream.");
      const { usage } = conforms(Tokens, tokens) ? decodeUsage(tokens) : {};
      const stop: readonly CanonicalStreamEvent[] = phase === "text" ? [{ type: "part-stop", ...PART }] : [];
      const counted: readonly CanonicalStreamEvent[] = usage === undefined ? [] : [{ type: "usage", usage }];
      return close(...stop, { type: "finish", choice: 0, finish: decodeFinish(end) }, ...counted);
    },
    done: (): readonly CanonicalStreamEvent[] => (phase === "closed" ? [] : close({ type: "error", error: TRUNCATED })),
    end: (): readonly CanonicalStreamEvent[] => (phase === "closed" ? [] : close({ type: "error", error: TRUNCATED })),
  };
}
