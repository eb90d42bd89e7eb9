/** The official clients, each against an upstream of each style, through `createFetch`: no server in between. */
import { styleNames, throughFetch } from "./support/gateway.js";
import { describePairs } from "./support/scenarios.js";

for (const to of styleNames) describePairs(to, "vendor", throughFetch);
