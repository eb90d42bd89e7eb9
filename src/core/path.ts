/** Where something stands in a JSON document: keys and indexes from the root, `[]` for the root itself. */
export type Path = readonly (string | number)[];

/**
 * Renders a path the way a programmer would write it: `messages[2].content[0]["odd key"]`.
 * The root is the empty string. Any list of keys and numbers has one.
 *
 * @example
 * formatPath(["messages", 2, "content", 0, "odd key"]); // 'messages[2].content[0]["odd key"]'
 */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
