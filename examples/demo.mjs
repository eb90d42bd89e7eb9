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

const colour = process.stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = paint(1);
const dim = paint(2);
const red = paint(31);
const green = paint(32);
const yellow = paint(33);
const cyan = paint(36);
const width = Math.max(80, Math.min(process.stdout.columns ?? 120, 160));

const names = Object.keys(styles);
const read = (file) => readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8");
const readJson = (file) => JSON.parse(read(file));
const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const heading = (text) => console.log(`\n${bold(text)}`);

requests();
losses();
refusals();
errors();
await stream();
await gateway();
console.log();

function requests() {
  heading("1  Requests: six directions");
  for (const scenario of ["tool-round-trip", "web-search-tool", "thinking-budget", "sampling-limits"])
    for (const from of names) {
      const source = requestOf(scenario, from);
      const cells = names
        .filter((to) => to !== from)
        .map((to) => {
          const result = translateRequest(source.body, { ...source.options, from, to });
          const said = result.issues.filter(({ severity }) => severity === "warning").length;
          const mark = result.ok ? green("✓") : red("✗");
          return `${mark} ${to.padEnd(16)} ${result.ok ? dim(`${said === 0 ? "no" : said} loss${said === 1 ? "" : "es"}`.padEnd(9)) : red("refused".padEnd(9))}`;
        });
      console.log(`   ${cyan((from === names[0] ? scenario : "").padEnd(18))} ${from.padEnd(16)} → ${cells.join("  ")}`);
    }
}

function losses() {
  heading("2  What a target cannot carry, where it stands, and why");
  show("sampling-limits", "chat-completions", "messages");
  show("cached-content", "generate-content", "chat-completions");
}

function show(scenario, from, to) {
  const { body, options } = requestOf(scenario, from);
  console.log(`   ${cyan(scenario)} ${from} → ${to}`);
  for (const issue of translateRequest(body, { ...options, from, to }).issues) console.log(`     ${line(issue)}`);
}

function refusals() {
  heading("3  A request that is wrong, answered in the client's own words");
  const { body, options } = requestOf("invalid-requests", "messages");
  const result = validateRequest(body, { ...options, style: "messages" });
  for (const issue of result.issues) console.log(`     ${line(issue)}`);
  const reply = toErrorReply(result.issues, { style: "messages" });
  console.log(`     ${dim(cut(`${reply.status} ${JSON.stringify(reply.body)}`, width - 6))}`);
}

function errors() {
  heading("4  An error of the upstream, as each client expects it");
  const input = readJson("error-rate-limit/generate-content.error.json");
  for (const to of names) {
    const { status, headers, body } = translateError(input, { from: "generate-content", to }).value;
    const retry = headers["retry-after"] === undefined ? "" : ` retry-after ${headers["retry-after"]}`;
    console.log(`     ${to.padEnd(17)} ${yellow(`${status}${retry}`)} ${dim(cut(JSON.stringify(body), width - 45))}`);
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
  const log = (line) => console.log(`     ${cyan("log")}      ${cut(line, width - 14)}`);
  const { server, url } = await listen(
    createGateway({ to: "generate-content", baseUrl: "http://replay", fetch: createReplay("generate-content"), log }),
  );
  const question = { model: "web-search-answer", seed: 7, logit_bias: { 50256: -100 }, messages: [{ role: "user", content: "Who won?" }] };
  const ask = (key) =>
    fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: key === undefined ? {} : { authorization: key },
      body: JSON.stringify(question),
    });
  for (const key of [undefined, "Bearer sk-demo"]) {
    const answer = await ask(key);
    const { error, choices } = await answer.json();
    const said = error?.message ?? choices[0].message.content;
    console.log(`     ${answer.ok ? green(answer.status) : yellow(answer.status)}      ${cut(said, width - 14)}`);
    console.log(dim(`     issues   ${cut(answer.headers.get("x-interlingua-issues") ?? "none", width - 14)}`));
  }
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
  const { choices: [choice] = [] } = event;
  if (choice !== undefined) return choice.finish_reason ? `finish_reason ${choice.finish_reason}` : `delta ${JSON.stringify(choice.delta)}`;
  if (event.usage !== undefined && event.type === undefined) return `usage ${event.usage.prompt_tokens} + ${event.usage.completion_tokens}`;
  const { type, delta, content_block } = event;
  const content = delta ?? content_block;
  return content === undefined ? type : `${type} ${JSON.stringify(content)}`;
}

/** Code and place, and the sentence below where it does not fit beside them. */
function line({ severity, code, path, message }) {
  const tint = { error: red, warning: yellow, info: dim }[severity];
  const place = formatPath(path) || "(document)";
  const fits = code.length + place.length + message.length + 7 <= width;
  return `${tint(code)} ${bold(place)}${fits ? " " : "\n       "}${cut(message, width - 7)}`;
}

function requestOf(scenario, style) {
  const file = readJson(`${scenario}/${style}.request.json`);
  return style === "generate-content" ? { body: file.body, options: { path: file.path } } : { body: file, options: {} };
}
