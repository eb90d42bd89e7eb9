/**
 * Calls that wait for their results, found by id or by name without a search through all of them: a history may hold a
 * hundred thousand.
 */

/** A call as a canonical part has it, or as the wire has it. */
interface Call {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly idSynthesized?: boolean;
}

/** What a call is looked for by: its id or its name; nothing given means any call. */
export interface WantedCall {
  readonly id?: string;
  readonly name?: string;
  /** Only calls whose source gave them no id. */
  readonly synthesized?: boolean;
}

export class OpenCalls<C extends Call> {
  private readonly lines = new Map<string, Line<C>>();
  private readonly taken = new Set<C>();

  add(call: C): void {
    const { name } = call;
    const id = call.id ?? "";
    for (const wanted of [{}, { id }, { name }]) this.lineOf(wanted).calls.push(call);
    if (call.idSynthesized === true) for (const wanted of [{}, { name }]) this.lineOf({ ...wanted, synthesized: true }).calls.push(call);
  }

  earliest(wanted: WantedCall): C | undefined {
    const line = this.lineOf(wanted);
    for (; line.start < line.calls.length; line.start++) {
      const call = line.calls[line.start];
      if (call !== undefined && !this.taken.has(call)) return call;
    }
    return undefined;
  }

  latest(wanted: WantedCall): C | undefined {
    const { calls, start } = this.lineOf(wanted);
    for (; calls.length > start; calls.pop()) {
      const call = calls.at(-1);
      if (call !== undefined && !this.taken.has(call)) return call;
    }
    return undefined;
  }

  take(call: C): void {
    this.taken.add(call);
  }

  private lineOf({ id, name, synthesized = false }: WantedCall): Line<C> {
    const key = `${synthesized} ${id === undefined ? (name === undefined ? "" : `name ${name}`) : `id ${id}`}`;
    const line = this.lines.get(key) ?? { calls: [], start: 0 };
    this.lines.set(key, line);
    return line;
  }
}

/** Calls in their order. Those that were taken are left out when they are met at an end, each once. */
interface Line<C> {
  readonly calls: C[];
  start: number;
}
