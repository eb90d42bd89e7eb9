/** The official clients, each against an upstream of each style, through the example gateway over HTTP. */
import { overHttp } from "./support/gateway.js";
import { styleNames } from "./support/questions.js";
import { describePairs } from "./support/scenarios.js";

for (const to of styleNames) for (const profile of ["vendor", "gateway"] as const) describePairs(to, profile, overHttp);
