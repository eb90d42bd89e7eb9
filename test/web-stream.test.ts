import { expect, test } from "vitest";
import { translateStream } from "../src/web.js";
import { bytesOf } from "./support/cuts.js";

const SOURCE = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":0}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n',
];

test("bytes that flow through are translated, and the end closes the stream", async () => {
  const source = new Response(SOURCE.join("")).body;
  const text = await new Response(source?.pipeThrough(translateStream({ from: "messages", to: "chat-completions" }))).text();
  expect(text).toContain('"content":"Hi"');
  expect(text).toMatch(/"stream_truncated"/);
});

test("nothing is read ahead of the reader, and cancelling the reader cancels the source", async () => {
  let pulled = 0;
  let cancelled: unknown;
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled++;
        controller.enqueue(bytesOf(SOURCE[Math.min(pulled, 3) - 1] ?? ""));
      },
      cancel(reason) {
        cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  const told: unknown[] = [];
  const onIssues = (issues: unknown) => told.push(issues);
  const reader = source.pipeThrough(translateStream({ from: "messages", to: "chat-completions", onIssues })).getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(pulled).toBeLessThan(6);
  await reader.cancel("enough");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(cancelled).toBe("enough");
  expect(told).toHaveLength(1);
});
