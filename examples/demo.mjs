/**
 * One screen: documents of `fixtures/` in all directions, what was lost and why, and a stream translated while it arrives.
 * Runs on the built package: `npm run demo`.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createStreamTranslator, formatPath, styles, toErrorReply, translateError, translateRequest, validateRequest } from "interlingua";
import { createGateway } from "./gateway/handler.mjs";
import { createReplay } from "./gateway/replay.mjs";
import { listen } from "./gateway/server.mjs";

const colour = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = paint(1);
const dim = paint(2);
const red = paint(31);
const green = paint(32);
const yellow = paint(33);
const cyan = paint(36);
const width = Math.max(80, Math.min(process.stdout.columns ?? 110, 110));

const names = Object.keys(styles);
const short = { "chat-completions": "chat-compl.", messages: "messages", "generate-content": "generate-c." };
const read = (file) => readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8");
const readJson = (file) => JSON.parse(read(file));
const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const heading = (text) => console.log(`${text.startsWith("1") ? "" : "\n"}${bold(text)}`);

requests();
losses();
refusals();
errors();
await stream();
await gateway();

function requests() {
  heading("1  The same four requests in each style, translated into the two others: how many losses are reported");
  const others = (from) => names.filter((to) => to !== from);
  const row = (title, cells) => console.log(`   ${title.padEnd(16)} ${cells.map((cell) => cell.padEnd(29)).join(" ")}`);
  row(
    "",
    names.map((from) => `${from} into`),
  );
  row(
    "",
    names.map((from) =>
      others(from)
        .map((to) => short[to].padEnd(14))
        .join(" "),
    ),
  );
  for (const scenario of ["tool-round-trip", "web-search-tool", "thinking-budget", "sampling-limits"]) {
    const cells = names.flatMap((from) => others(from).map((to) => lossesOf(scenario, from, to)));
    console.log(`   ${cyan(scenario.padEnd(16))} ${cells.join(" ")}`);
  }
}

function lossesOf(scenario, from, to) {
  const { body, options } = requestOf(scenario, from);
  const { ok, issues } = translateRequest(body, { ...options, from, to });
  const said = issues.filter(({ severity }) => severity === "warning").length;
  const text = ok ? (said === 0 ? "✓" : `✓ ${said}`) : "✗";
  return (ok ? green : red)(text.padEnd(14));
}

function losses() {
  heading("2  What a target cannot carry, where it stands, and why");
  show("sampling-limits", "chat-completions", "messages");
  show("cached-content", "generate-content", "chat-completions");
}

function show(scenario, from, to) {
  const { body, options } = requestOf(scenario, from);
  for (const issue of translateRequest(body, { ...options, from, to }).issues) console.log(`   ${line(issue)}`);
}

function refusals() {
  heading("3  A request that is wrong, answered in the client's own words");
  const { body, options } = requestOf("invalid-requests", "messages");
  const result = validateRequest(body, { ...options, style: "messages" });
  for (const issue of result.issues) console.log(`   ${line(issue)}`);
  const reply = toErrorReply(result.issues, { style: "messages" });
  console.log(`   ${yellow(reply.status)} ${dim(cut(JSON.stringify(reply.body), width - 7))}`);
}

function errors() {
  heading("4  An error of a generate-content upstream, as each client expects it");
  const input = readJson("error-rate-limit/generate-content.error.json");
  for (const to of names) {
    const { status, headers, body } = translateError(input, { from: "generate-content", to }).value;
    const retry = headers["retry-after"] === undefined ? "" : `retry-after ${headers["retry-after"]}`;
    console.log(`   ${to.padEnd(17)} ${yellow(status)} ${retry.padEnd(14)} ${dim(cut(JSON.stringify(body), width - 41))}`);
  }
}

/** The bytes of a messages stream in slices of 48, beside what has come out by then. */
async function stream() {
  heading("5  A stream, translated while it arrives: messages → chat-completions");
  const translator = createStreamTranslator({ from: "messages", to: "chat-completions" });
  const bytes = new TextEncoder().encode(read("thinking-tool-answer/messages.stream.sse"));
  const column = Math.floor((width - 9) / 2);
  const decoder = new TextDecoder();
  let pending = "";
  const rows = (text) => text.split("\n").filter((row) => row.startsWith("data:"));
  for (let start = 0; start < bytes.length; start += 48) {
    const slice = bytes.subarray(start, start + 48);
    const written = decoder.decode(translator.push(slice), { stream: true });
    pending += new TextDecoder().decode(slice);
    const arrived = rows(pending.slice(0, pending.lastIndexOf("\n") + 1));
    pending = pending.slice(pending.lastIndexOf("\n") + 1);
    side(arrived, rows(written), column);
    if (colour) await wait(25);
  }
  side([], rows(decoder.decode(translator.end())), column);
}

/** The gateway of `examples/gateway/` on loopback, in front of an upstream that replays fixtures. */
async function gateway() {
  heading("6  A gateway on loopback: a chat-completions client, an upstream of generate-content");
  const log = (line) => console.log(`   ${"log".padEnd(8)} ${dim(cut(line, width - 12))}`);
  const { server, url } = await listen(
    createGateway({ to: "generate-content", baseUrl: "http://replay", fetch: createReplay("generate-content"), log }),
  );
  const question = { model: "web-search-answer", seed: 7, logit_bias: { 50256: -100 }, messages: [{ role: "user", content: "Who won?" }] };
  const ask = (key) =>
    fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: key, "content-type": "application/json" },
      body: JSON.stringify(question),
    });
  const answer = await ask("Bearer sk-demo");
  const { choices } = await answer.json();
  console.log(`   ${"answer".padEnd(8)} ${green(answer.status)} ${cut(choices[0].message.content, width - 16)}`);
  console.log(`   ${"issues".padEnd(8)} ${yellow(cut(answer.headers.get("x-interlingua-issues") ?? "none", width - 12))}`);
  server.closeAllConnections();
  server.close();
}

function side(left, right, column) {
  for (let index = 0; index < Math.max(left.length, right.length); index++)
    console.log(`   ${dim(cut(tidy(left[index]), column).padEnd(column))} ${green("│")} ${cut(tidy(right[index]), column)}`);
}

/** The part of an event that is worth reading. */
function tidy(row = "") {
  const data = row.replace(/^data: ?/, "");
  if (!data.startsWith("{")) return data;
  const event = JSON.parse(data);
  return event.type === undefined ? tidyChunk(event) : tidyEvent(event);
}

function tidyEvent({ type, delta = {}, content_block: { type: kind, name } = {} }) {
  const { type: piece, stop_sequence, ...said } = delta;
  const values = Object.values(said).filter((value) => value !== null);
  return [type, kind, name, piece, ...values].filter(Boolean).join(" ");
}

function tidyChunk({ choices: [choice], usage }) {
  if (choice === undefined) return `usage ${usage.prompt_tokens} + ${usage.completion_tokens}`;
  if (choice.finish_reason) return `finish_reason ${choice.finish_reason}`;
  const { role, content, reasoning_content, reasoning_details, tool_calls } = choice.delta;
  if (tool_calls) return `tool_calls ${tool_calls[0].function.name ?? tool_calls[0].function.arguments}`;
  if (reasoning_content) return `reasoning_content ${reasoning_content}`;
  return reasoning_details ? `reasoning_details ${reasoning_details[0].signature}` : `${role ?? "content"} ${content}`;
}

/** Code, place and sentence, in one line. */
function line({ severity, code, path, message }) {
  const tint = { error: red, warning: yellow, info: dim }[severity];
  const place = formatPath(path) || "(document)";
  return `${tint(code.padEnd(21))} ${bold(place.padEnd(17))} ${cut(message, width - 43)}`;
}

function requestOf(scenario, style) {
  const file = readJson(`${scenario}/${style}.request.json`);
  return style === "generate-content" ? { body: file.body, options: { path: file.path } } : { body: file, options: {} };
}
