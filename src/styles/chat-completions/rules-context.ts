import type { Capabilities } from "../../model/capabilities.js";

/** What the rules of a chat-completions request ask beside the node they look at. */
export interface RequestContext {
  readonly capabilities: Capabilities;
  /** Whether any message holds an image. */
  readonly hasImage: () => boolean;
}

/** What the rules of an answer ask beside the node they look at. */
export interface ResponseContext {
  /** How many choices were asked for; undefined when nobody said. */
  readonly choices: number | undefined;
}
