import { isBare } from "../core/bare.js";
import { brief } from "../core/issue.js";
import { WrongCall } from "../core/wrong-call.js";

/**
 * What is known of a model by the version number in its id alone. A caller who knows more passes `capabilities`;
 * `undefined` means unknown, and every rule that asks says what it does then.
 */
export interface Capabilities {
  /** The first number of the version. */
  readonly generation?: number;
  /** How a messages model is told to think: `{type:"adaptive"}` with an effort, or `{type:"enabled"}` with a budget. */
  readonly effortDialect?: "adaptive" | "budget";
  /** True: the model reasons, and in chat-completions it takes `max_completion_tokens` instead of `max_tokens`. */
  readonly reasoning?: boolean;
  /** False: the model takes no sampling parameters but `temperature: 1`. */
  readonly sampling?: boolean;
  /** False: the model takes `temperature` or `top_p`, and refuses the two together. */
  readonly temperatureWithTopP?: boolean;
  /** True: system messages are legal in the middle of a conversation. */
  readonly midSystem?: boolean;
  /** True: the model can answer with images. */
  readonly imageOutput?: boolean;
  /** False: a final assistant turn is refused. */
  readonly prefill?: boolean;
  /** Tokens. */
  readonly maxOutput?: number;
}

/** Facts by model, or one set of facts for whatever model is asked for. */
export type CapabilityOption = Capabilities | ((model: string) => Capabilities | undefined);

export function capabilitiesOf(model: string, option: CapabilityOption | undefined): Capabilities {
  return { ...builtIn(model), ...(typeof option === "function" ? told(model, option) : option) };
}

/** A fault in what the caller wrote is none of the document. */
function told(model: string, option: (model: string) => Capabilities | undefined): Capabilities | undefined {
  let given: Capabilities | undefined;
  try {
    given = option(model);
  } catch (cause) {
    throw new WrongCall(`The function \`capabilities\` threw for the model ${JSON.stringify(brief(model))}.`, { cause });
  }
  if (given === undefined || isBare(given)) return given;
  throw new WrongCall("The function `capabilities` must return a plain object of facts at once, or undefined.");
}

/**
 * Tokens that a Claude which thinks by a budget writes at most, thoughts among them. Not a capability: a request without a
 * limit of its own does not ask for so many.
 */
export function outputLimitOf(model: string): number | undefined {
  const version = claudeVersion(model);
  if (version === undefined || isSince(version, 4, 6)) return undefined;
  if (version.family === "opus") return isSince(version, 4, 5) ? 64_000 : 32_000;
  return isSince(version, 3, 7) ? 64_000 : undefined;
}

interface ClaudeVersion {
  readonly family: string | undefined;
  readonly major: number;
  readonly minor: number;
}

function claudeVersion(model: string): ClaudeVersion | undefined {
  const found = /claude-(?:([a-z]+)-)?(\d+)(?:[-.](\d{1,2})(?!\d))?/.exec(model.slice(model.lastIndexOf("/") + 1));
  return found === null ? undefined : { family: found[1], major: Number(found[2]), minor: Number(found[3] ?? 0) };
}

function isSince(version: ClaudeVersion, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}

function builtIn(model: string): Capabilities {
  const name = model.slice(model.lastIndexOf("/") + 1);
  const generation = /gemini-(\d+)/.exec(name)?.[1];
  if (generation !== undefined) return { generation: Number(generation) };
  const claude = claudeVersion(model);
  if (claude !== undefined)
    // Adaptive thinking came with 4.6; before it a model takes a budget only. The pair is refused since 4.1, each since 4.7.
    return {
      effortDialect: isSince(claude, 4, 6) ? "adaptive" : "budget",
      ...(isSince(claude, 4, 1) ? { temperatureWithTopP: false } : {}),
      ...(isSince(claude, 4, 7) ? { sampling: false } : {}),
    };
  return {};
}
