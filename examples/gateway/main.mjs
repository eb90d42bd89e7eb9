/**
 * `node examples/gateway/main.mjs` after `npm run build`. With OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY it
 * forwards to that service, without it replays fixtures; see settings.mjs.
 */
import { createGateway } from "./handler.mjs";
import { listen } from "./server.mjs";
import { settings } from "./settings.mjs";

const chosen = settings(process.env);
const { url } = await listen(createGateway({ ...chosen, log: console.log }), Number(process.env.PORT ?? 8787));
console.log(`${url} → ${chosen.to} at ${chosen.baseUrl}`);
console.log(
  `try: curl ${url}/v1/chat/completions -H 'authorization: Bearer sk-any' -H 'content-type: application/json' -d '{"model":"plain-text","messages":[{"role":"user","content":"hi"}]}'`,
);
