import interlingua = require("interlingua");
import web = require("interlingua/web");

const result = interlingua.translateRequest({}, { from: "messages", to: "chat-completions" });
export const model: string | undefined = result.ok ? result.value.body.model : undefined;
export const entries: readonly object[] = [web];
