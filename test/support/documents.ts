/** Every request, answer and error that the repository and the machine have: fixtures of our own, and recorded traffic. */
import type { StyleName } from "../../src/model/common.js";
import { fixtures, readText } from "./fixtures.js";
import { recorded } from "./traffic.js";

export interface Document {
  readonly name: string;
  readonly style: StyleName;
  readonly kind: "request" | "response" | "error";
  readonly body: unknown;
  /** URL path of a generate-content request. */
  readonly path?: string;
}

const STYLES = ["chat-completions", "messages", "generate-content"] as const;
const KINDS = ["request", "response", "error"] as const;

export function documents(kind: Document["kind"]): Document[] {
  return [...ownDocuments(kind), ...recordedDocuments(kind)];
}

export function ownDocuments(kind: Document["kind"]): Document[] {
  return fixtures().flatMap(({ name, style, kind: own, file }) =>
    own === kind ? [document(name, style, kind, JSON.parse(readText(file)))] : [],
  );
}

export function recordedDocuments(kind: Document["kind"]): Document[] {
  return recorded(kind).map(({ file, style, text, url, model }) => {
    const body = JSON.parse(text);
    if (kind !== "request" || style !== "generate-content") return { name: file, style, kind, body };
    const action = url?.includes(":streamGenerateContent") ? "streamGenerateContent?alt=sse" : "generateContent";
    return { name: file, style, kind, body, path: `/v1beta/models/${model ?? "gemini-2.5-flash"}:${action}` };
  });
}

/** A generate-content request of the fixtures is `{ path, body }`. */
function document(name: string, style: StyleName, kind: Document["kind"], value: { path?: string; body?: unknown }): Document {
  if (kind === "request" && style === "generate-content" && typeof value.path === "string")
    return { name, style, kind, body: value.body, path: value.path };
  return { name, style, kind, body: value };
}

export { KINDS, STYLES };
