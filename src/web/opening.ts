/** Bodies as they arrive: up to where their connection breaks, and what their first bytes say that they are. */

/** Server-sent events, a list of events, one JSON document (or one for each line), or text that is none of them. */
export type Form = "events" | "list" | "document" | "text";

/**
 * The body up to where its connection breaks: the translator then ends the stream with the client's own error event,
 * after everything that arrived. An abort by the client stays one.
 */
export function untilCut(body: ReadableStream<Uint8Array>, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (signal?.aborted) controller.error(error);
          else controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // No chunk is read ahead of its reader.
    { highWaterMark: 0 },
  );
}

/** What a body is by its first bytes, and the body with them. */
export async function opening(body: ReadableStream<Uint8Array>): Promise<{ form: Form; body: ReadableStream<Uint8Array> }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const chunks: Uint8Array[] = [];
  let start = "";
  let form: Form | undefined;
  while (form === undefined) {
    const { done, value } = await reader.read();
    if (value !== undefined) {
      start = (start + decoder.decode(value, { stream: true })).trimStart();
      // Blanks that keep a connection alive are no beginning.
      if (value.some((byte) => byte > 0x20)) chunks.push(value);
    }
    form = formOf(start, done);
  }
  const rest = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const value = chunks.shift() ?? (await reader.read()).value;
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { form, body: rest };
}

/** Undefined where more must come before it can be told. */
function formOf(start: string, done: boolean): Form | undefined {
  if (start.startsWith("{")) return "document";
  if (start.startsWith("[")) return "list";
  if (/^(?:data|event|id|retry)?:/.test(start)) return "events";
  return done || start.length > 5 || start.includes("\n") ? "text" : undefined;
}
