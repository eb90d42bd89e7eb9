/** What both module systems do with the package. */
exports.use = async (assert, { root, rooms, createSseReader, createFetch, translateStream }) => {
  const request = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };
  const translated = root.translateRequest(request, { from: "chat-completions", to: "messages" });
  assert.deepEqual(translated.value.body.messages, [{ role: "user", content: [{ type: "text", text: "hi" }] }]);
  assert.equal(root.validateRequest({ ...request, n: 1.5 }, { style: "chat-completions" }).ok, false);

  assert.deepEqual(
    rooms.map(({ name }) => name),
    Object.keys(root.styles),
  );
  assert.equal(rooms[0].request.decode(request, {}).ok, true);

  const event = JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: "Hällo" }] }, finishReason: "STOP" }] });
  const source = new Blob([`data: ${event}\r\n\r\n`]).stream();
  const written = source.pipeThrough(translateStream({ from: "generate-content", to: "chat-completions" }));
  const text = await new Response(written).text();
  assert.match(text, /"content":"Hällo"/);
  assert.match(text, /data: \[DONE\]\n\n$/);
  const reader = createSseReader();
  assert.equal([...reader.push(text), ...reader.end()].at(-1).data, "[DONE]");

  const answer = { id: "1", model: "m", choices: [{ index: 0, message: { role: "assistant", content: "hey" }, finish_reason: "stop" }] };
  const upstream = async () => Response.json(answer);
  const talk = createFetch({ from: "messages", to: "chat-completions", baseUrl: "https://upstream.example", fetch: upstream });
  const reply = await talk("https://client.example/v1/messages", { method: "POST", body: JSON.stringify(request) });
  assert.deepEqual((await reply.json()).content, [{ type: "text", text: "hey" }]);
};
