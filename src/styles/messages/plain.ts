import type { Json, JsonObject } from "../../core/json.js";

/** Documents were proven plain at the door (see `asJson`); schemas leave what they do not look into as `unknown`. */
export function isPlain(_value: unknown): _value is Json {
  return true;
}

export function isPlainObject(_value: object): _value is JsonObject {
  return true;
}
