/** A conversation of texts alone takes a short way: what it gives is what the long way gives, which a member more makes it take. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CanonicalRequest, Message } from "../../src/model/index.js";
import { plainConversation } from "../../src/model/turns.js";
import { styleNames, styles, validators } from "../../src/style-lists.js";
import { runs } from "../support/runs.js";

const text = fc.oneof(
  { weight: 8, arbitrary: fc.string().map((end) => `a${end}`) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "\n") },
);
const roles = fc.oneof(
  fc.array(fc.constantFrom("user", "assistant", "system"), { maxLength: 6 }),
  fc.nat({ max: 4 }).map((pairs) => ["user", ...Array.from({ length: pairs }, () => ["assistant", "user"]).flat()]),
);
const messages = fc
  .tuple(fc.option(text, { nil: undefined }), roles)
  .chain(([system, roles]) =>
    fc.tuple(...roles.map((role) => text.map((content) => ({ role, content })))).map((turns) => ({ system, turns })),
  );

function bodyOf({ system, turns }: { system: string | undefined; turns: readonly { role: string; content: string }[] }): {
  model: string;
  messages: { role: string; content: string }[];
} {
  return { model: "m", messages: [...(system === undefined ? [] : [{ role: "system", content: system }]), ...turns] };
}

function read(body: unknown): CanonicalRequest | undefined {
  const decoded = styles["chat-completions"].request.decode(body);
  return decoded.ok ? decoded.value : undefined;
}

const marked = (message: Message): Message => ({ ...message, extensions: {} });

describe("a plain conversation", () => {
  it("is read as one with a member that means nothing", () => {
    fc.assert(
      fc.property(messages, (conversation) => {
        const body = bodyOf(conversation);
        const long = { ...body, messages: body.messages.map((message) => ({ ...message, name: null })) };
        expect(read(body)).toEqual(read(long));
      }),
      runs(200),
    );
  });

  for (const name of styleNames)
    it(`is written in ${name} as one with a member that means nothing`, () => {
      const { encode } = styles[name].request;
      let plain = 0;
      fc.assert(
        fc.property(messages, fc.constantFrom("gateway", "vendor"), (conversation, profile) => {
          const request = read(bodyOf(conversation));
          if (request === undefined) return;
          if (plainConversation(request, (text) => text) !== undefined) plain++;
          const { instructions, turns } = request;
          const long = { ...request, instructions: instructions.map((each) => ({ ...each, extensions: {} })), turns: turns.map(marked) };
          const options = { profile, from: "chat-completions" } as const;
          const [short, other] = [encode(request, options), encode(long, options)];
          expect({ ...short, locate: undefined, plain: undefined }).toEqual({ ...other, locate: undefined });
          if (!short.ok || !other.ok) return;
          const { body, path: place } = short.value;
          const { written } = validators[name];
          expect(written(body, place, { profile }, short.plain)).toEqual(written(body, place, { profile }));
          for (const path of [["messages"], ["contents"], ["messages", 0], ["contents", 0, "parts"], ["systemInstruction"]])
            expect(short.locate(path)).toEqual(other.locate(path));
        }),
        runs(200),
      );
      expect(plain).toBeGreaterThan(0.1 * runs(200).numRuns);
    });
});
