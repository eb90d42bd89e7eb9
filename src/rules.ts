/** Every validation rule as data: what a page of documentation or a test needs, without the checks. */
import type { Rule } from "./core/rule.js";
import { styleNames, styles } from "./registry.js";
import { transportRules } from "./transport.js";

/** The rules of all styles in the order of the specification's tables, and those of the transport. */
export const rules: readonly Rule[] = [...styleNames.flatMap((name) => styles[name].validate.rules), ...transportRules];
