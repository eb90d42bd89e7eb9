/**
 * Appends the items to the list. `list.push(...items)` hands each item over as an argument, and the stack is full at some
 * 120 000 of them.
 */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
