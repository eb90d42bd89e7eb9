/**
 * Lists what lock files leave out: the optional packages for other platforms, without which `npm ci` refuses a lock. `npm install`
 * leaves them out where the registry in use does not have them. `node .ci/lock.mjs --write` puts them in.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LOCKS = ["", "bench/", "test/matrix/", "test/mutation/", "test/package/"];
const write = process.argv.includes("--write");

for (const folder of LOCKS) {
  const file = fileURLToPath(new URL(`../${folder}package-lock.json`, import.meta.url));
  if (!existsSync(file)) continue;
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingFrom(lock.packages);
  for (const [place] of missing) console.log(`${folder}package-lock.json: ${place}`);
  if (write && missing.length > 0) {
    const [[, root], ...rest] = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
    rest.sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: { "": root, ...Object.fromEntries(rest) } }, null, 2)}\n`);
  } else if (missing.length > 0) process.exitCode = 1;
}

/** Entries for the optional dependencies that are found nowhere on the way up from the package that names them. */
function missingFrom(packages) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) =>
      foldersAbove(place).some((folder) => `${folder}node_modules/${name}` in packages)
        ? []
        : [
            [
              `node_modules/${name}`,
              { version: version.replace(/^[\^~]/, ""), ...platformOf(name), ...(dev ? { dev } : {}), optional: true },
            ],
          ],
    ),
  );
}

function foldersAbove(place) {
  const parts = place === "" ? [] : place.split("/node_modules/");
  return [...parts.map((_, index) => `${parts.slice(0, index + 1).join("/node_modules/")}/`).reverse(), ""];
}

/** `@biomejs/cli-linux-x64-musl` says for which system it is. */
function platformOf(name) {
  const words = name.split(/[^a-z0-9]+/);
  const pick = (known) => known.filter((word) => words.includes(word));
  const os = pick(["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]);
  const cpu = pick(["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "x64"]);
  const musl = words.some((word) => word.endsWith("musl"));
  return { ...(cpu.length > 0 ? { cpu } : {}), ...(os.length > 0 ? { os } : {}), ...(musl ? { libc: ["musl"] } : {}) };
}
