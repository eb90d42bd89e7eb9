/** Sampling and limits. Numbers out of range are clamped, never rescaled: they divide the logits in every style alike. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keptInRange, type Range } from "../../core/range.js";
import type { Capabilities } from "../../model/capabilities.js";
import type { CanonicalRequest } from "../../model/index.js";
import type { EncodeOptions } from "../options.js";
import { isBlank } from "./blank.js";
import { CHOICES, RANGES, THINKING } from "./limits.js";
import type { MessagesRequest } from "./wire.js";

export type SamplingFields = Pick<MessagesRequest, "temperature" | "top_p" | "top_k" | "stop_sequences">;

export interface SamplingSetting {
  /** Thinking is on, which excludes most of sampling. */
  readonly thinking: boolean;
  readonly capabilities: Capabilities;
  readonly options: EncodeOptions;
  readonly report: (issue: Issue) => void;
}

export function encodeSampling({ sampling, limits }: CanonicalRequest, setting: SamplingSetting): SamplingFields {
  const { temperature, topP, topK, presencePenalty, frequencyPenalty, seed, logitBias, logprobs, ...rest } = sampling;
  rest satisfies NothingLeft;
  const { report, options } = setting;
  const ranges = RANGES[options.profile ?? "gateway"];
  const foreign = {
    presencePenalty,
    frequencyPenalty,
    seed,
    logitBias,
    "logprobs.enabled": logprobs?.enabled,
    "logprobs.top": logprobs?.top,
  };
  for (const [field, value] of Object.entries(foreign))
    if (value !== undefined)
      report(
        dropped("dropped.field", ["sampling", ...field.split(".")], "This style has no such field; the answer comes without it.", {
          from: brief(value),
          // A value that is the default everywhere changes nothing by going.
          ...(value === false || (value === 0 && field.endsWith("Penalty")) ? { severity: "info" } : {}),
        }),
      );
  const { stop, choices } = limits;
  within("a number of answers", ["limits", "choices"], choices, CHOICES, setting);
  if (choices === 1) report(equivalent(["limits", "choices"], "One answer is what this style gives, and is not asked for."));
  return compact({
    ...together(
      allowed("temperature", within("`temperature`", ["sampling", "temperature"], temperature, ranges.temperature, setting), setting),
      allowed("topP", within("`top_p`", ["sampling", "topP"], topP, ranges.top_p, setting), setting),
      setting,
    ),
    top_k: allowed("topK", within("`top_k`", ["sampling", "topK"], topK, ranges.top_k, setting), setting),
    stop_sequences: encodeStop(stop, report),
  });
}

type Field = "temperature" | "topP" | "topK";

function within(name: string, path: Path, value: number | undefined, range: Range, { options, report }: SamplingSetting) {
  return keptInRange(value, range, { takes: `messages takes ${name}`, path, outOfRange: options.outOfRange, report });
}

/** What a model without sampling takes, and what may stand beside thinking. */
function allowed(field: Field, value: number | undefined, { thinking, capabilities, report }: SamplingSetting): number | undefined {
  if (value === undefined || (field === "temperature" && value === 1)) return value;
  if (capabilities.sampling === false) {
    report(dropped("dropped.field", ["sampling", field], "This model samples in its own way and refuses this field.", { from: value }));
    return undefined;
  }
  if (!thinking || (field === "topP" && value >= THINKING.minTopP)) return value;
  report(dropped("dropped.field", ["sampling", field], "Thinking excludes this field; thinking was kept.", { from: value }));
  return undefined;
}

/** Both, or for a model that refuses the pair the one that says more: 1 is the default of either, and says nothing. */
function together(
  temperature: number | undefined,
  top_p: number | undefined,
  { capabilities, options, report }: SamplingSetting,
): { readonly temperature: number | undefined; readonly top_p: number | undefined } {
  const refused = options.profile === "vendor" && capabilities.temperatureWithTopP === false;
  if (!refused || temperature === undefined || top_p === undefined) return { temperature, top_p };
  const [goes, value] = temperature === 1 ? (["temperature", temperature] as const) : (["topP", top_p] as const);
  report(
    dropped("dropped.field", ["sampling", goes], "This model takes a temperature or a top_p, and refuses the two together.", {
      from: value,
      ...(value === 1 ? { severity: "info" } : {}),
    }),
  );
  return goes === "temperature" ? { temperature: undefined, top_p } : { temperature, top_p: undefined };
}

function encodeStop(stop: readonly string[] | undefined, report: (issue: Issue) => void): string[] | undefined {
  const kept = (stop ?? []).filter((text, index) => {
    if (!isBlank(text)) return true;
    report(
      dropped("dropped.value", ["limits", "stop", index], "This style refuses a stop sequence that is empty or white space only.", {
        from: brief(text),
      }),
    );
    return false;
  });
  if (stop?.length === 0) report(equivalent(["limits", "stop"], "An empty list of stop sequences is not written."));
  return kept.length === 0 ? undefined : kept;
}
