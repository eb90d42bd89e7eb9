/** The official clients, each against an upstream of each style, through `createFetch`: no server in between. */
import { throughFetch } from "./support/gateway.js";
import { styleNames } from "./support/questions.js";
import { describePairs } from "./support/scenarios.js";

for (const to of styleNames) describePairs(to, "vendor", throughFetch);
