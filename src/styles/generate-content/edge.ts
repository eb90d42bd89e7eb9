/**
 * `/v1beta/models/{model}:generateContent` and `…:streamGenerateContent?alt=sse`. Model ids may hold slashes and colons, raw
 * or percent-encoded: the model reaches from `/models/` to the last colon.
 */
import { brief, broken, type Issue } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { barePath, decodedName, encodedName, isPlainName, isPlainPath } from "../../core/url-path.js";
import type { BaseUrl, ModelList, StyleLooks, StyleModule } from "../style.js";

const MARK = "models/";
/** Models of one's own have another collection, which stays in their names. */
const TUNED = "tunedModels/";
const STREAM = "streamGenerateContent";
const ACTIONS: readonly string[] = ["generateContent", STREAM];
/** The one that is written, and the only one of the specification. */
const VERSION = "v1beta";
/** The official clients ask for other versions as well, and Vertex has the models behind projects and publishers. */
const SERVED = {
  gateway: /^\/v1beta\/(?:models|tunedModels)\//,
  vendor: /^\/v1(?:beta1?|alpha)?(?:(?:\/projects\/[^/]+\/locations\/[^/]+)?\/publishers\/google)?\/(?:models|tunedModels)\//,
};
/** What most paths are: those that need no closer look. */
const ORDINARY = /^\/v1beta\/models\/([^/]+):(\w*)(?:[?#]|$)/;
export const edge: StyleModule["edge"] = {
  path: `/${VERSION}/${MARK}{model}:generateContent`,
  match: (path, profile = "gateway") => (SERVED[profile].test(path) ? readTarget(path) : undefined),
  read: readTarget,
  format({ model, stream }) {
    const action = stream ? `${STREAM}?alt=sse` : "generateContent";
    const [collection, id] = model.startsWith(TUNED) ? [TUNED, model.slice(TUNED.length)] : [MARK, bareModel(model)];
    return `/${VERSION}/${collection}${encodedName(id)}:${action}`;
  },
  fault: (path, profile) => (SERVED[profile].test(path) ? pathFaults(path).at(-1) : undefined),
  models: /gemini|gemma/i,
  near: /^\/v1(?:beta|alpha)/,
};

export const http: StyleModule["http"] = {
  url: {
    place: /^(.*?)(\/v1(?:beta|alpha)?)?(\/models\/.*)$/,
    version: `/${VERSION}`,
    // `/v1/projects/p/locations/l/publishers/google`
    versioned: /\/v\d[^/]*(?:$|\/(?:projects|publishers)\/)/,
  },
  headers: { key: "x-goog-api-key", tokens: /^ya29\./, requestId: "x-request-id", own: /^x-goog-/ },
};

/** `rules.ts` has them. */
export const answerRules: StyleModule["answerRules"] = { own: /^R-1(?:5[6-9]|6[0-4])$/, shared: /^V-24$/ };

export const baseUrl: BaseUrl = {
  legal: /(?<!\/v1(?:beta|alpha)?)$/,
  explanation: "clients put the version behind it",
  mend: (url) => url.replace(/\/v1(?:beta|alpha)?$/, ""),
};

export const otherNames = /google|gemini|generate/i;

export const looks: StyleLooks = {
  signs: [
    "contents contents[].parts contents.parts candidates promptFeedback usageMetadata modelVersion responseId error.status error.details",
    "generationConfig generation_config systemInstruction system_instruction safetySettings safety_settings toolConfig tool_config",
    "cachedContent cached_content tools[].functionDeclarations tools[].function_declarations tools[].googleSearch error.code",
  ].join(" "),
  guess: ({ error }) => isObject(error) && typeof error.status === "string",
};

/** What is wrong with the model and the action of a path. One that means another style has neither; one that leads elsewhere means none. */
export function pathFaults(path: string): Issue[] {
  const target = actionOf(path);
  if (target === undefined) return isPlainPath(path) ? [] : [unknownTarget(path)];
  const faults: Issue[] = [];
  if (target.model === "") faults.push(broken("R-087", [], `The path must name a model, as in ${edge.path}.`));
  if (!ACTIONS.includes(target.action)) {
    const expected = ACTIONS.join(" or ");
    const received = target.action.slice(0, 100);
    faults.push(broken("R-088", [], `The action must be ${expected}, not ${JSON.stringify(received)}.`, { expected, received }));
  }
  return faults;
}

/** Without an id a model has no URL. */
export const NAMELESS = /^(?:models\/)?(?:tunedModels\/)?$/;

/** The id of a model that may be given by its resource name, as the official clients also take it: `models/gemini-2.5-flash`. */
export function bareModel(model: string): string {
  return model.startsWith(MARK) ? model.slice(MARK.length) : model;
}

/**
 * What a path asks for, wherever its models stand: other versions of the service, projects and publishers before the model,
 * and whole URLs are understood as well. Undefined when the action is none of this style.
 */
export function readTarget(path: string): { readonly model: string; readonly stream: boolean } | undefined {
  const found = actionOf(path);
  if (found === undefined || !ACTIONS.includes(found.action)) return undefined;
  return { model: found.model, stream: found.action === STREAM };
}

/** Model and action of a path, whatever the action is, or `""`. A query counts for nothing; a path that leads elsewhere has neither. */
export function actionOf(path: string): { readonly model: string; readonly action: string } | undefined {
  const [, model = "", action = ""] = ORDINARY.exec(path) ?? [];
  if (isPlainName(model)) return { model, action };
  const bare = barePath(path);
  const mark = bare.includes(`/${MARK}`) ? MARK : bare.includes(`/${TUNED}`) ? TUNED : undefined;
  if (mark === undefined || !isPlainPath(bare)) return undefined;
  const rest = bare.slice(bare.indexOf(`/${mark}`) + mark.length + 1);
  const end = rest.lastIndexOf(":");
  const id = end === -1 ? rest : rest.slice(0, end);
  return { model: (id === "" || mark === MARK ? "" : mark) + decodedName(id), action: end === -1 ? "" : rest.slice(end + 1) };
}

/** For a path that names no model or no action of this style, and for one that leads elsewhere. */
export function unknownTarget(path: string): Issue {
  return broken("R-088", [], `The path must name a model and an action, as in ${edge.path}.`, { received: brief(path) });
}

const entry = (name: string) => ({ name: `models/${name}`, displayName: name, supportedGenerationMethods: [...ACTIONS] });

/** The list of models. Source: https://ai.google.dev/api/models. */
export const models: ModelList = {
  path: `/${VERSION}/models`,
  // The most that one page holds.
  query: "?pageSize=1000",
  entry,
  list: (names) => ({ models: names.map(entry) }),
};
