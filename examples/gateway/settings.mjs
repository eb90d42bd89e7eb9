/** What an environment asks for: a real service where there is a key or an address, else the replaying upstream. */
import { dialects } from "interlingua/dialects";

const SERVICES = [
  ["messages", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "https://api.anthropic.com"],
  ["generate-content", "GEMINI_API_KEY", "GEMINI_BASE_URL", "https://generativelanguage.googleapis.com"],
  ["chat-completions", "OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com"],
];

/**
 * `UPSTREAM_STYLE` picks one of several services, or the style that is replayed. `UPSTREAM_PROFILE=gateway` is for services
 * that are not the vendor's own, and `UPSTREAM_PROFILE=vllm` for those of docs/dialects.md. `MODEL_MAP` is `theirs=ours,theirs=ours`, with `*`
 * for any text; without it all models go by their names. `GATEWAY_KEYS` lists the keys of the clients; without it any will do.
 * `MAX_BODY_BYTES` and `UPSTREAM_TIMEOUT` (milliseconds) are numbers.
 */
export function settings(env) {
  const service = SERVICES.find(
    ([style, key, baseUrl]) => (env[key] || env[baseUrl]) && (!env.UPSTREAM_STYLE || env.UPSTREAM_STYLE === style),
  );
  const listed = (text = "") => text.split(",").filter(Boolean);
  const keys = listed(env.GATEWAY_KEYS);
  const shared = {
    ...(env.MODEL_MAP ? { models: Object.fromEntries(listed(env.MODEL_MAP).map((pair) => pair.split("=", 2))) } : {}),
    ...(env.GATEWAY_KEYS ? { accepts: (key) => keys.includes(key) } : {}),
    ...(env.UPSTREAM_PROFILE ? { upstreamProfile: dialects[env.UPSTREAM_PROFILE] ?? env.UPSTREAM_PROFILE } : {}),
    ...(env.MAX_BODY_BYTES ? { maxBodyBytes: numberOf(env, "MAX_BODY_BYTES") } : {}),
    ...(env.UPSTREAM_TIMEOUT ? { timeout: numberOf(env, "UPSTREAM_TIMEOUT") } : {}),
  };
  if (service === undefined) {
    const to = env.UPSTREAM_STYLE || "messages";
    return { to, baseUrl: "http://replay", key: "sk-replay", fetch: replayed(to), ...shared };
  }
  const [to, key, baseUrl, fallback] = service;
  return { to, baseUrl: env[baseUrl] || fallback, ...(env[key] ? { key: env[key] } : {}), ...shared };
}

/** What is no number would give up every request at once. */
function numberOf(env, name) {
  if (!/^\d+$/.test(env[name])) throw new TypeError(`${name} must be a number, not ${JSON.stringify(env[name])}.`);
  return Number(env[name]);
}

/** Loads what needs files only where it is asked: a worker with a key has none. */
function replayed(style) {
  let replay;
  return async (input, init) => {
    replay ??= import("./replay.mjs").then(({ createReplay }) => createReplay(style));
    return (await replay)(input, init);
  };
}
