/** What the gateway tells of a call: a header for the client, a line for the log, and the tokens that it took. */
import { formatPath, parseJson, styles } from "interlingua";
import { createSseReader } from "interlingua/sse";

/** `dropped.field seed, approximated.clamped temperature`: what a header can hold. Streams add theirs to the log alone. */
export function issuesHeader(issues) {
  const shown = issues.slice(0, 20).map(({ code, path }) => `${code} ${formatPath(path).slice(0, 100)}`.trim());
  if (issues.length > shown.length) shown.push(`and ${issues.length - shown.length} more`);
  return shown.length === 0 ? [] : [["x-interlingua-issues", shown.join(", ").replace(/[^\x20-\x7e]/g, "?")]];
}

/**
 * `POST /v1/messages 200 12+7 tokens | dropped.field seed`, without what has no effect. Why the upstream could not be asked stands in the log
 * alone: it may name hosts.
 */
export function lineOf(method, path, { status, issues, usage, failure }) {
  const tokens = usage === undefined ? "" : ` ${usage.inputTokens}+${usage.outputTokens} tokens`;
  const said = issues.filter(({ severity }) => severity !== "info").map(({ code, path }) => `${code} ${formatPath(path)}`.trim());
  if (failure !== undefined)
    said.push(`upstream: ${[failure.message, failure.cause?.code ?? failure.cause?.message].filter(Boolean).join(", ")}`);
  return `${method} ${path} ${status}${tokens}${said.length === 0 ? "" : ` | ${said.join(", ")}`}`;
}

/** The same `fetch`, but `call` has its failure, or the tokens of what passes by (`usage`), in the words of the model between the styles. */
export function counting(fetch, style, call) {
  const ask = async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.body === null) return answer;
    if (answer.headers.get("content-type")?.startsWith("text/event-stream"))
      return new Response(ReadableStream.from(counted(answer.body, style, call)), answer);
    const text = await answer.text();
    const decoded = answer.ok && jsonIn(text, (body) => styles[style].response.decode(body));
    if (decoded?.ok) call.usage = decoded.value.usage;
    return new Response(text, answer);
  };
  return (input, init) =>
    ask(input, init).catch((error) => {
      call.failure = error;
      throw error;
    });
}

async function* counted(body, style, call) {
  const reader = createSseReader();
  const decoder = styles[style].stream.decoder();
  for await (const chunk of body) {
    for (const { data } of reader.push(chunk))
      for (const event of jsonIn(data, (value) => decoder.push(value)) ?? []) if (event.type === "usage") call.usage = event.usage;
    yield chunk;
  }
}

function jsonIn(text, read) {
  const json = parseJson(text, { style: "chat-completions" });
  return json.ok ? read(json.value) : undefined;
}
