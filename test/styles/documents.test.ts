/** What is read and written of documents of each style, with all findings. */
import { join } from "node:path";
import { calls } from "../support/calls.js";
import { checkOutcomes } from "../support/outcomes.js";

checkOutcomes(join(import.meta.dirname, "fixtures/documents"), calls);
