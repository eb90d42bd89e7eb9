/** Bugs that other projects had with chat-completions requests, where this one decides for itself. */
import { expect, it } from "vitest";
import { translateRequest } from "../../src/index.js";

it("BB-094: a media type is what the caller declares; the data is not looked at", () => {
  const body = {
    model: "m",
    messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,UklGRhIAAABXRUJQ" } }] }],
  };
  expect(translateRequest(body, { from: "chat-completions", to: "messages" })).toMatchObject({
    ok: true,
    value: { body: { messages: [{ content: [{ source: { type: "base64", media_type: "image/png", data: "UklGRhIAAABXRUJQ" } }] }] } },
  });
});

it("BB-136: temperature and top_p both pass, for the model decides whether it takes both", () => {
  const body = { model: "m", messages: [{ role: "user", content: "Hi" }], temperature: 0.7, top_p: 0.9 };
  expect(translateRequest(body, { from: "chat-completions", to: "messages" })).toMatchObject({
    ok: true,
    value: { body: { temperature: 0.7, top_p: 0.9 } },
  });
});
