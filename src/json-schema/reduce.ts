/**
 * A JSON Schema in the form that a vendor takes where it holds the model to it, and what undoes in values what that changes
 * of their shape.
 */
import type { Path } from "../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { something } from "../core/lenient-parse.js";
import {
  allowsNull,
  areScalar,
  branchesOf,
  branchRestore,
  isForeign,
  isFree,
  leadsBack,
  listedBy,
  listOf,
  namedTypes,
  orNull,
  propertiesOf,
  requiredOf,
  SILENT,
  typesOf,
  unionRestore,
} from "./keywords.js";
import { BUDGET, inside, type Normal, type Normalizer, normalized, type Place, ReferenceNames, References } from "./normal.js";
import { type Restore, undoes } from "./restore.js";
import { DIALECTS, type DialectName } from "./target.js";
import { type Change, joined, type Node, NodeWriter, type Unbinding } from "./writer.js";

type Schema = Extract<Normal, { readonly kind: "schema" }>;

const EACH_REQUIRED = "Each property is required; optional ones may be null.";
const OBJECT = ["properties", "required", "additionalProperties"];
const ARRAY = ["items", "prefixItems"];

export class Reducer extends NodeWriter {
  /** Of the references that are kept. */
  private readonly names = new ReferenceNames();
  private readonly scope: Normalizer;
  private unions = 0;

  constructor(root: JsonObject, dialect: DialectName, change: Change, unbinding?: Unbinding) {
    super(DIALECTS[dialect], change, unbinding);
    const { recursion, who } = this.dialect;
    this.scope = { references: new References(root), change, who, recursion, budget: { ...BUDGET } };
  }

  normal(given: Json, place: Place, isRoot = false): Normal {
    return normalized(given, place, this.scope, isRoot);
  }

  reduced(given: Json, place: Place): Node {
    return this.ofNormal(this.normal(given, place), place);
  }

  ofNormal(normal: Normal, place: Place): Node {
    switch (normal.kind) {
      case "never":
        this.change("approximated", "false", place.path, "`false` is written as null.");
        return { schema: { type: "null" } };
      case "any":
        return this.anything(place.path, compact({ description: normal.description }));
      case "reference": {
        const name = this.names.of(normal.reference);
        return this.beside({ schema: { $ref: `#/$defs/${name}` }, restore: { ref: name } }, normal.beside, place);
      }
      case "schema":
        return this.ofSchema(normal);
    }
  }

  private ofSchema({ schema, place }: Schema): Node {
    const { path } = place;
    if (isJsonArray(schema.anyOf)) return this.union(schema, schema.anyOf, place);
    const types = typesOf(schema);
    const [type, ...others] = types;
    if (namedTypes(schema).length < listOf(schema.type).length)
      this.change("approximated", "type", path, "JSON Schema has no such type; it was left out.");
    const listed = listedBy(schema);
    if (listed !== undefined) return this.literal(schema, listed, path);
    if (type === undefined) return this.anything(path, schema);
    if (schema.type === undefined)
      this.change("approximated", "type", path, `No type is named; ${types.join(", ")} is taken from the keywords.`);
    const isTaken = areScalar(types) && (this.dialect.isOpenApi !== true || types.filter((one) => one !== "null").length < 2);
    if (others.length > 0 && !isTaken) return this.ofTypes(types, schema, place);
    if (type === "object") return this.object(schema, place);
    if (type === "array") return this.array(schema, place);
    const written = { type: others.length === 0 ? type : types };
    return { schema: this.described(written, schema, types, path) };
  }

  /** Each of several types is a branch with the keywords that are about it. */
  private ofTypes(types: readonly string[], schema: JsonObject, place: Place): Node {
    const { type: _, title, description, ...rest } = schema;
    const anyOf = types.map((type) => ({ type, ...Object.fromEntries(Object.entries(rest).filter(([key]) => !isForeign(key, type))) }));
    this.change("equivalent", "type", place.path, "Several types are written as `anyOf`.", true);
    return this.union({ ...compact({ title, description }), anyOf }, anyOf, place);
  }

  private union(schema: JsonObject, branches: readonly Json[], place: Place): Node {
    this.unions++;
    const nodes = branches.flatMap((branch, index) => {
      const at = inside(place, "anyOf", index);
      const normal = this.normal(branch, at);
      if (normal.kind !== "never") return branchesOf(this.ofNormal(normal, at));
      this.change("equivalent", "false", at.path, "`false` is left out.");
      return [];
    });
    this.unions--;
    const [only, ...more] = nodes;
    if (only === undefined) return this.ofNormal({ kind: "never" }, place);
    const beside = this.described({}, schema, [], place.path);
    if (only.schema.$ref !== undefined && more.length === 0) return this.beside(only, beside, place);
    if (more.length > 0)
      return { schema: { ...beside, anyOf: nodes.map((node) => node.schema) }, restore: unionRestore(nodes), branches: nodes };
    const inner = only.schema.description;
    const text = beside.description !== undefined && typeof inner === "string" ? { description: joined(beside.description, inner) } : {};
    return { schema: { ...only.schema, ...beside, ...text }, restore: only.restore };
  }

  /** A reference stands alone; where unions are told apart, a description may stand beside one of it. */
  private beside({ schema, restore }: Node, { description, ...others }: JsonObject, place: Place): Node {
    const isDescribed = description !== undefined && this.dialect.allRequired;
    const message = `${this.dialect.who} takes nothing beside a reference; it was left out.`;
    for (const key of Object.keys(isDescribed || description === undefined ? others : { description, ...others }))
      this.change(SILENT.has(key) ? "equivalent" : "approximated", key, place.path, message);
    return { schema: isDescribed ? { description, anyOf: [schema] } : schema, restore };
  }

  /** With what its references lead to, which is read last, because it leads back to itself and on to others. */
  whole({ schema, restore }: Node): Node {
    const definitions: [string, JsonObject][] = [];
    const restores: [string, Restore][] = [];
    for (const [reference, name] of this.names.entries) {
      const { schema: given = {}, path = [] } = this.scope.references.resolve(reference) ?? {};
      const place = { path, opened: [reference], level: 0 };
      const node = this.ofNormal(this.normal(given, place, true), place);
      const known = branchRestore(node);
      definitions.push([name, node.schema]);
      if (known !== undefined) restores.push([name, known]);
    }
    const whole = restore && { ...restore, ...compact({ defs: something(Object.fromEntries(restores)) }) };
    const $defs = something(Object.fromEntries(definitions));
    return { schema: { ...schema, ...compact({ $defs }) }, restore: whole && undoes(whole) ? whole : undefined };
  }

  private object(schema: JsonObject, place: Place): Node {
    if (!this.dialect.closes) return this.openObject(schema, place);
    const { path } = place;
    const properties = propertiesOf(schema);
    const listed = Object.keys(properties);
    const more = schema.additionalProperties;
    if (listed.length === 0 && more !== false) return this.unlisted(schema, place);
    const message = `${this.dialect.who} takes no keys that are not listed; the object is closed.`;
    if (more === true || isJsonObject(more)) {
      this.unbinding?.(path, "an object of it takes keys that are not listed");
      this.change("approximated", "additionalProperties", path, message);
    } else if (more !== false) this.change("equivalent", "additionalProperties", path, message, true);
    const required = this.required(schema, properties, place);
    const names = new Set(required);
    const members = this.members(properties, place);
    const drop: string[] = [];
    const written = listed.map((name): [string, Json] => {
      const node = members.get(name)?.schema ?? {};
      if (!this.dialect.allRequired || names.has(name)) return [name, node];
      if (!this.takesNull(properties[name] ?? true, place)) drop.push(name);
      this.change("equivalent", "required", [...path, "properties", name], EACH_REQUIRED, true);
      return [name, allowsNull(node) ? node : orNull(node)];
    });
    const props = Object.fromEntries(
      [...members].flatMap(([name, { restore }]): [string, Restore][] => (restore === undefined ? [] : [[name, restore]])),
    );
    const all = this.dialect.allRequired ? listed : isJsonArray(schema.required) ? required : undefined;
    const closed = {
      type: "object",
      properties: Object.fromEntries(written),
      ...compact({ required: all }),
      additionalProperties: false,
    };
    const restore = something(compact({ drop: something(drop), props: something(props) }));
    return { schema: this.described(closed, schema, ["object"], path, OBJECT), restore };
  }

  /** Whether the source allows null there, so that one that comes back is a value. */
  private takesNull(given: Json, place: Place): boolean {
    const normal = normalized(given, inside(place), { ...this.scope, change: () => {} }, true);
    if (normal.kind !== "schema") return normal.kind === "any";
    const { schema } = normal;
    if (isJsonArray(schema.anyOf)) return schema.anyOf.some((branch) => this.takesNull(branch, normal.place));
    const listed = listedBy(schema);
    if (listed !== undefined) return listed.values.includes(null);
    const types = typesOf(schema);
    return types.length === 0 || types.includes("null");
  }

  private members(properties: JsonObject, place: Place): ReadonlyMap<string, Node> {
    return new Map(Object.entries(properties).map(([name, inner]) => [name, this.reduced(inner, inside(place, "properties", name))]));
  }

  private required(schema: JsonObject, properties: JsonObject, { path }: Place): readonly string[] {
    const known = [...new Set(requiredOf(schema))].filter((name) => Object.hasOwn(properties, name));
    const listed = listOf(schema.required);
    const distinct = new Set(listed).size;
    if (known.length < distinct) this.change("approximated", "required", path, "What is not listed cannot be required.");
    else if (distinct < listed.length)
      this.change("equivalent", "required", path, this.dialect.allRequired ? EACH_REQUIRED : "Names are listed once.");
    return known;
  }

  /** No property is listed: a map, where values are described, else any object. */
  private unlisted(schema: JsonObject, place: Place): Node {
    const { path } = place;
    const values = schema.additionalProperties;
    const isMap = isJsonObject(values) && !isFree(values);
    if (!isMap || this.unions === 0) this.unbinding?.(path, "an object of it takes keys that are not listed");
    if (!isMap) return this.jsonText(schema, path);
    const message = `${this.dialect.who} takes no maps; it is written as a list of keys and values, which the context reads back in one piece.`;
    this.change("approximated", "additionalProperties", path, message);
    const value = this.reduced(values, inside(place, "additionalProperties"));
    const pair = {
      type: "object",
      properties: { key: { type: "string" }, value: value.schema },
      required: ["key", "value"],
      additionalProperties: false,
    };
    return {
      schema: this.described({ type: "array", items: pair }, schema, ["array"], path, OBJECT),
      restore: { pairs: value.restore ?? true },
    };
  }

  /** As it is: the target takes keys that are not listed. */
  private openObject(schema: JsonObject, place: Place): Node {
    const { path } = place;
    const members = this.members(propertiesOf(schema), place);
    const { isOpenApi } = this.dialect;
    const more = schema.additionalProperties;
    const additionalProperties = isJsonObject(more) ? this.reduced(more, inside(place, "additionalProperties")).schema : more;
    const required = this.required(schema, propertiesOf(schema), place).filter((name) => {
      if (!leadsBack(members.get(name)?.schema)) return true;
      this.change("approximated", "required", [...path, "properties", name], "What leads back cannot be required.", true);
      return false;
    });
    const isListed = schema.properties !== undefined && (!isOpenApi || members.size > 0);
    if (schema.properties !== undefined && !isListed)
      this.change("equivalent", "properties", path, `${this.dialect.who} takes no empty list of properties.`);
    const written = {
      type: "object",
      ...(isListed ? { properties: Object.fromEntries([...members].map(([name, node]) => [name, node.schema])) } : {}),
      ...(required.length > 0 || (isJsonArray(schema.required) && !isOpenApi) ? { required } : {}),
      ...(isOpenApi ? {} : compact({ additionalProperties })),
    };
    const done = isOpenApi ? ["properties", "required"] : OBJECT;
    return { schema: this.described(written, schema, ["object"], path, done) };
  }

  private array(schema: JsonObject, place: Place): Node {
    const { path } = place;
    const { items } = schema;
    const tuple = isJsonArray(schema.prefixItems) ? schema.prefixItems : [];
    if (tuple.length > 0) return this.tuple(schema, tuple, place);
    if (items !== undefined && !isFree(items)) return this.listed(this.reduced(items, inside(place, "items")), schema, path, ARRAY);
    this.change("approximated", "items", path, `${this.dialect.who} wants a type; any text is allowed.`, true);
    return this.listed({ schema: { type: "string" } }, schema, path, ARRAY);
  }

  /** An array of such items. */
  private listed({ schema: items, restore }: Node, schema: JsonObject, path: Path, done: readonly string[], counts = {}): Node {
    const written = { type: "array", items, ...counts };
    return { schema: this.described(written, schema, ["array"], path, done), restore: restore && { items: restore } };
  }

  private tuple(schema: JsonObject, tuple: readonly Json[], place: Place): Node {
    const { closes, isOpenApi, counts, who } = this.dialect;
    const nodes = tuple.map((item, index) => this.reduced(item, inside(place, "prefixItems", index)));
    if (!closes && !isOpenApi) {
      const written = { type: "array", prefixItems: nodes.map((node) => node.schema) };
      return { schema: this.described(written, schema, ["array"], place.path, ["prefixItems"]) };
    }
    this.change("approximated", "prefixItems", place.path, `${who} takes one schema for all items.`);
    const kinds = [...new Map(nodes.map((node) => [JSON.stringify(node.schema), node])).values()];
    const [only, ...more] = kinds;
    const items: Node =
      only !== undefined && more.length === 0
        ? only
        : { schema: { anyOf: kinds.map((node) => node.schema) }, restore: unionRestore(kinds) };
    const count = counts ? { minItems: tuple.length, maxItems: tuple.length } : {};
    return this.listed(items, schema, place.path, Object.keys(count), count);
  }
}
