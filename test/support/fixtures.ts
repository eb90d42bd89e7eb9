/** The files of `fixtures/`: what was written by hand, and what it is expected to become. See `fixtures/README.md`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { StyleName } from "../../src/index.js";
import { styles } from "../../src/style-lists.js";
import { TOY } from "../toy-style/name.js";

export type Kind = "request" | "response" | "error" | "stream";

export interface Fixture {
  /** `tool-round-trip/messages.request`. */
  readonly name: string;
  readonly scenario: string;
  readonly style: StyleName;
  readonly kind: Kind;
  readonly file: string;
  readonly expectedFile: string;
}

const ours = resolve(import.meta.dirname, "../../fixtures");
/** The toy style has its own, which count where it is registered. */
const folders = () => [ours, ...(styleNames.includes(TOY) ? [join(styleFolder(TOY), "fixtures")] : [])];

export function styleFolder(style: StyleName): string {
  return resolve(import.meta.dirname, style === TOY ? "../toy-style" : `../../src/styles/${style}`);
}
const FILE = /^(.+)\.(?:(request|response|error)\.json|(stream)\.sse)$/;

/** Every source file. A file that is none of the known names is an error, so that a typing mistake hides no case. */
export function fixtures(): Fixture[] {
  return folders()
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true }).map((entry) => ({ folder, entry })))
    .filter(({ entry }) => entry.isDirectory())
    .flatMap(({ folder, entry: { name: scenario } }) =>
      readdirSync(join(folder, scenario))
        .filter((file) => !["expected", "context.json", "options.json"].includes(file))
        .map((file) => fixtureOf(folder, scenario, file)),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Expected files whose source is gone. */
export function orphans(): string[] {
  const known = new Set(fixtures().map(({ expectedFile }) => expectedFile));
  return folders()
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith("/expected"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !known.has(file));
}

function fixtureOf(folder: string, scenario: string, file: string): Fixture {
  const match = FILE.exec(file);
  const style = styleNames.find((name) => name === match?.[1]);
  const kind = kinds.find((name) => name === (match?.[2] ?? match?.[3]));
  if (style === undefined || kind === undefined) throw new Error(`fixtures/${scenario}/${file}: what is this? See fixtures/README.md.`);
  return {
    name: `${scenario}/${style}.${kind}`,
    scenario,
    style,
    kind,
    file: join(folder, scenario, file),
    expectedFile: join(folder, scenario, "expected", `${style}.${kind}.json`),
  };
}

const kinds: readonly Kind[] = ["request", "response", "error", "stream"];
export const styleNames: readonly StyleName[] = Object.values(styles).map(({ name }) => name);

export function readText(file: string): string {
  return readFileSync(file, "utf8");
}

export function readJson(file: string): unknown {
  return JSON.parse(readText(file));
}

/** A file beside the sources that adds to the options of every translation of the scenario. */
export function sidecar({ file: source }: Fixture, name: "context" | "options"): Record<string, unknown> {
  const file = join(dirname(source), `${name}.json`);
  const value = existsSync(file) ? readJson(file) : {};
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function writeExpected(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
