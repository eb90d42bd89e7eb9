/** The page of what the laws let pass. `npm run docs` writes it. */
import { expect, it } from "vitest";
import { absences, companions, exceptionPage, spellings, subjects } from "../laws/exceptions.js";

it("docs/exceptions.md lists each with its reason", async () => {
  expect([...absences, ...spellings, ...companions, ...subjects].filter(({ reason }) => reason.length < 20)).toEqual([]);
  await expect(exceptionPage()).toMatchFileSnapshot("../../docs/exceptions.md");
});
