/** The same gateway where a module is a server: Cloudflare Workers, Deno Deploy, Bun. Settings come from the environment. */
import { createGateway } from "./handler.mjs";
import { settings } from "./settings.mjs";

export default {
  fetch: (request, env) => createGateway({ ...settings(env), log: console.log })(request),
};
