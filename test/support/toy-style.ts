/** Two small styles, so that what belongs to streams in general is tested without any real style. */

import { dropped, fail, failure, notice, ok } from "../../src/core/issue.js";
import type { CanonicalStreamEvent } from "../../src/model/index.js";
import type { StreamStyle } from "../../src/stream/conversion.js";

/**
 * Events of a toy stream: `{"start": model}`, `{"text": "…"}`, `{"stop": true}`, `{"error": "…"}`. A whole answer is
 * `{"answer": "…"}`.
 *
 * @param name names its frames after the only key of the event, and ends with `{"stop": true}`; without it frames have no
 * name, and the end marker `[DONE]` follows
 */
export function toyStyle({ named }: { readonly named: boolean }): StreamStyle {
  const keyOf = (event: unknown) => (typeof event === "object" && event !== null ? Object.keys(event)[0] : undefined);
  return {
    normalizer() {
      let stopped = false;
      return {
        accept(event) {
          stopped ||= keyOf(event) === "stop";
          return [event];
        },
        close: () => [],
        unfinished: () => (stopped ? [] : [0]),
      };
    },
    stream: {
      framing: {
        name: (event) => (named ? keyOf(event) : undefined),
        model: ["start"],
        ...(named ? { last: { stop: true } } : { done: "[DONE]" }),
      },
      decoder({ report = () => {} } = {}) {
        let index = -1;
        let phase: "before" | "open" | "stopped" | "closed" = "before";
        function say(message: string): readonly CanonicalStreamEvent[] {
          report(notice("stream.protocol", [index], message));
          return [];
        }
        const close = (...events: readonly CanonicalStreamEvent[]): readonly CanonicalStreamEvent[] => {
          phase = "closed";
          return [...events, { type: "end" }];
        };
        const stop = (): readonly CanonicalStreamEvent[] => {
          phase = "stopped";
          return [
            { type: "part-stop", choice: 0, part: 0 },
            { type: "finish", choice: 0, finish: { reason: "stop" } },
          ];
        };
        return {
          push(event) {
            index++;
            if (typeof event !== "object" || event === null) return say("no object");
            if ("start" in event && typeof event.start === "string") {
              phase = "open";
              return [
                { type: "start", model: event.start },
                { type: "part-start", choice: 0, part: 0, head: { type: "text", text: "" } },
              ];
            }
            if ("text" in event && typeof event.text === "string") {
              if (event.text === "throw") throw new Error("a fault of the machine");
              if (phase !== "open") return say("not open");
              return [{ type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text: event.text } }];
            }
            if ("stop" in event) return named ? close(...stop()) : stop();
            if ("error" in event)
              return close({ type: "error", error: { kind: "overloaded", status: 529, message: String(event.error), retryable: true } });
            return say("unknown");
          },
          done() {
            if (phase !== "open") return close();
            report(notice("stream.protocol", [index], "no stop"));
            return close(...stop());
          },
          end() {
            if (phase === "closed") return [];
            if (phase === "stopped") return close();
            return close({ type: "error", error: { kind: "truncated-stream", status: 502, message: "cut", retryable: true } });
          },
        };
      },
      encoder({ model, report = () => {} } = {}) {
        return {
          push(event) {
            switch (event.type) {
              case "start":
                return [{ start: model ?? event.model }];
              case "part-delta":
                if (event.delta.kind !== "text") return [];
                if (event.delta.text === "lossy") report(dropped("dropped.part", ["choices", 0], "lost"));
                return [{ text: event.delta.text }];
              case "finish":
                return [{ stop: true }];
              case "error":
                return [{ error: event.error.message }];
              default:
                return [];
            }
          },
          end: () => [],
        };
      },
    },
    response: {
      decode(body) {
        if (typeof body === "object" && body !== null && "answer" in body && typeof body.answer === "string") {
          const parts = [{ type: "text", text: body.answer } as const];
          return { ...ok({ model: "m", choices: [{ index: 0, parts, finish: { reason: "stop" } as const }] }), locate: () => [] };
        }
        return fail([failure("response.error_body", [], "an error")]);
      },
      encode: ({ choices }) => ok({ answer: choices[0]?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") }),
    },
    error: {
      decode: ({ body }) => ({
        ...ok({ kind: "internal", status: 500, message: JSON.stringify(body), retryable: true }),
        locate: () => [],
      }),
      encode: () => ok({ status: 500, body: {}, headers: {} }),
    },
  };
}
