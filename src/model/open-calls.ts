/**
 * Calls that wait for their results, found by id or by name without a search through all of them: a history may hold a
 * hundred thousand.
 */
import type { ToolCallPart } from "./content.js";

/** What a call is looked for by; all that is given counts, and nothing given means any call. */
export interface WantedCall {
  readonly id?: string;
  readonly name?: string;
  /** Only calls whose source gave them no id. */
  readonly synthesized?: boolean;
}

export class OpenCalls {
  private readonly lines = new Map<string, Line>();
  private readonly taken = new Set<ToolCallPart>();

  add(call: ToolCallPart): void {
    const { id, name } = call;
    for (const wanted of [{}, { id }, { name }]) this.lineOf(wanted).calls.push(call);
    if (call.idSynthesized === true) for (const wanted of [{}, { name }]) this.lineOf({ ...wanted, synthesized: true }).calls.push(call);
  }

  earliest(wanted: WantedCall): ToolCallPart | undefined {
    const line = this.lineOf(wanted);
    for (; line.start < line.calls.length; line.start++) {
      const call = line.calls[line.start];
      if (call !== undefined && !this.taken.has(call)) return call;
    }
    return undefined;
  }

  latest(wanted: WantedCall): ToolCallPart | undefined {
    const { calls, start } = this.lineOf(wanted);
    for (; calls.length > start; calls.pop()) {
      const call = calls.at(-1);
      if (call !== undefined && !this.taken.has(call)) return call;
    }
    return undefined;
  }

  take(call: ToolCallPart): void {
    this.taken.add(call);
  }

  private lineOf({ id, name, synthesized = false }: WantedCall): Line {
    const key = JSON.stringify([id, name, synthesized]);
    const line = this.lines.get(key) ?? { calls: [], start: 0 };
    this.lines.set(key, line);
    return line;
  }
}

/** Calls in their order. Those that were taken are left out when they are met at an end, each once. */
interface Line {
  readonly calls: ToolCallPart[];
  start: number;
}
