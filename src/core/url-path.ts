/** Paths of URLs, and names that stand in them. */
import { attempt } from "./json.js";

/** What parts a path, and a model from its action, however often it is encoded. */
const PARTS = /[/\\:]|%(?:25)*(?:2f|3a|5c)/i;
/** `.` and `..`, however often they are encoded, and with the parameters that some servers cut off. */
const DOTS = /^(?:\.|%(?:25)*2e){1,2}(?:(?:;|%(?:25)*3b).*)?$/is;
/** A path or a name that has nothing but letters, digits and dots inside of words: the others are looked at closely. */
const ORDINARY = /^[\w/:?=&-]*(?:\b\.\b[\w/:?=&-]+)*$/;
/** A name that is a segment of a path as it stands. */
const NAME = /^[\w-]+(?:\.[\w-]+)*$/;
/** What URL parsers take out or turn into a slash, so that another path is left. */
const TURNED = /[\\\p{Cc}]|%(?:25)*(?:5c|[01][0-9a-f]|7f)/iu;

const QUERY = /[?#]/;

/**
 * Whether a path, or a name in one, has no segment that leads elsewhere: no `.` or `..`, no backslash, no control character, plain
 * or percent-encoded. A query is not looked at.
 */
export function isPlainPath(path: string): boolean {
  if (ORDINARY.test(path)) return true;
  const bare = barePath(path);
  return !TURNED.test(bare) && !bare.split(PARTS).some((segment) => DOTS.test(segment));
}

/** The path without its query and fragment. */
export function barePath(path: string): string {
  if (typeof path !== "string") return "";
  const end = path.search(QUERY);
  return end === -1 ? path : path.slice(0, end);
}

/** A name as it was before it was percent-encoded; a broken escape is taken as it stands. */
export function decodedName(text: string): string {
  return text.includes("%") ? (attempt(decodeURIComponent, text) ?? text) : text;
}

/** Whether a name stands in a path as it is, and leads nowhere else. */
export function isPlainName(text: string): boolean {
  return NAME.test(text);
}

/** A name as it stands in a path. A lone surrogate cannot be encoded and becomes U+FFFD. */
export function encodedName(text: string): string {
  return isPlainName(text) ? text : encodeURIComponent(text.toWellFormed());
}
