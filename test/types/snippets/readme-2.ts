import OpenAI from "openai";
import { createFetch } from "../../../src/web.js";

const anthropic = createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://api.anthropic.com", model: "claude-sonnet-5-5", fetch });
const client = new OpenAI({ apiKey: process.env.ANTHROPIC_API_KEY, fetch: anthropic });
