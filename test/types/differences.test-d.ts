/** What tells the differences of types tells each kind of them. */
import { expectTypeOf, test } from "vitest";
import type { JsonObject } from "../../src/index.js";
import type { Differences } from "./differences.js";

test("equal types have none", () => {
  interface Node {
    id: string;
    kind?: "a" | "b" | null;
    list: { n: number }[];
  }
  expectTypeOf<Differences<Node, Node>>().toEqualTypeOf<never>();
});

test("each mark is given where it belongs", () => {
  expectTypeOf<Differences<{ a: 1; b: 2 }, { b: 2 }>>().toEqualTypeOf<"- a">();
  expectTypeOf<Differences<{ a: 1 }, { a: 1; b?: 2 }>>().toEqualTypeOf<"+ b">();
  expectTypeOf<Differences<{ a: 1 }, { a?: 1 | null }>>().toEqualTypeOf<"? a">();
  expectTypeOf<Differences<{ a?: 1 }, { a: 1 }>>().toEqualTypeOf<"! a">();
  expectTypeOf<Differences<{ a: "x" | "y" }, { a: string }>>().toEqualTypeOf<"* a">();
  expectTypeOf<Differences<{ a: string }, { a: string | number }>>().toEqualTypeOf<"~ a">();
  expectTypeOf<Differences<{ a: { b: 1 } }, { a: JsonObject }>>().toEqualTypeOf<"~ a">();
  expectTypeOf<Differences<{ a: string[] }, { a: string | string[] }>>().toEqualTypeOf<"~ a">();
  expectTypeOf<Differences<{ a: string }, { a: number }>>().toEqualTypeOf<"# a" | "~ a">();
  expectTypeOf<Differences<{ a: string | null }, { a: string }>>().toEqualTypeOf<"# a">();
  expectTypeOf<Differences<{ a: string[] }, { a: string }>>().toEqualTypeOf<"# a" | "~ a">();
});

test("members of unions are compared with those of their kind, at any depth", () => {
  type Vendor = { list: ({ type: "a"; x: 1 } | { type: "b"; y: string } | { type: "c" })[] };
  type Ours = { list: ({ type: "a"; x: 1 } | { type: "b"; y: number } | { type: "d" })[] };
  expectTypeOf<Differences<Vendor, Ours>>().toEqualTypeOf<"# list.y" | "~ list.y" | "= list c" | "+ list d">();
});
