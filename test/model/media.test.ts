import { expect, test } from "vitest";
import {
  base64OfPercent,
  dataUri,
  isHttpUrl,
  kindOfMime,
  mimeOfUrl,
  normalMime,
  parseDataUri,
  standardBase64,
  textOfBase64,
} from "../../src/model/media.js";

test.each([
  ["data:image/png;base64,AAAA", { mimeType: "image/png", base64: true, payload: "AAAA" }],
  ["DATA:IMAGE/JPG; charset=x ; BASE64 ,AAAA", { mimeType: "image/jpeg", base64: true, payload: "AAAA" }],
  ["data:text/html,a%20b", { mimeType: "text/html", base64: false, payload: "a%20b" }],
  ["data:text/html;charset=utf-8,a", { mimeType: "text/html", base64: false, payload: "a" }],
  ["data:,a", { mimeType: "text/plain", base64: false, payload: "a" }],
  ["data: ,a", { mimeType: "text/plain", base64: false, payload: "a" }],
  ["data:;base64,YQ==", { mimeType: "text/plain", base64: true, payload: "YQ==" }],
  ["data:image/png;base64", undefined],
  ["https://h/data:,", undefined],
])("%s is read as a data URI, or is none", (uri, read) => {
  expect(parseDataUri(uri)).toEqual(read);
});

test("bytes and text become each other", () => {
  expect(base64OfPercent("h%C3%A9")).toBe("aMOp");
  expect(base64OfPercent("%89PNG%0d")).toBe("iVBORw0=");
  expect(base64OfPercent("%")).toBeUndefined();
  expect(base64OfPercent("%8%41")).toBeUndefined();
  expect(textOfBase64("aMOp")).toBe("hé");
  expect([textOfBase64("fn5-"), textOfBase64("Pz8_")]).toEqual(["~~~", "???"]);
  expect(textOfBase64("77u/YQ==")).toBe("\ufeffa");
  expect(textOfBase64("-_8=")).toBeUndefined();
  expect(textOfBase64("=a")).toBeUndefined();
  expect(dataUri("image/png", "AAAA")).toBe("data:image/png;base64,AAAA");
});

test.each([
  ["IMAGE/JPG; q=1", "image/jpeg"],
  [" text/plain ", "text/plain"],
  ["", ""],
])("the media type %s is %s", (mime, normal) => {
  expect(normalMime(mime)).toBe(normal);
});

test.each([
  ["https://h/a.PNG?x=.pdf#y", "image/png"],
  ["https://h/a.b/c", undefined],
  ["https://h/a.xyz", undefined],
  ["", undefined],
])("the suffix of %s suggests %s", (url, mime) => {
  expect(mimeOfUrl(url)).toBe(mime);
});

test.each([
  ["IMAGE/png", "image"],
  ["audio/wav", "audio"],
  ["video/mp4", "video"],
  ["text/plain", "document"],
] as const)("%s is media of the kind %s", (mime, kind) => {
  expect(kindOfMime(mime)).toBe(kind);
});

test.each([
  ["http://h/a", true],
  ["HTTPS://h/a", true],
  ["gs://bucket/http://h/a", false],
  ["httpsx://h/a", false],
])("%s is an address of the web: %s", (url, is) => {
  expect(isHttpUrl(url)).toBe(is);
});

test.each([
  ["_-8", "/+8="],
  ["_-8=", "/+8="],
  ["Yw", "Yw"],
  ["/+8=", "/+8="],
  ["data:image/x-icon;base64,AA_A", "data:image/x-icon;base64,AA_A"],
  [`${"A".repeat(65_535)}_`, `${"A".repeat(65_535)}/`],
  [`${"A".repeat(65_536)}_AAA`, `${"A".repeat(65_536)}_AAA`],
])("the alphabet of a base64 text shows in its first characters (%#)", (given, standard) => {
  expect(standardBase64(given)).toBe(standard);
});
