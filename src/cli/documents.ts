/** What a file holds, as the library takes it. */
import type { translateError } from "../index.js";

/** A document that holds nothing but `path` and `body` is a request with its URL. */
export function requestIn(value: unknown, path: string | undefined): { path: string | undefined; body: unknown } {
  if (typeof value !== "object" || value === null || !("path" in value) || !("body" in value)) return { path, body: value };
  return { path: path ?? (typeof value.path === "string" ? value.path : undefined), body: value.body };
}

/** `{status, body, headers}`; any other document is the body. */
export function errorIn(value: unknown): Parameters<typeof translateError>[0] {
  if (typeof value !== "object" || value === null || !("body" in value)) return { body: value };
  const status = "status" in value && typeof value.status === "number" ? value.status : null;
  const given = "headers" in value && typeof value.headers === "object" && value.headers !== null ? Object.entries(value.headers) : [];
  return { status, body: value.body, headers: Object.fromEntries(given.map(([name, text]) => [name, String(text)])) };
}

export function contextIn(text: string | Uint8Array): object {
  const value: unknown = JSON.parse(typeof text === "string" ? text : new TextDecoder().decode(text));
  if (typeof value !== "object" || value === null) throw new Error("the context must be a JSON object");
  return { context: "context" in value ? value.context : value };
}
