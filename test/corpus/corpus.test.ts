/**
 * Documents that show changes of the code which no other test noticed (`npm run test:mutation`), and all that becomes of them, sentences
 * included. Most were generated, and the fewest kept that show all that any of them shows.
 */
import { join } from "node:path";
import { calls } from "../support/calls.js";
import { checkOutcomes } from "../support/outcomes.js";

checkOutcomes(join(import.meta.dirname, "fixtures"), calls, (result) => result);
