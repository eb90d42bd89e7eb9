/** Which legal word was probably meant: the same in another letter case, or one letter away. */

/** Undefined when nothing is near, or the word is too short or too long to guess. */
export function suggest(word: string, legal: readonly string[]): string | undefined {
  if (word.length > 80) return undefined;
  const lower = word.toLowerCase();
  return (
    legal.find((candidate) => candidate.toLowerCase() === lower) ??
    (word.length < 3 ? undefined : legal.find((candidate) => isOneEditAway(candidate.toLowerCase(), lower)))
  );
}

/** One letter more, less, other, or two neighbours swapped. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++;
  const shortMiddle = short.slice(start, short.length - end);
  const longMiddle = long.slice(start, long.length - end);
  if (longMiddle.length <= 1) return true;
  return shortMiddle.length === 2 && longMiddle.length === 2 && shortMiddle[0] === longMiddle[1] && shortMiddle[1] === longMiddle[0];
}
