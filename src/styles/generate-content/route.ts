/**
 * `/v1beta/models/{model}:generateContent` and `…:streamGenerateContent?alt=sse`. Model ids may hold slashes and colons, raw
 * or percent-encoded: the model reaches from `/models/` to the last colon.
 */
import type { StyleRoute } from "../style.js";

const PREFIXES = ["/v1beta/", "/v1beta1/", "/v1/", "/v1alpha/"];
const MARK = "models/";

export const route: StyleRoute = {
  match(path) {
    const found = actionOf(path);
    if (found === undefined) return undefined;
    const { model, action } = found;
    if (action !== "generateContent" && action !== "streamGenerateContent") return undefined;
    return { model, stream: action === "streamGenerateContent" };
  },
  format({ model, stream }) {
    const action = stream ? "streamGenerateContent?alt=sse" : "generateContent";
    return `/v1beta/models/${encoded(model)}:${action}`;
  },
};

/** Model and action of a path of this style, whatever the action is. A query counts for nothing. */
export function actionOf(path: string): { readonly model: string; readonly action: string } | undefined {
  const [bare = ""] = path.split(/[?#]/, 1);
  const prefix = PREFIXES.find((start) => bare.startsWith(start));
  if (prefix === undefined) return undefined;
  // Vertex has the project and the publisher before the model.
  const direct = bare.startsWith(MARK, prefix.length);
  const at = direct ? prefix.length : bare.startsWith("projects/", prefix.length) ? bare.indexOf(`/${MARK}`, prefix.length) + 1 : 0;
  if (at === 0) return undefined;
  const rest = bare.slice(at + MARK.length);
  const colon = rest.lastIndexOf(":");
  return colon === -1 ? undefined : { model: decoded(rest.slice(0, colon)), action: rest.slice(colon + 1) };
}

/** A broken escape is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A lone surrogate cannot be encoded and becomes U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"));
}
