import { describe, expect, test } from "vitest";
import type { Citation, Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/messages/response.js";

function read(citation: object, before = "") {
  const content = [
    { type: "text", text: before },
    { type: "text", text: "word", citations: [citation] },
  ];
  const decoded = response.decode({ id: "i", model: "m", content, stop_reason: "end_turn" });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  const part = decoded.value.choices[0]?.parts[1];
  const again = response.encode(decoded.value);
  return { part, again: again.ok ? again.value.content.at(-1) : undefined };
}

function write(text: string, citations: readonly Citation[], before: readonly Part[] = []) {
  const parts: readonly Part[] = [...before, { type: "text", text, citations }];
  const encoded = response.encode({
    id: "i",
    model: "m",
    choices: [{ index: 0, parts, finish: { reason: "stop" } }],
    usage: { inputTokens: 1, outputTokens: 1 },
  });
  return { blocks: encoded.ok ? encoded.value.content : [], codes: encoded.issues.map(({ code }) => code) };
}
const url = (start?: number, end?: number): Citation => ({
  kind: "url",
  url: "u",
  encryptedIndex: "e",
  ...(start === undefined ? {} : { start }),
  ...(end === undefined ? {} : { end }),
});

const WEB = { type: "web_search_result_location", url: "u", title: "t", encrypted_index: "e", cited_text: "c" };
const SEARCH = {
  type: "search_result_location",
  source: "s",
  title: "t",
  search_result_index: 0,
  start_block_index: 1,
  end_block_index: 2,
  cited_text: "c",
};
const CHARS = { type: "char_location", document_index: 0, document_title: "t", start_char_index: 1, end_char_index: 2, cited_text: "c" };
const PAGES = { type: "page_location", document_index: 0, document_title: "t", start_page_number: 1, end_page_number: 2, cited_text: "c" };
const BLOCKS = {
  type: "content_block_location",
  document_index: 0,
  document_title: "t",
  start_block_index: 1,
  end_block_index: 2,
  cited_text: "c",
};

describe("reading citations", () => {
  test.each([
    [WEB, { kind: "url", url: "u", title: "t", citedText: "c", start: 2, end: 6, encryptedIndex: "e" }],
    [SEARCH, { kind: "search-result", source: "s", title: "t", citedText: "c", resultIndex: 0, start: 1, end: 2 }],
    [CHARS, { kind: "document", unit: "char", documentIndex: 0, title: "t", citedText: "c", start: 1, end: 2 }],
    [PAGES, { kind: "document", unit: "page", documentIndex: 0, title: "t", citedText: "c", start: 1, end: 2 }],
    [BLOCKS, { kind: "document", unit: "block", documentIndex: 0, title: "t", citedText: "c", start: 1, end: 2 }],
  ])("reads $type, and writes it again as it came", (wire, citation) => {
    const { part, again } = read(wire, "ab");
    expect(part).toMatchObject({ citations: [citation] });
    expect(again).toEqual({ type: "text", text: "word", citations: [wire] });
  });

  test.each([
    { ...WEB, url: undefined },
    { ...WEB, later: 1 },
    { ...SEARCH, source: null },
    { ...SEARCH, search_result_index: null },
    { ...SEARCH, start_block_index: null },
    { ...SEARCH, end_block_index: null },
    { ...SEARCH, later: 1 },
    { ...CHARS, document_index: null },
    { ...CHARS, start_char_index: null },
    { ...PAGES, end_page_number: null },
    { ...BLOCKS, later: 1 },
    { type: "later_location" },
  ])("keeps a citation that it cannot hold exactly as it is: %o", (wire) => {
    const { part, again } = read(wire);
    expect(part).not.toHaveProperty("citations");
    expect(again).toEqual({ type: "text", text: "word", citations: [wire] });
  });

  test("takes a citation without a text of its source for one of an empty text", () => {
    expect(read({ ...SEARCH, cited_text: null }).part).toMatchObject({ citations: [{ citedText: "" }] });
    expect(read({ ...CHARS, cited_text: null }).part).toMatchObject({ citations: [{ citedText: "" }] });
  });
});

describe("writing citations", () => {
  const texts = (blocks: readonly object[]) =>
    blocks.map((block) => [
      "text" in block ? block.text : "",
      "citations" in block && Array.isArray(block.citations) ? block.citations.length : 0,
    ]);

  test("cuts a text at every border of its citations, counted from the start of the answer", () => {
    const { blocks } = write("abcdef", [url(5, 8), url(7, 9)], [{ type: "text", text: "xyz" }]);
    expect(texts(blocks)).toEqual([
      ["xyz", 0],
      ["ab", 0],
      ["cd", 1],
      ["e", 2],
      ["f", 1],
    ]);
  });

  test.each([
    ["without a range", url(), [["abc", 1]]],
    ["of an empty range", url(2, 2), [["abc", 1]]],
    ["outside of the text", url(-5, 50), [["abc", 1]]],
  ] as const)("lets a citation %s cover what it can", (_what, citation, expected) => {
    expect(texts(write("abc", [citation]).blocks)).toEqual(expected);
  });

  test("cuts no character in two", () => {
    expect(texts(write("a😀b", [url(2, 4)]).blocks)).toEqual([
      ["a", 0],
      ["😀b", 1],
    ]);
  });

  test("says that a citation without an index into the search results lacks it, and that nobody says how sure it is", () => {
    const { blocks, codes } = write("abc", [{ kind: "url", url: "u", confidence: 0.5 }]);
    expect(blocks).toMatchObject([{ citations: [{ url: "u", title: null, cited_text: "", encrypted_index: "" }] }]);
    expect(codes).toEqual(["dropped.field", "approximated.citation"]);
  });

  test("names the citations of a text that says nothing", () => {
    const { blocks, codes } = write("", [url()]);
    expect([blocks, codes]).toEqual([[], ["dropped.value"]]);
  });

  test("gives the last piece the signature and the cache marker of its text", () => {
    const part: Part = {
      type: "text",
      text: "ab",
      citations: [url(0, 1)],
      cacheControl: { type: "ephemeral" },
      signature: { value: "s", origin: "generate-content" },
      extensions: { messages: { later: 1 } },
    };
    const encoded = response.encode({
      id: "i",
      model: "m",
      choices: [{ index: 0, parts: [part, { type: "text", text: "c" }], finish: { reason: "stop" } }],
      usage: { inputTokens: 1, outputTokens: 1 },
    });
    expect(encoded.ok && encoded.value.content).toMatchObject([
      { type: "text", text: "a" },
      { type: "text", text: "b", cache_control: { type: "ephemeral" }, later: 1 },
      { type: "thinking", thinking: "", signature: "sig1.g.x.s" },
      { type: "text", text: "c" },
    ]);
    expect(encoded.ok && encoded.value.content[0]).not.toHaveProperty("later");
    expect(encoded.issues.map(({ code }) => code)).toEqual(["equivalent.form"]);
  });
});
