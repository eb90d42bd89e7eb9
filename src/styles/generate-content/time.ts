/** `createTime`: RFC 3339, in which a year has four digits. */

/** Unix seconds as the wire's time; undefined where no such date is. */
export function timeOf(seconds: number): string | undefined {
  if (!(seconds >= -62_167_219_200 && seconds < 253_402_300_800)) return undefined;
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
}
