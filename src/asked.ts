/** Functions of the caller's among the options of one call: each is asked once, when it is needed first, and what it throws passes through. */

import { checkReturned } from "./call.js";
import { WrongCall } from "./core/issue.js";
import { compact } from "./core/json.js";
import type { CapabilityOption } from "./model/capabilities.js";
import type { Given, ModelOption } from "./model/dialect.js";

interface Functions {
  readonly created?: Given<number>;
  readonly responseId?: Given<string>;
  readonly model?: ModelOption;
  readonly capabilities?: CapabilityOption;
}

type Answer<T> = { readonly value: T } | { readonly thrown: unknown };

export class Asked<Options extends Functions> {
  /** The options of the caller, with functions that remember what they gave. */
  readonly options: Options;
  /** Whether there are functions among the options. */
  readonly any: boolean;
  private fault: { readonly thrown: unknown } | undefined = undefined;

  constructor(options: Options) {
    const { created, responseId, model, capabilities } = options;
    this.any = [typeof created, typeof responseId, typeof model, typeof capabilities].includes("function");
    this.options = options;
    if (!this.any) return;
    const functions = compact({
      created: typeof created === "function" ? this.once("created", created) : undefined,
      responseId: typeof responseId === "function" ? this.once("responseId", responseId) : undefined,
      model: typeof model === "function" ? this.onceOf("model", model) : undefined,
      capabilities: typeof capabilities === "function" ? this.onceOf("capabilities", capabilities) : undefined,
    });
    this.options = { ...options, ...functions };
  }

  /**
   * The result of the work, unless a function of the caller's threw on the way: whatever was made of that, it is thrown here.
   * @param otherwise for a document that throws when it is read
   */
  run<T>(work: () => T, otherwise?: () => T): T {
    let result: Answer<T>;
    try {
      result = { value: work() };
    } catch (thrown) {
      result = otherwise === undefined || thrown instanceof WrongCall ? { thrown } : { value: otherwise() };
    }
    const fault = this.fault ?? ("thrown" in result ? result : undefined);
    this.fault = undefined;
    if (fault !== undefined) throw fault.thrown;
    if ("value" in result) return result.value;
    throw result.thrown;
  }

  private once<T>(name: string, ask: () => T): () => T {
    const asked = this.onceOf(name, () => ask());
    return () => asked(undefined);
  }

  private onceOf<Argument, T>(name: string, ask: (argument: Argument) => T): (argument: Argument) => T {
    let answer: Answer<T> | undefined;
    return (argument) => {
      answer ??= answerOf(name, () => ask(argument));
      if ("value" in answer) return answer.value;
      this.fault = answer;
      throw answer.thrown;
    };
  }
}

function answerOf<T>(name: string, ask: () => T): Answer<T> {
  try {
    const value = ask();
    checkReturned(name, value);
    return { value };
  } catch (thrown) {
    return { thrown };
  }
}
