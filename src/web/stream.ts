/** A translated stream as a web `TransformStream`. */
import type { StyleName } from "../model/index.js";
import { createStreamTranslator, type StreamTranslator, type StreamTranslatorOptions } from "../stream-translator.js";

/**
 * Translates the bytes that flow through it. Holds no queue of its own: what is written waits until the reader wants it,
 * and cancelling the reader cancels the source, as with every `TransformStream`. A source that stops early ends in the
 * target's own error event; use `createStreamTranslator` to read the issues.
 *
 * @throws TypeError for an unknown style
 * @example
 * return new Response(upstream.body.pipeThrough(translateStream({ from: "messages", to: "chat-completions", context })));
 */
export function translateStream<From extends StyleName, To extends StyleName>(
  options: StreamTranslatorOptions<From, To>,
): TransformStream<Uint8Array, Uint8Array> {
  return pipeStream(createStreamTranslator(options));
}

/** The same for a translator that is at hand; `finished` is called at its end. */
export function pipeStream(
  translator: StreamTranslator,
  finished?: (translator: StreamTranslator) => void,
): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = translator.push(chunk);
      if (bytes.length > 0) controller.enqueue(bytes);
    },
    flush(controller) {
      const bytes = translator.end();
      if (bytes.length > 0) controller.enqueue(bytes);
      finished?.(translator);
    },
  });
}
