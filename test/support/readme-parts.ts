/** The generated parts of docs/options.md: options from their doc comments, limits from the constants that hold them. */

import { MAX_ISSUES, MAX_STREAM_ISSUES } from "../../src/core/issue-log.js";
import { MAX_DEPTH, MAX_NODES } from "../../src/core/json.js";
import { MAX_FAULTS } from "../../src/core/schema.js";
import { MAX_EVENT_BYTES } from "../../src/sse/index.js";
import { MAX_CITATIONS, MAX_GATHERED, MAX_PARTS } from "../../src/stream/limits.js";
import { MOST_HELD } from "../../src/styles/generate-content/grounding.js";
import { exportsOf, type Member } from "./api.js";

const surface = [...exportsOf("interlingua"), ...exportsOf("interlingua/web")];

function membersOf(...types: readonly string[]): readonly Member[] {
  const members = types.flatMap((type) => surface.find(({ name }) => name === type)?.members ?? []);
  return members.filter(({ name }, index) => members.findIndex((other) => other.name === name) === index);
}

export function optionTables(): string {
  return [
    "Of every translation:",
    table(membersOf("TranslateOptions", "TranslateRequestOptions", "ReportOptions", "TargetOptions")),
    "Policies, for where the target cannot say what the source says:",
    table(membersOf("Policies")),
    "Of streams:",
    table(membersOf("StreamSettings")),
    'Of `createExchange`, `createFetch` and `createHandler`, beside those of translations; `profile` of the latter two is `"vendor"` by default:',
    table(membersOf("ExchangeOptions", "FetchOptions", "HandlerOptions").filter(({ name }) => name !== "from")),
    "Of validators, beside `capabilities`, `modelGeneration`, `inlineMimeTypes` and `maxIssues`:",
    table(membersOf("ValidateDocumentOptions", "ValidateOptions")),
  ].join("\n\n");
}

function table(options: readonly Member[]): string {
  const rows = options.map(({ name, type, comment }) => {
    const [said, byDefault] = /(?:^| )Default:? ((?:[^.]|\.(?! |$))+)\./.exec(comment?.text ?? "") ?? [];
    const effect = said === undefined ? comment?.text : comment?.text.replace(said, "");
    // That an option may be undefined goes without saying.
    const shown = type.replace(/ \| undefined$/, "").replace(/^\((\(.*)\)$/, "$1");
    return `| \`${name}\` | ${cell(`\`${shown}\``)} | ${cell(comment?.defaultValue ?? byDefault ?? "")} | ${cell(effect ?? "")} |`;
  });
  return `| Option | Type | Default | Effect |\n|---|---|---|---|\n${rows.join("\n")}`;
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").replace(/\|/g, "\\|");
}

export function limits(): string {
  return [
    `- JSON nested deeper than ${MAX_DEPTH} levels, or of more than ${grouped(MAX_NODES)} objects and arrays, is refused.`,
    `- An event of a stream may have ${MAX_EVENT_BYTES / 1024 / 1024} MiB (\`maxEventBytes\`); a longer one ends the stream in an error.`,
    `- Citations of generate-content count bytes, so that a stream from or into it holds its text: up to ${grouped(MOST_HELD)} characters and 16 384 parts, beyond which citations have no place in it.`,
    `- A stream that goes on without end does not fill the memory: more than ${grouped(MAX_PARTS)} parts besides texts and thoughts, or ${grouped(MAX_GATHERED)} characters of arguments, media in pieces and refusals, end it in an error (\`stream.error\`); citations beyond ${grouped(MAX_CITATIONS)} are left out (\`approximated.citation\`).`,
    `- At most ${MAX_ISSUES} findings of a document are listed, ${MAX_STREAM_ISSUES} of a stream (\`maxIssues\`); one more, \`issues.more\`, counts the rest. Checking stops at the first error beyond. What has the wrong shape is listed up to ${MAX_FAULTS} times, whatever \`maxIssues\` is.`,
    "- Facts in an issue have at most 200 characters, and never hold base64.",
  ].join("\n");
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, " ");
}
