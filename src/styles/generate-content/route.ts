/**
 * `/v1beta/models/{model}:generateContent` and `…:streamGenerateContent?alt=sse`. Model ids may hold slashes and colons, raw
 * or percent-encoded: the model reaches from `/models/` to the last colon.
 */
import type { StyleRoute } from "../style.js";

const MARK = "/models/";
/** Models of one's own have another collection, which stays in their names. */
const TUNED = "/tunedModels/";
/** The first is the one that is written; the official clients ask for the others as well. */
const VERSIONS = ["v1beta", "v1", "v1alpha"] as const;

export const route: StyleRoute = {
  match(path) {
    const known = VERSIONS.some((version) => path.startsWith(`/${version}${MARK}`) || path.startsWith(`/${version}${TUNED}`));
    return known ? readTarget(path) : undefined;
  },
  read: readTarget,
  format({ model, stream }) {
    const action = stream ? "streamGenerateContent?alt=sse" : "generateContent";
    const [collection, id] = model.startsWith(TUNED.slice(1)) ? [TUNED, model.slice(TUNED.length - 1)] : [MARK, bareModel(model)];
    return `/${VERSIONS[0]}${collection}${encoded(id)}:${action}`;
  },
};

/** The id of a model that may be given by its resource name, as the official clients also take it: `models/gemini-2.5-flash`. */
export function bareModel(model: string): string {
  return model.startsWith(MARK.slice(1)) ? model.slice(MARK.length - 1) : model;
}

/**
 * What a path asks for, wherever its models stand: other versions of the service, projects and publishers before the model,
 * and whole URLs are understood as well. Undefined when the action is none of this style.
 */
export function readTarget(path: string): { readonly model: string; readonly stream: boolean } | undefined {
  const found = actionOf(path);
  if (found?.action === "generateContent") return { model: found.model, stream: false };
  return found?.action === "streamGenerateContent" ? { model: found.model, stream: true } : undefined;
}

/** Model and action of a path, whatever the action is. A query counts for nothing. */
export function actionOf(path: string): { readonly model: string; readonly action: string } | undefined {
  const [bare = ""] = path.split(/[?#]/, 1);
  const at = bare.indexOf(MARK);
  const tuned = at === -1 ? bare.indexOf(TUNED) : -1;
  if (at === -1 && tuned === -1) return undefined;
  const rest = tuned === -1 ? bare.slice(at + MARK.length) : bare.slice(tuned + 1);
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
  return encodeURIComponent(text.toWellFormed());
}
