/** Before a release: the registry resolves the links of README.md by the `repository` of package.json. `node .ci/address.mjs` */
import { readFileSync } from "node:fs";

const { repository } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
if (repository === undefined) {
  console.error(
    "package.json has no `repository`: the registry resolves the links of README.md by it. Write the address of the source there.",
  );
  process.exitCode = 1;
}
