/**
 * A mistake of the program that calls, found only while a document is read: it comes out, where all that the document itself
 * throws is a finding.
 */
export class WrongCall extends TypeError {}

/**
 * The last resort for a value that passes for plain data when it is looked at first and throws when it is looked at again:
 * a proxy, or a getter with a memory.
 */
export function guarded<T>(run: () => T, otherwise: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof WrongCall) throw thrown;
    return otherwise();
  }
}
