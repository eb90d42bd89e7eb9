/** What a request line asks of a gateway: an answer of a model, or the list of models. */
import type { Issue } from "../core/issue.js";
import { decodedName, isPlainPath } from "../core/url-path.js";
import { type BaseProfile, baseOf, type Profile } from "../model/dialect.js";
import type { StyleName } from "../model/index.js";
import type { OwnFault } from "../reply.js";
import { nearestStyle, parsePost, parseRoute } from "../route.js";
import { edges, styleNames } from "../style-lists.js";

export interface AnswerRoute {
  readonly ok: true;
  readonly endpoint: "answer";
  /** The client's. */
  readonly style: StyleName;
}
export interface ModelsRoute {
  readonly ok: true;
  readonly endpoint: "models";
  readonly style: StyleName;
  /** The one that is asked for; absent for the list. */
  readonly model?: string;
}
/** Why nothing is found, with the style in whose words that is told. */
export interface NoRoute {
  readonly ok: false;
  readonly style: StyleName;
  readonly fault: readonly Issue[] | OwnFault;
  readonly headers?: Readonly<Record<string, string>>;
}

const METHODS: readonly string[] = ["GET", "POST"];

export function findRoute({ method, headers }: Request, path: string, given: Profile): AnswerRoute | ModelsRoute | NoRoute {
  const profile = baseOf(given);
  const posted = parsePost(path, profile);
  const listed = modelsRoute(path, headers, profile);
  const style = posted.ok ? posted.value.style : (listed?.style ?? nearestStyle(path));
  if (!METHODS.includes(method)) return wrongMethod(style, method, METHODS);
  if (method === "GET" && posted.ok) return wrongMethod(style, method, ["POST"]);
  // Of a POST, an action stands behind a colon.
  if (method === "POST" && listed !== undefined && !posted.ok && !path.includes(":")) return wrongMethod(style, method, ["GET"]);
  if (method === "GET" && listed !== undefined) return listed;
  if (posted.ok) return { ok: true, endpoint: "answer", style };
  return { ok: false, style, fault: method === "POST" ? posted.issues : parseRoute(method, path).issues };
}

function wrongMethod(style: StyleName, method: string, allowed: readonly string[]): NoRoute {
  const message = `${method.slice(0, 20)} is not taken here; send ${allowed.join(" or ")}.`;
  return { ok: false, style, fault: { kind: "invalid-request", status: 405, message }, headers: { allow: allowed.join(", ") } };
}

/** `/v1/models`, and what only vendors have: other versions, and one model behind them. */
function modelsRoute(path: string, headers: Headers, profile: BaseProfile | undefined): ModelsRoute | undefined {
  const [, version, name] = /^\/(v1|v1beta|v1alpha)\/models(?:\/(.+))?$/.exec(path) ?? [];
  if (version === undefined || !isPlainPath(path)) return undefined;
  if (profile === "gateway" && (version !== "v1" || name !== undefined)) return undefined;
  const style = styleOf(headers, nearestStyle(path));
  return { ok: true, endpoint: "models", style, ...(name === undefined ? {} : { model: decodedName(name) }) };
}

/** Two styles share a path; a client shows its style by headers of its own. */
function styleOf(headers: Headers, nearest: StyleName): StyleName {
  const own = styleNames.find((name) => {
    const { key, version } = edges[name].headers;
    return headers.has(version?.[0] ?? key);
  });
  return own !== undefined && edges[nearest].near === undefined ? own : nearest;
}
