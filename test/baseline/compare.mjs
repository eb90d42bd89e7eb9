/**
 * Compares what two builds of the library say: bodies, codes, paths, severities and losses, in all directions and both profiles.
 *
 *   node test/baseline/compare.mjs build before.mjs    bundles the sources as they are now
 *   node test/baseline/compare.mjs before.mjs [-n 500] [--seed 1] [--messages] [--show NAME]
 *
 * Differences are printed in groups, each with its count and one example; `--show` prints both outputs for one document.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    n: { type: "string", short: "n", default: "500" },
    seed: { type: "string", default: "1" },
    messages: { type: "boolean", default: false },
    show: { type: "string" },
  },
});

const bundle = (entry, outfile) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    logLevel: "error",
    define: { "import.meta.dirname": JSON.stringify(join(root, "test/support")) },
  });

if (positionals[0] === "build") {
  await bundle(join(root, "src/index.ts"), resolve(positionals[1]));
  process.exit(0);
}

const scratch = mkdtempSync(join(tmpdir(), "baseline-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const load = async (entry, name) => {
  await bundle(join(root, entry), join(scratch, name));
  return import(pathToFileURL(join(scratch, name)).href);
};
const before = await import(pathToFileURL(resolve(positionals[0])).href);
const after = await load("src/index.ts", "after.mjs");
const { allDocuments, allStreams } = await load("test/baseline/documents.ts", "documents.mjs");

const STYLES = ["chat-completions", "messages", "generate-content"];
const PROFILES = ["gateway", "vendor"];
const common = { report: "all", maxIssues: Number.MAX_SAFE_INTEGER };

/** Every call on a document: a name, and what it gives from one build. */
function* calls({ kind, style: from, body, path, text }) {
  const at = path === undefined ? {} : { path };
  for (const profile of PROFILES) {
    if (kind === "request") {
      for (const strict of [false, true])
        yield [
          `validateRequest ${from} ${profile}${strict ? " strict" : ""}`,
          (L) => ({ ...L.validateRequest(body, { style: from, profile, strict, ...at }), value: undefined }),
        ];
      for (const to of STYLES) {
        yield [`translateRequest ${from}>${to} ${profile}`, (L) => L.translateRequest(body, { from, to, profile, ...at, ...common })];
        if (from !== to)
          yield [
            `createExchange ${from}>${to} ${profile}`,
            (L) => {
              const result = L.createExchange(
                { path: path ?? L.formatRoute({ style: from, model: "m", stream: false }), body },
                { to, profile, upstreamProfile: "vendor", ...common },
              );
              return result.ok ? { ok: true, value: result.value.upstream, issues: result.value.issues } : result;
            },
          ];
      }
    } else if (kind === "response") {
      yield [`validateResponse ${from} ${profile}`, (L) => ({ ...L.validateResponse(body, { style: from, profile }), value: undefined })];
      if (profile === "gateway") yield [`streamResponse ${from}`, (L) => L.streamResponse(body, { style: from })];
      for (const to of STYLES)
        yield [`translateResponse ${from}>${to} ${profile}`, (L) => L.translateResponse(body, { from, to, profile, ...common })];
    } else if (kind === "error") {
      const input = typeof body === "object" && body !== null ? body : { body };
      yield [`validateError ${from} ${profile}`, (L) => ({ ...L.validateError(input, { style: from, profile }), value: undefined })];
      for (const to of STYLES)
        yield [`translateError ${from}>${to} ${profile}`, (L) => L.translateError(input, { from, to, profile, ...common })];
    } else {
      if (profile === "gateway") yield [`collectStream ${from}`, (L) => L.collectStream(text, { style: from })];
      for (const to of STYLES)
        for (const fastPath of [true, false])
          yield [
            `stream ${from}>${to} ${profile}${fastPath ? "" : " reference"}`,
            (L) => {
              const translator = L.createStreamTranslator({ from, to, profile, fastPath, ...common });
              const decoder = new TextDecoder();
              let out = "";
              for (let start = 0; start < text.length; start += 1000)
                out += decoder.decode(translator.push(text.slice(start, start + 1000)), { stream: true });
              return { ok: true, value: out + decoder.decode(translator.end()), issues: translator.issues };
            },
          ];
    }
  }
}

const facts = ({ code, severity, loss, path, message, rule }) =>
  [
    code,
    severity,
    loss ?? "-",
    path.map((step) => (typeof step === "number" ? "#" : step)).join("."),
    rule ?? "",
    values.messages ? message : "",
  ].join(" ");

/** The first place where two values differ. */
function place(a, b, path = "") {
  if (typeof a === "string" && typeof b === "string" && a.includes("\n")) return `${path} line of a stream`;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return path || "(value)";
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (!isDeepStrictEqual(a[key], b[key])) return place(a[key], b[key], `${path}.${/^\d+$/.test(key) ? "#" : key}`);
  return path;
}

function differences(name, one, two) {
  const found = [];
  if (one.ok !== two.ok) found.push(`ok ${one.ok} became ${two.ok}`);
  else if (JSON.stringify(one.value) !== JSON.stringify(two.value))
    found.push(isDeepStrictEqual(one.value, two.value) ? "order of fields" : `value at ${place(one.value, two.value)}`);
  const lines = (issues) => issues.map(facts).sort();
  const [had, has] = [lines(one.issues ?? []), lines(two.issues ?? [])];
  const rest = [...has];
  for (const line of had) {
    const index = rest.indexOf(line);
    if (index === -1) found.push(`gone: ${line}`);
    else rest.splice(index, 1);
  }
  for (const line of new Set(rest)) found.push(`new: ${line}`);
  return [...new Set(found)].map((what) => `${name} | ${what}`);
}

const groups = new Map();
let count = 0;
const run = (call, library) => {
  try {
    return call(library);
  } catch (error) {
    return { ok: false, value: undefined, issues: [], thrown: String(error) };
  }
};
const subjects = [...allDocuments(Number(values.n), Number(values.seed)), ...allStreams().map((stream) => ({ kind: "stream", ...stream }))];
for (const subject of subjects) {
  if (values.show !== undefined && !subject.name.includes(values.show)) continue;
  for (const [name, call] of calls(subject)) {
    count++;
    const [one, two] = [run(call, before), run(call, after)];
    const found = differences(name, one, two);
    if (one.thrown !== two.thrown) found.push(`${name} | throws ${one.thrown} became ${two.thrown}`);
    if (values.show !== undefined && found.length > 0)
      console.log(subject.name, name, "\nBEFORE", JSON.stringify(one, null, 1), "\nAFTER", JSON.stringify(two, null, 1));
    for (const what of found) {
      const group = groups.get(what) ?? { count: 0, example: subject.name };
      group.count++;
      groups.set(what, group);
    }
  }
}
for (const [what, { count: times, example }] of [...groups].sort((a, b) => b[1].count - a[1].count))
  console.log(`${times} × ${what}   (${example})`);
console.log(`${subjects.length} documents, ${count} calls, ${groups.size} kinds of difference`);
