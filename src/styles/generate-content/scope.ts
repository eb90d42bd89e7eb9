/** What decoders and encoders of this style hand down: where issues and traces go, and what they know of the other side. */
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import type { DialectMembers } from "../../model/common.js";
import type { CallIds } from "../../model/ids.js";
import type { EncodeOptions } from "../options.js";
import { encodeScope as baseScope, type RequestScope } from "../shared/codec.js";
import type { Reduction } from "./schema.js";
import { functionName } from "./wire.js";

export { type DecodeScope, type DocumentScope, decodeScope } from "../shared/codec.js";
export const STYLE = "generate-content";

export interface EncodeScope extends RequestScope {
  readonly document: "request" | "response";
  readonly generation: number | undefined;
  /** The detail that all images of the request share, where it is set once for all of them. */
  readonly sharedDetail?: "low" | "medium" | "high" | "original" | undefined;
  /** Those of a request. */
  readonly calls?: CallIds | undefined;
  /** Without it schemas are written as they are. */
  readonly reduction?: Reduction | undefined;
}

type Beside = Pick<EncodeScope, "sharedDetail" | "reduction">;

export function encodeScope(document: EncodeScope["document"], model: string, options: EncodeOptions, beside?: Beside): EncodeScope {
  // What a model takes is asked of requests alone.
  const known: Capabilities = document === "request" ? capabilitiesOf(model, options.capabilities) : {};
  const generation = document === "request" ? (options.modelGeneration ?? known.generation) : undefined;
  const scope = baseScope(STYLE, options, functionName, model, known);
  const { host, omit = [] } = scope.dialect;
  // Facts by model are those of AI Studio: Vertex takes penalties of the same models. What the caller says of this one counts.
  const takesPenalties = host === "vertex" && typeof options.capabilities === "function";
  const capabilities = takesPenalties ? { ...known, penalties: true } : known;
  const dialect = host === undefined ? scope.dialect : { ...scope.dialect, omit: [...omit, ...REFUSED[host]] };
  return Object.assign(scope, { dialect, capabilities, document, generation }, beside);
}

/**
 * What each of the two hosts refuses because the other alone takes it, AI Studio and Vertex, as dotted paths in a body; `*` is any entry of
 * a list. Source: "only supported in …" of the types of @google/genai 3.1.0.
 */
const REFUSED: Readonly<Record<NonNullable<DialectMembers["host"]>, readonly string[]>> = {
  "ai-studio": [
    "labels",
    "modelArmorConfig",
    "generationConfig.routingConfig",
    "generationConfig.audioTimestamp",
    "safetySettings.*.method",
    "toolConfig.functionCallingConfig.streamFunctionCallArguments",
    "tools.*.enterpriseWebSearch",
    "tools.*.retrieval",
    "tools.*.googleSearch.excludeDomains",
  ],
  vertex: [
    "generationConfig.enableEnhancedCivicAnswers",
    "toolConfig.includeServerSideToolInvocations",
    "tools.*.fileSearch",
    "contents.*.parts.*.toolCall",
    "contents.*.parts.*.toolResponse",
    "contents.*.parts.*.partMetadata",
    "contents.*.parts.*.mediaProcessing",
  ],
};
