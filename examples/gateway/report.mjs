/** What the gateway tells of a call: a header for the client, a line for the log, and the tokens of a stream. */
import { formatPath, parseJson, styles } from "interlingua";
import { createSseReader } from "interlingua/sse";

/** `dropped.field seed, approximated.clamped temperature`: what a header can hold. Streams add theirs to the log alone. */
export function issuesHeader(issues) {
  if (issues.length === 0) return {};
  const shown = issues.slice(0, 20).map(({ code, path }) => `${code} ${formatPath(path).slice(0, 100)}`.trim());
  const more = issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : [];
  return { "x-interlingua-issues": [...shown, ...more].join(", ").replace(/[^\x20-\x7e]/g, "?") };
}

/** `POST /v1/messages 200 12+7 tokens | dropped.field seed`, without what has no effect. */
export function lineOf(method, path, { status, issues, usage }) {
  const tokens = usage === undefined ? "" : ` ${usage.inputTokens}+${usage.outputTokens} tokens`;
  const said = issues.filter(({ severity }) => severity !== "info").map(({ code, path }) => `${code} ${formatPath(path)}`.trim());
  return `${method} ${path} ${status}${tokens}${said.length === 0 ? "" : ` | ${said.join(", ")}`}`;
}

/** Reads the token counts that pass by. */
export function usageReader(style) {
  const reader = createSseReader();
  const decoder = styles[style].stream.decoder();
  let latest;
  const push = (chunk) => {
    for (const { data } of reader.push(chunk)) {
      const value = data === "[DONE]" ? undefined : parseJson(data, { style });
      for (const event of value?.ok ? decoder.push(value.value) : []) if (event.type === "usage") latest = event.usage;
    }
  };
  return { push, latest: () => latest };
}
