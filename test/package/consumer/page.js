import { translateRequest } from "interlingua";
import { translateStream } from "interlingua/web";

const request = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };
const { value } = translateRequest(request, { from: "chat-completions", to: "generate-content" });
document.querySelector("#path").textContent = value.path;
document.querySelector("#body").textContent = value.body.contents[0].parts[0].text;

const events = ["Grüß ", "Gott"].map((text, at) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, ...(at === 1 ? { finishReason: "STOP" } : {}) }],
}));
const bytes = new Blob(events.map((event) => `data: ${JSON.stringify(event)}\n\n`)).stream();
const translated = bytes
  .pipeThrough(translateStream({ from: "generate-content", to: "chat-completions" }))
  .pipeThrough(new TextDecoderStream());
for await (const piece of translated)
  for (const [, data] of piece.matchAll(/^data: (\{.*)$/gm))
    document.querySelector("#stream").textContent += JSON.parse(data).choices[0]?.delta.content ?? "";
document.querySelector("#state").textContent = "done";
