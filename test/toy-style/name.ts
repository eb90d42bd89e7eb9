import type { StyleName } from "../../src/model/common.js";

/** Not in `StyleName`: only the tests know of it. */
export const TOY: StyleName = JSON.parse('"toy"');
