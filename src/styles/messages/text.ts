/** True for a text that the service refuses as a block of its own: nothing, or white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
