import type { Capabilities } from "../../model/capabilities.js";

/** What the rules of a generate-content request ask beside the node they look at. */
export interface RequestContext {
  /** The id in the path; empty when nothing tells. */
  readonly model: string;
  /** Of the model; undefined when nothing tells. */
  readonly generation: number | undefined;
  readonly capabilities: Capabilities;
  /** Whether the URL asks for a stream; undefined when no URL was given. */
  readonly stream: boolean | undefined;
  /** Media types allowed beside the listed ones. */
  readonly inlineMimeTypes: readonly string[];
  /** Base64 is not looked at. */
  readonly skipMedia: boolean;
}
