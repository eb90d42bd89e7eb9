/**
 * Makes models.json of a local copy of models.dev and of models.overrides.json. Needs no network and no packages.
 *
 *   npm run models -- PATH     a checkout of github.com/anomalyco/models.dev, or its git directory alone
 *   npm run models -- PATH OVERRIDES OUT
 *
 * A change of the data is the change of models.json in a commit. An override that models.dev has caught up with is deleted.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const [repository, overridesFile = join(here, "models.overrides.json"), out = join(here, "models.json")] = process.argv.slice(2);
if (repository === undefined) {
  console.error("Which copy of models.dev? npm run models -- PATH");
  process.exit(2);
}

const PROVIDERS = ["anthropic", "openai", "google"];
const LABS = ["deepseek", "mistral", "moonshotai", "xai", "zhipuai", "minimax", "alibaba", "meta"];
const NO_CHAT = /embedding|-tts|image-|robotics|deep-research|computer-use/;
const DATE = /-(?:20\d{6}|20\d\d-\d\d-\d\d)$/;
const LEAST_CONTEXT = 4000;

/** The files of models.dev: those of a checkout, or of the last commit of a git directory. */
const isBare = !existsSync(join(repository, "providers"));
const git = (...args) =>
  execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] });

function filesIn(folder) {
  if (isBare) return git("ls-tree", "-r", "--name-only", "HEAD", folder).split("\n").filter(isToml);
  const path = join(repository, folder);
  return existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
        .map((file) => join(folder, file))
        .filter(isToml)
    : [];
}

function isToml(file) {
  return file.endsWith(".toml");
}

function textOf(file) {
  try {
    return isBare ? git("show", `HEAD:${file}`) : readFileSync(join(repository, file), "utf8");
  } catch {
    return undefined;
  }
}

/** The little of TOML that models.dev uses: tables, arrays of tables, and values of one line or a list over several. */
function readToml(text) {
  const root = {};
  let table = root;
  const oneLine = text.replace(/\[\s*\n([\s\S]*?)\n\]/g, (list) => list.replace(/\n\s*/g, " "));
  for (const raw of oneLine.split("\n")) {
    const line = raw.replace(/(^|\s)#(?=(?:[^"]*"[^"]*")*[^"]*$).*$/, "").trim();
    const [, isList, path] = /^\[(\[)?([^\]]+)\]\]?$/.exec(line) ?? [];
    const equals = line.indexOf("=");
    if (path !== undefined) table = tableAt(root, path.split("."), isList !== undefined);
    else if (equals > 0) table[line.slice(0, equals).trim().replace(/^"|"$/g, "")] = readValue(line.slice(equals + 1).trim());
  }
  return root;
}

function tableAt(root, keys, isList) {
  let table = root;
  for (const [index, key] of keys.entries()) {
    if (isList && index === keys.length - 1) table[key] = [...(table[key] ?? []), {}];
    else table[key] ??= {};
    table = Array.isArray(table[key]) ? table[key].at(-1) : table[key];
  }
  return table;
}

function readValue(text) {
  const json = text
    .replace(/(?<=\d)_(?=\d)/g, "")
    .replace(/([{,]\s*)([A-Za-z_][\w-]*)\s*=/g, '$1"$2":')
    .replace(/,\s*([\]}])/g, "$1");
  try {
    return JSON.parse(json);
  } catch {
    return text.replace(/^["']|["']$/g, "");
  }
}

/** A model of a provider may be one of a lab, with what it has otherwise. */
function modelIn(file) {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const own = readToml(text);
  return own.base_model === undefined ? own : { ...readToml(textOf(`models/${own.base_model}.toml`) ?? ""), ...own };
}

function factsOf(data, lab) {
  const option = (type) => (data.reasoning_options ?? []).find((each) => each.type === type);
  const efforts = option("effort")?.values;
  const budget = option("budget_tokens");
  return {
    lab,
    context: data.limit.context,
    output: data.limit.output,
    in: data.modalities?.input,
    reasoning: data.reasoning === true,
    inputMax: data.limit.input,
    efforts: efforts?.filter((word) => word !== "none"),
    off: efforts?.includes("none") ? "none" : undefined,
    budget: budget && [budget.min ?? 0, budget.max ?? null],
    sampling: data.temperature === false ? false : undefined,
    tools: data.tool_call === true,
    schema: data.structured_output,
    status: data.status || undefined,
  };
}

function isChat(name, data) {
  return (data.limit?.context ?? 0) >= LEAST_CONTEXT && (data.modalities?.output ?? ["text"]).includes("text") && !NO_CHAT.test(name);
}

const rows = new Map();
const add = (name, file, lab) => {
  const data = modelIn(file);
  if (data !== undefined && isChat(name, data)) rows.set(name, factsOf(data, lab));
};
for (const provider of PROVIDERS)
  for (const file of filesIn(`providers/${provider}/models`)) add(file.split("/models/")[1].slice(0, -5).toLowerCase(), file, provider);
for (const lab of LABS) for (const file of filesIn(`models/${lab}`)) add(file.split("/").at(-1).slice(0, -5).toLowerCase(), file, lab);

// A dated name that has no facts of its own is found by its base name.
for (const [name, facts] of [...rows]) {
  const base = name.replace(DATE, "");
  if (base === name) continue;
  if (!rows.has(base)) rows.set(base, facts);
  if (JSON.stringify(rows.get(base)) === JSON.stringify(facts)) rows.delete(name);
}

const overrides = JSON.parse(readFileSync(overridesFile, "utf8"));
for (const name of Object.keys(overrides.models)) if (!rows.has(name)) rows.set(name, {});
for (const [alias, name] of Object.entries(overrides.aliases)) {
  const facts = rows.get(alias);
  if (facts !== undefined && !rows.has(name)) rows.set(name, facts);
  rows.delete(alias);
}

const models = {};
for (const name of [...rows.keys()].sort()) {
  const rules = overrides.rules.filter(({ match }) => new RegExp(match).test(name)).map(({ set }) => set);
  const facts = Object.assign({}, rows.get(name), ...rules, overrides.models[name]);
  models[name] = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined));
}

const { date, about, fields, licence, aliases } = overrides;
const commit = isBare ? git("log", "-1", "--format=%H %cs").trim() : "a local checkout";
const sources = [
  { name: "models.dev", repository: "anomalyco/models.dev", commit, licence: "MIT, Copyright (c) 2025 models.dev" },
  { name: "overrides", file: "models.overrides.json", licence },
];
// A line for each model, so that a change of one is a change of one line.
const lines = Object.entries(models).map(([name, facts]) => `${JSON.stringify(name)}:${JSON.stringify(facts)}`);
const head = JSON.stringify({ about, date, sources, fields, aliases }).slice(0, -1);
writeFileSync(out, `${head},\n"models":{\n${lines.join(",\n")}}}\n`);
console.log(`${lines.length} models`);
