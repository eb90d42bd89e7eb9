/** Whole documents in which a list, or two that belong together, grow with the size. */
import type { Scenario } from "../support/work.js";

export const rows: Readonly<Record<string, Scenario>> = {
  "calls and their results, chat-completions": ({ translateRequest }, size) => {
    const calls = Array.from({ length: size }, (_, at) => ({
      id: `c${at}`,
      type: "function",
      function: { name: `f${at}`, arguments: "{}" },
    }));
    const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "r" })).reverse();
    const messages = [{ role: "user", content: "q" }, { role: "assistant", content: null, tool_calls: calls }, ...results];
    return () =>
      (["messages", "generate-content"] as const).map((to) => translateRequest({ model: "m", messages }, { from: "chat-completions", to }));
  },
  "results without an id, chat-completions": ({ translateRequest }, size) => {
    const messages = Array.from({ length: size }, () => ({
      role: "assistant",
      content: null,
      function_call: { name: "f", arguments: "{}" },
    }));
    const results = messages.map(() => ({ role: "function", name: "f", content: "r" }));
    const body = { model: "m", messages: [{ role: "user", content: "q" }, ...messages, ...results] };
    return () => translateRequest(body, { from: "chat-completions", to: "messages" });
  },
  "instructions in the middle, chat-completions": ({ translateRequest }, size) => {
    const system = Array.from({ length: size }, () => ({ role: "system", content: "s" }));
    const messages = [{ role: "user", content: "q" }, ...system, { role: "assistant", content: "a" }, { role: "user", content: "q" }];
    return () => translateRequest({ model: "m", messages }, { from: "chat-completions", to: "messages" });
  },
  "turns of which nothing is left, chat-completions": ({ translateRequest }, size) => {
    const messages = Array.from({ length: size }, () => ({ role: "user", content: [{ type: "unheard_of" }] }));
    const body = { model: "m", messages: [{ role: "user", content: "q" }, ...messages] };
    return () => translateRequest(body, { from: "chat-completions", to: "generate-content", profile: "vendor" });
  },
  "allowed tools, chat-completions": ({ translateRequest }, size) => {
    const tools = Array.from({ length: size }, (_, at) => ({
      type: "function",
      function: { name: `f${at}`, parameters: { type: "object" } },
    }));
    const allowed = tools.map(({ function: { name } }) => ({ type: "function", function: { name } }));
    const tool_choice = { type: "allowed_tools", allowed_tools: { mode: "required", tools: allowed } };
    const body = { model: "m", messages: [{ role: "user", content: "q" }], tools, tool_choice };
    return () => {
      for (const profile of ["gateway", "vendor"] as const)
        for (const to of ["messages", "generate-content"] as const) translateRequest(body, { from: "chat-completions", to, profile });
    };
  },
  "calls and their results, messages": ({ translateRequest }, size) => {
    const calls = Array.from({ length: size }, (_, at) => ({ type: "tool_use", id: `c${at}`, name: "f", input: {} }));
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "r" })).reverse();
    const messages = [
      { role: "user", content: "q" },
      { role: "assistant", content: calls },
      { role: "user", content: results },
    ];
    return () =>
      (["chat-completions", "generate-content"] as const).map((to) =>
        translateRequest({ model: "m", max_tokens: 1, messages }, { from: "messages", to }),
      );
  },
  "calls and results of one id, messages": ({ translateRequest }, size) => {
    const calls = Array.from({ length: size }, () => ({ type: "tool_use", id: "c", name: "f", input: {} }));
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "r" }));
    const messages = [
      { role: "user", content: "q" },
      { role: "assistant", content: calls },
      { role: "user", content: results },
    ];
    return () =>
      (["chat-completions", "generate-content"] as const).map((to) =>
        translateRequest({ model: "m", max_tokens: 1, messages }, { from: "messages", to }),
      );
  },
  "instructions after thoughts of another service, messages": ({ translateRequest }, size) => {
    const messages = Array.from({ length: size }, () => [
      { role: "system", content: "s" },
      { role: "assistant", content: [{ type: "thinking", thinking: "t", signature: "sig1.g.x.QUJD" }] },
      { role: "user", content: "q" },
    ]).flat();
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "q" }, ...messages] };
    return () => translateRequest(body, { from: "messages", to: "messages" });
  },
  "calls and their responses, generate-content": ({ translateRequest }, size) => {
    const calls = Array.from({ length: size }, (_, at) => ({ functionCall: { id: `c${at}`, name: `f${at}`, args: {} } }));
    const contents = [
      { role: "user", parts: [{ text: "q" }] },
      { role: "model", parts: calls },
      ...calls
        .map(({ functionCall: { id, name } }) => ({ role: "user", parts: [{ functionResponse: { id, name, response: {} } }] }))
        .reverse(),
    ];
    return () =>
      (["chat-completions", "messages"] as const).map((to) => translateRequest({ contents }, { from: "generate-content", to, model: "m" }));
  },
  "calls and their responses without ids, generate-content": ({ translateRequest }, size) => {
    const names = Array.from({ length: size }, (_, at) => `f${at}`);
    const contents = [
      { role: "user", parts: [{ text: "q" }] },
      { role: "model", parts: names.map((name) => ({ functionCall: { name, args: {} } })) },
      { role: "user", parts: names.map((name) => ({ functionResponse: { name, response: {} } })).reverse() },
    ];
    return () => translateRequest({ contents }, { from: "generate-content", to: "messages", model: "m" });
  },
  "supports and citations, generate-content": ({ translateResponse }, size) => {
    const text = "é".repeat(10 * size);
    const chunks = Array.from({ length: size }, (_, at) => ({ web: { uri: `https://a/${at}`, title: "t" } }));
    const supports = chunks.map((_, at) => ({
      segment: { startIndex: 20 * at, endIndex: 20 * at + 10 },
      groundingChunkIndices: [at],
      confidenceScores: [0.5],
    }));
    const citations = chunks.map((_, at) => ({ startIndex: 20 * at, endIndex: 20 * at + 6, uri: `https://b/${at}` }));
    const candidate = {
      content: { role: "model", parts: [{ text }] },
      finishReason: "STOP",
      groundingMetadata: { groundingChunks: chunks, groundingSupports: supports },
      citationMetadata: { citations },
    };
    return () =>
      (["chat-completions", "messages"] as const).map((to) =>
        translateResponse({ candidates: [candidate] }, { from: "generate-content", to }),
      );
  },
  "supports of as many parts, generate-content": ({ translateResponse }, size) => {
    const parts = Array.from({ length: size }, (_, at) => (at % 2 === 0 ? { text: "word" } : { text: "t", thought: true }));
    const supports = parts.map((_, partIndex) => ({ segment: { partIndex, startIndex: 0, endIndex: 4 }, groundingChunkIndices: [0] }));
    const candidate = {
      content: { role: "model", parts },
      finishReason: "STOP",
      groundingMetadata: { groundingChunks: [{ web: { uri: "https://a" } }], groundingSupports: supports },
      citationMetadata: { citations: parts.map((_, at) => ({ startIndex: at, endIndex: at + 1, uri: "https://b" })) },
    };
    return () => translateResponse({ candidates: [candidate] }, { from: "generate-content", to: "chat-completions" });
  },
  "citations that all overlap, generate-content": ({ translateResponse }, size) => {
    const supports = Array.from({ length: size }, (_, at) => ({
      segment: { startIndex: at, endIndex: 2 * size - at },
      groundingChunkIndices: [0],
    }));
    const candidate = {
      content: { role: "model", parts: [{ text: "x".repeat(2 * size) }] },
      finishReason: "STOP",
      groundingMetadata: { groundingChunks: [{ web: { uri: "https://a" } }], groundingSupports: supports },
    };
    return () => {
      const result = translateResponse({ candidates: [candidate] }, { from: "generate-content", to: "messages" });
      return JSON.stringify(result);
    };
  },
  "annotations that all overlap, chat-completions": ({ translateResponse }, size) => {
    const content = "é".repeat(size);
    const annotations = Array.from({ length: size }, (_, at) => ({
      type: "url_citation",
      url_citation: { url: `https://a/${at}`, title: "t", start_index: 0, end_index: size - at },
    }));
    const choices = [{ index: 0, message: { role: "assistant", content, annotations }, finish_reason: "stop" }];
    return () => JSON.stringify(translateResponse({ choices }, { from: "chat-completions", to: "generate-content" }));
  },
  "cited texts, messages": ({ translateResponse }, size) => {
    const cited = (at: number) => ({
      type: "web_search_result_location",
      url: `https://a/${at}`,
      title: "t",
      cited_text: "c",
      encrypted_index: "e",
    });
    const content = Array.from({ length: size }, (_, at) => ({ type: "text", text: "é", citations: [cited(at)] }));
    const body = { type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn" };
    return () => translateResponse(body, { from: "messages", to: "generate-content" });
  },
  "log probabilities in the choices of one answer, chat-completions": ({ translateResponse }, size) => {
    const token = { token: "t", logprob: 0, bytes: null, top_logprobs: [] };
    const choice = { index: 0, message: { role: "assistant", content: "t" }, logprobs: { content: [token] }, finish_reason: "stop" };
    const choices = Array.from({ length: size }, () => choice);
    return () => translateResponse({ choices }, { from: "chat-completions", to: "messages" });
  },
  "faults between what can be read, messages": ({ translateResponse }, size) => {
    const cited = { type: "web_search_result_location", url: "https://a", title: "t", cited_text: "c", encrypted_index: "e" };
    const text = { type: "text", text: "t", citations: Array.from({ length: size }, () => [5, cited]).flat() };
    const body = { type: "message", role: "assistant", model: "m", content: [text], stop_reason: "end_turn" };
    return () => translateResponse(body, { from: "messages", to: "chat-completions" });
  },
  "schemas that are merged and put in place, chat-completions": ({ translateRequest }, size) => {
    const named = Array.from({ length: size }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}`, [`x${at}`]: 1 }] as const);
    const $defs = { ...Object.fromEntries(named), words: { type: "string", enum: named.map(([name]) => name) } };
    const allOf = named.map(([name]) => ({ properties: { [name]: { type: "string" } }, required: [name] }));
    const words = Object.fromEntries(named.map(([name]) => [name, { $ref: "#/$defs/words" }]));
    const parameters = { type: "object", $defs, allOf, properties: { ...words, chain: { $ref: "#/$defs/d0" } } };
    const tools = [{ type: "function", function: { name: "f", parameters } }];
    const body = { model: "m", messages: [{ role: "user", content: "q" }], tools };
    return () => translateRequest(body, { from: "chat-completions", to: "generate-content", gSchema: "parameters" });
  },
  "references of one name to what is wrapped, messages": ({ translateRequest }, size) => {
    const names = Array.from({ length: size }, (_, at) => `d${at}`);
    const kept = Object.fromEntries(names.map((name) => [name, { x: { type: "string" } }]));
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/items/kept/${name}/x` }]));
    const format = { type: "json_schema", schema: { type: "array", items: { type: "object", kept, properties } } };
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "q" }], output_config: { format } };
    return () => translateRequest(body, { from: "messages", to: "chat-completions" });
  },
  "references that are spelled in many ways and stand in many places, chat-completions": ({ translateRequest }, size) => {
    const names = Array.from({ length: size }, (_, at) => `d${at}`);
    const big = { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])) };
    const spelled = (at: number) =>
      [..."properties"].map((char, bit) => ((at >> bit) & 1 ? `%${char.charCodeAt(0).toString(16)}` : char)).join("");
    const moved = names.map((_, at) => ({ $ref: `#/anyOf/1/${spelled(at)}/big` }));
    const kept = names.map(() => ({ $ref: "#/properties/same" }));
    const minimum = { type: "integer", minimum: 1, exclusiveMinimum: true };
    const anyOf = [{ properties: { moved: { anyOf: moved } } }, { properties: { big } }];
    const tools = [
      { type: "function", function: { name: "f", parameters: { type: "object", anyOf } } },
      {
        type: "function",
        function: { name: "g", parameters: { type: "object", properties: { same: big, minimum, kept: { anyOf: kept } } } },
      },
    ];
    const body = { model: "m", messages: [{ role: "user", content: "q" }], tools };
    return () => translateRequest(body, { from: "chat-completions", to: "messages" });
  },
  "objects of a branch with many names, chat-completions": ({ translateResponse }, size) => {
    const keys = Array.from({ length: size }, (_, at) => `k${at}`);
    const args = JSON.stringify({ list: keys.map((name) => ({ [name]: 1 })) });
    const call = { id: "c", type: "function", function: { name: "f", arguments: args } };
    const body = { id: "a", model: "m", choices: [{ index: 0, message: { role: "assistant", content: null, tool_calls: [call] } }] };
    const context = { restore: { tools: { f: { props: { list: { items: { any: [{ keys, drop: keys }, null] } } } } } } };
    return () => translateResponse(body, { from: "chat-completions", to: "messages", context });
  },
  "nulls that mean not given, chat-completions": ({ translateResponse }, size) => {
    const names = Array.from({ length: size }, (_, at) => `k${at}`);
    const args = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
    const message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: args } }],
    };
    const body = { id: "a", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const context = { restore: { tools: { f: { drop: names } } } };
    return () => translateResponse(body, { from: "chat-completions", to: "messages", context });
  },
  "allowed functions that nobody declared, generate-content": ({ validateRequest }, size) => {
    const functionDeclarations = Array.from({ length: size }, (_, at) => ({ name: `declared${at}` }));
    const allowedFunctionNames = functionDeclarations.map((_, at) => `other_${at}`);
    const body = {
      contents: [{ role: "user", parts: [{ text: "q" }] }],
      tools: [{ functionDeclarations }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames } },
    };
    return () => validateRequest(body, { style: "generate-content", profile: "vendor" });
  },
  "different long images as bytes": ({ translateRequestBytes }, size) => {
    const content = Array.from({ length: size }, (_, at) => ({
      type: "image_url",
      image_url: { url: `data:image/png;base64,${"QUJD".repeat(1500)}${String(at).padStart(8, "0")}` },
    }));
    const bytes = new TextEncoder().encode(JSON.stringify({ model: "m", messages: [{ role: "user", content }] }));
    return () => translateRequestBytes(bytes, { from: "chat-completions", to: "messages" });
  },
};
