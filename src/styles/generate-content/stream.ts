/** Streams of generate-content: answer objects in unnamed server-sent events, without an end marker. */
import { isObject } from "../../core/json.js";
import { numberIn } from "../../core/lenient-parse.js";
import type { Framing, NormalizerHost, StreamCodec, StreamNormalizer } from "../style.js";
import { createDecoder } from "./stream-decoder.js";
import { createEncoder } from "./stream-encoder.js";
import type { GenerateContentResponse } from "./wire-answer.js";

export const framing: Framing<GenerateContentResponse> = { name: () => undefined, model: ["modelVersion"] };

export const stream: StreamCodec<GenerateContentResponse> = {
  decoder: createDecoder,
  encoder: createEncoder,
  framing,
  repeats: {},
};

/** A stream that is repeated as it came: nothing is written of a candidate after its end. */
export function normalizer({ finished }: NormalizerHost): StreamNormalizer<GenerateContentResponse> {
  return {
    accept(answer) {
      const { candidates } = answer;
      if (!Array.isArray(candidates) || !candidates.every(isObject)) return [answer];
      // As the decoder reads it.
      const isLate = ({ index }: { readonly index?: unknown }, position: number) => finished(numberIn(index) ?? position);
      if (!candidates.some(isLate)) return [answer];
      const timely = candidates.flatMap((candidate, position) => {
        if (!isLate(candidate, position)) return [candidate];
        const { content: _content, ...others } = candidate;
        // An index alone carries nothing.
        return Object.keys(others).some((key) => key !== "index") ? [{ ...others, index: candidate.index ?? position }] : [];
      });
      if (timely.length === 0 && !isObject(answer.usageMetadata)) return [];
      return [{ ...answer, candidates: timely }];
    },
    unfinished: () => [],
  };
}
