/**
 * Documents that other projects made mistakes with, and requests that vendors refused from users of gateways: what becomes of
 * them here. Of the latter the facts of models come from `interlingua/models`.
 */
import { join } from "node:path";
import { calls } from "../support/calls.js";
import { checkOutcomes } from "../support/outcomes.js";

checkOutcomes(join(import.meta.dirname, "fixtures"), calls);
