/** The official clients, each against an upstream of each style, through the example gateway over HTTP. */
import { overHttp, styleNames } from "./support/gateway.js";
import { describePairs } from "./support/scenarios.js";

for (const to of styleNames) for (const profile of ["vendor", "gateway"] as const) describePairs(to, profile, overHttp);
