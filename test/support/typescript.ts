/** The compiler as one module: an import of it has all of its text searched for the names that it exports. */
import { createRequire } from "node:module";

export default createRequire(import.meta.url)("typescript");
