/** Fields that only one of the two hosts takes, AI Studio and Vertex. Source: "only supported in …" of the types of @google/genai 3.1.0. */

import type { DialectMembers } from "../../model/dialect.js";

type Host = NonNullable<DialectMembers["host"]>;

const VERTEX_ONLY = [
  "labels",
  "modelArmorConfig",
  "generationConfig.routingConfig",
  "generationConfig.audioTimestamp",
  "safetySettings.*.method",
  "toolConfig.functionCallingConfig.streamFunctionCallArguments",
  "tools.*.enterpriseWebSearch",
  "tools.*.retrieval",
  "tools.*.googleSearch.excludeDomains",
] as const;
const AI_STUDIO_ONLY = [
  "generationConfig.enableEnhancedCivicAnswers",
  "toolConfig.includeServerSideToolInvocations",
  "tools.*.fileSearch",
  "contents.*.parts.*.toolCall",
  "contents.*.parts.*.toolResponse",
  "contents.*.parts.*.partMetadata",
  "contents.*.parts.*.mediaProcessing",
] as const;

/** What each host refuses, as dotted paths in a body; `*` is any entry of a list. */
export const REFUSED: { readonly [H in Host]: readonly string[] } = { "ai-studio": VERTEX_ONLY, vertex: AI_STUDIO_ONLY };
