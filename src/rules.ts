/** Every validation rule as data: what a page of documentation or a test needs, without the checks. */
import type { Rule } from "./core/rule.js";
import { styleNames, styles } from "./registry.js";
import { transportRules } from "./transport.js";

/**
 * The rules of all styles in the order of the specification's tables, and those of the transport. `R-…` are the
 * specification's, `V-…` the vendors'; `docs/rules.md` is this list as a page.
 * @example
 * rules.find(({ id }) => id === "R-025")?.statement; // "`temperature` is 0 to 2."
 */
export const rules: readonly Rule[] = [...styleNames.flatMap((name) => styles[name].validate.rules), ...transportRules];
