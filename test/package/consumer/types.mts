import { type Issue, translateRequest } from "interlingua";
import * as chatCompletions from "interlingua/chat-completions";
import * as codec from "interlingua/codec";
import * as dialects from "interlingua/dialects";
import * as generateContent from "interlingua/generate-content";
import * as messages from "interlingua/messages";
import { validate } from "interlingua/messages/rules";
import * as models from "interlingua/models";
import * as schema from "interlingua/schema";
import * as sse from "interlingua/sse";
import * as web from "interlingua/web";

const result = translateRequest({}, { from: "chat-completions", to: "messages" });
export const tokens: number | undefined = result.ok ? result.value.body.max_tokens : undefined;
export const findings: readonly Issue[] = validate.request({});
export const issues: readonly Issue[] = result.issues;
export const entries: readonly object[] = [chatCompletions, codec, dialects, generateContent, messages, models, schema, sse, web];
const decoded = codec.styles.messages.response.decode({});
export const choices: number | undefined = decoded.ok ? decoded.value.choices.length : undefined;
// @ts-expect-error: no such style
translateRequest({}, { from: "chat", to: "messages" });
