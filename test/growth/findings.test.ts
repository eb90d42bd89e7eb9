/**
 * A body with a fault in each entry of a long list costs hardly more than being looked at: beyond the listed findings no more
 * are made, and checking stops.
 */
import { expect, test } from "vitest";
import { type Scenario, workOf } from "../support/work.js";

/** Each list of a style that can hold faults, in both profiles; a call throws where the findings are not what they should be. */
const scenarios: Readonly<Record<string, Scenario>> = {
  "chat-completions": ({ validateRequest }, size) => {
    const list = (item: string, count = size) => Array.from({ length: count }, () => item).join();
    const user = '{"role":"user","content":"a"}';
    const bodies = [
      `{"model":"m","messages":[${list("{}")}]}`,
      `{"model":"m","messages":[${list("5")}]}`,
      `{"model":"m","messages":[${list('{"role":"tool"}')}]}`,
      `{"model":"m","messages":[{"role":"user","content":[${list("{}")}]}]}`,
      `{"model":"m","messages":[{"role":"user","content":[${list("5")}]}]}`,
      `{"model":"m","messages":[${list('{"role":"user","content":[{},{},{},{}]}', size / 4)}]}`,
      `{"model":"m","messages":[${user}],"stop":[${list("5")}]}`,
      `{"model":"m","messages":[${user}],"tools":[${list("5")}]}`,
      `{"model":"m","messages":[${user}],"logit_bias":{${Array.from({ length: size }, (_, index) => `"${index}":"x"`).join()}}}`,
    ].map((text) => JSON.parse(text));
    return () => {
      for (const body of bodies)
        for (const profile of ["gateway", "vendor"] as const) {
          const { ok, issues } = validateRequest(body, { style: "chat-completions", profile, strict: true });
          if (ok || issues.length > 1001 || (size > 1000 && issues.at(-1)?.code !== "issues.more"))
            throw new Error(JSON.stringify(body).slice(0, 100));
        }
    };
  },
  messages: ({ validateRequest }, size) => {
    const list = (item: string) => Array.from({ length: size }, () => item).join();
    const head = '{"model":"m","max_tokens":5,"messages":[';
    const user = '{"role":"user","content":"a"}';
    const bodies = [
      `${head}${list("{}")}]}`,
      `${head}${list("5")}]}`,
      `${head}{"role":"user","content":[${list("{}")}]}]}`,
      `${head}{"role":"user","content":[${list("5")}]}]}`,
      `${head}{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[${list("{}")}]}]}]}`,
      `${head}${user}],"stop_sequences":[${list("5")}]}`,
      `${head}${user}],"tools":[${list("{}")}]}`,
      `${head}${user}],"system":[${list("{}")}]}`,
    ].map((text) => JSON.parse(text));
    return () => {
      for (const body of bodies)
        for (const profile of ["gateway", "vendor"] as const) {
          const { ok, issues } = validateRequest(body, { style: "messages", profile, strict: true });
          if (ok || issues.length > 1001 || (size > 1000 && issues.at(-1)?.code !== "issues.more"))
            throw new Error(JSON.stringify(body).slice(0, 100));
        }
    };
  },
  "generate-content": ({ validateRequest }, size) => {
    const list = (item: string) => Array.from({ length: size }, () => item).join();
    const head = '{"contents":[{"parts":[{"text":"a"}]}],';
    const bodies = [
      `{"contents":[${list("{}")}]}`,
      `{"contents":[${list("5")}]}`,
      `{"contents":[{"parts":[${list("{}")}]}]}`,
      `${head}"safetySettings":[${list("{}")}]}`,
      `${head}"safetySettings":[${list("5")}]}`,
      `${head}"generationConfig":{"stopSequences":[${list("5")}]}}`,
      `${head}"tools":[{"functionDeclarations":[${list("{}")}]}]}`,
      `${head}"labels":{${Array.from({ length: size }, (_, index) => `"k${index}":5`).join()}}}`,
    ].map((text) => JSON.parse(text));
    return () => {
      for (const body of bodies)
        for (const profile of ["gateway", "vendor"] as const) {
          const { ok, issues } = validateRequest(body, { style: "generate-content", profile, strict: true });
          if (ok || issues.length > 1001 || (size > 1000 && issues.at(-1)?.code !== "issues.more"))
            throw new Error(JSON.stringify(body).slice(0, 100));
        }
    };
  },
};

/** Steps of an entry that is looked at, in the mean of all lists: to know that it is plain JSON, and what rules of the whole list read. */
const LOOKED_AT = 45;

test.each(Object.entries(scenarios))("a fault beyond those that are listed is not made: %s", async (_, scenario) => {
  const [small, large] = await Promise.all([workOf(scenario, 4000), workOf(scenario, 8000)]);
  const lists = 2 * 8;
  expect((large - small) / 4000 / lists).toBeLessThan(LOOKED_AT);
});

/** Warnings and notices end no check: what looks for nothing else is passed over where no more of them are listed. */
test("a warning or a notice beyond those that are listed is not made", async () => {
  const scenario: Scenario = ({ validateRequest }, size) => {
    const list = (item: string) => Array.from({ length: size }, () => item).join();
    const user = '{"role":"user","content":"a"}';
    const contents = '"contents":[{"role":"user","parts":[{"text":"a"}]}]';
    const documents = (
      [
        ["chat-completions", "gateway", `{"model":"m","messages":[${user}],"tools":[${list('{"type":"x"}')}]}`],
        ["chat-completions", "gateway", `{"model":"m","messages":[${list('{"role":"user","content":"a","x":1}')}]}`],
        ["chat-completions", "vendor", `{"model":"m","messages":[{"role":"user","content":[${list('{"type":"x"}')}]}]}`],
        ["messages", "vendor", `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[${list('{"type":"x"}')}]}]}`],
        ["chat-completions", "vendor", `{"model":"m","messages":[${user}],"modalities":[${list('"x"')}]}`],
        ["generate-content", "gateway", `{"contents":[{"role":"user","parts":[${list('{"text":"a","thought_signature":"a"}')}]}]}`],
        ["generate-content", "gateway", `{${contents},"tools":[${list("{}")}]}`],
        ["generate-content", "gateway", `{${contents},"tools":[${list('{"x":{}}')}]}`],
        ["generate-content", "vendor", `{${contents},"tools":[${list('{"x":{}}')}]}`],
      ] as const
    ).map(([style, profile, text]) => ({ style, profile, body: JSON.parse(text) }));
    return () => {
      for (const { style, profile, body } of documents) {
        const { ok, issues } = validateRequest(body, { style, profile });
        if (!ok || (size > 1000 && issues.at(-1)?.code !== "issues.more")) throw new Error(JSON.stringify(body).slice(0, 100));
      }
    };
  };
  const [small, large] = await Promise.all([workOf(scenario, 4000), workOf(scenario, 8000)]);
  // Twice as much where each of them is made.
  expect((large - small) / 4000 / 9).toBeLessThan(100);
});

/** The same of translations, whose losses grow with the document: what is not listed is not kept. */
test("a loss beyond those that are listed is not kept", async () => {
  const scenario: Scenario = ({ translateRequest }, size) => {
    const messages = Array.from({ length: size }, () => ({ role: "user", content: "a", unknown: 1 }));
    return () => {
      const { issues } = translateRequest({ model: "m", messages }, { from: "chat-completions", to: "messages", maxIssues: 10 });
      if (issues.length > 11 || (size > 10 && issues.at(-1)?.code !== "issues.more")) throw new Error("There are too many.");
    };
  };
  const [small, large] = await Promise.all([workOf(scenario, 2000), workOf(scenario, 4000)]);
  expect((large - small) / 2000).toBeLessThan(600);
});

/** The translation reads and drops what nobody knows, one by one. */
test("a part that nobody knows costs no more than a text", async () => {
  const texts: Scenario = ({ translateRequest }, size) => {
    const content = Array.from({ length: size }, () => ({ type: "text", text: "a" }));
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content }] };
    const parts = content.map(({ text }) => ({ text }));
    return () => {
      translateRequest(body, { from: "chat-completions", to: "messages" });
      translateRequest(body, { from: "messages", to: "chat-completions" });
      translateRequest({ contents: [{ role: "user", parts }] }, { from: "generate-content", to: "messages", model: "m" });
    };
  };
  const unknown: Scenario = ({ translateRequest }, size) => {
    const content = Array.from({ length: size }, () => ({ type: "x" }));
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content }] };
    const contents: unknown = { contents: [{ role: "user", parts: content.map(() => ({ x: 1 })) }] };
    return () => {
      translateRequest(body, { from: "chat-completions", to: "messages" });
      translateRequest(body, { from: "messages", to: "chat-completions" });
      translateRequest(contents, { from: "generate-content", to: "messages", model: "m" });
    };
  };
  const ofMany = async (scenario: Scenario) => (await workOf(scenario, 4000)) - (await workOf(scenario, 2000));
  expect(await ofMany(unknown)).toBeLessThan(await ofMany(texts));
});
