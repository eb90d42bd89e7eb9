/** Law 9: deep-frozen arguments, no clock, dice, timers or network, and the same answer twice. */

export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

const FORBIDDEN = ["fetch", "setTimeout", "setInterval", "queueMicrotask"] as const;

/** Runs with every source of impurity replaced by a trap. */
export function withTraps<T>(run: () => T): T {
  const trap = (name: string) => () => {
    throw new Error(`impure: ${name} was used`);
  };
  const saved = FORBIDDEN.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  const { now } = Date;
  const { random } = Math;
  const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  try {
    for (const name of FORBIDDEN) Object.defineProperty(globalThis, name, { value: trap(name), configurable: true, writable: true });
    Object.defineProperty(globalThis, "crypto", { get: trap("crypto"), configurable: true });
    Date.now = trap("Date.now");
    Math.random = trap("Math.random");
    return run();
  } finally {
    Date.now = now;
    Math.random = random;
    for (const [name, descriptor] of saved) if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
    if (crypto !== undefined) Object.defineProperty(globalThis, "crypto", crypto);
  }
}
