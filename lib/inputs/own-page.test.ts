import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOwnOrigin, safePath } from "./own-page";

const site = "https://push.example.com";
const evil = "evil.example";

/** Each of these, alone or before a path, has led some program to another site. */
const leads = [
  "// /// //// /\\ \\/ \\\\ /\\/ \\ /\\\\ //\\ /.// /..// /./.// /../..// /a/..// /a/../..// /./ /. /.. /.;// /;// /?// /#// /.///".split(
    " ",
  ),
  "/%2e// /%2E%2e// /.%2f/ /%2f/ /%2F%2F /%5c /%5C%5C /%00// /%09/ /%0a/ /%0d%0aLocation:// /%252f%252f //%65".split(
    " ",
  ),
  "/\t/|/\n/|/\r/|/\r\n/|\t//|\n//| //|/ /|//\t|/\t\\|/\u0000/|/\u000b/|/\u007f/|/\u0085/|/\u00a0/|/./\t/|/.\t//|/.\n/\r/|/..\t//".split(
    "|",
  ),
  "/\u2028/|/\u200b/|/\ufeff/|\ufeff//|/\uff0f|\uff0f\uff0f|/\u2215/|/\u2044/|/\u29f8/|/\uff3c|/\u3002/|/\uff0e//|/\ud800/|/\udfff//".split(
    "|",
  ),
  "https://|http://|https:/|https:|http:///|https:\\\\|https:/\\|HtTpS://| https://|\thttps://|ht\ntps://|ftp://|file:///|ws://".split(
    "|",
  ),
  "blob:https:// javascript:// javascript: data:text/html, vbscript: mailto: about: intent://".split(
    " ",
  ),
  "https://push.example.com@ //push.example.com@ //user:word@ https://user:word@ //[::1]/ //0/ //:80/ /@ @ # ?".split(
    " ",
  ),
].flat();
const tails = [evil, `${evil}/phish`, `${evil}:443/a?b#c`];
const spellings = [
  ...leads.flatMap((lead) => tails.map((tail) => lead + tail)),
  "",
  "/",
  " ",
  "/".repeat(3_000),
  `/${"a".repeat(5_000)}`,
  "\u0000",
  "%",
  "/%",
];

/** Where a browser on a page of the site goes, by its address bar, a link or a Location header. */
function target(path: string): URL {
  return new URL(path, `${site}/sign-in?next=x`);
}

/**
 * Whether it stays at home, however it is read, and holds nothing that a header or another parser
 * could take for the end of something.
 */
function isAtHome(path: string): boolean {
  const stays =
    path.startsWith("/") &&
    target(path).origin === site &&
    new URL(`${site}${path}`).origin === site;
  return stays && /^[\x21-\x7e]*$/.test(path) && safePath(path) === path;
}

describe("safePath", () => {
  it(`keeps ${spellings.length} spellings of another site on this one`, () => {
    expect(spellings.length).toBeGreaterThan(200);
    expect(spellings.filter((spelling) => !isAtHome(safePath(spelling)))).toEqual([]);
  });

  it("keeps everything else there too", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...leads,
        ".",
        "..",
        "/",
        "\\",
        ":",
        "@",
        "//",
        evil,
        "%2f",
        "%5c",
        "\t",
        "?",
        "#",
      ),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(isAtHome(safePath(pieces.join("")))).toBe(true);
        expect(isAtHome(safePath(`/${pieces.join("")}`))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["/", "/"],
    ["/messages?state=done&q=a%20b", "/messages?state=done&q=a%20b"],
    ["/messages/0190?tab=1#top", "/messages/0190?tab=1"],
    ["/campaigns/../messages", "/messages"],
    ["/a//b", "/a//b"],
    ["/messages?next=//evil.example", "/messages?next=//evil.example"],
    ["/ü", "/%C3%BC"],
  ])("opens %s", (path, opened) => expect(safePath(path)).toBe(opened));

  it.each([undefined, "", "messages", "https://push.example.com/", "/.//evil.example/phish"])(
    "goes home from %s",
    (path) => expect(safePath(path)).toBe("/"),
  );
});

describe("isOwnOrigin", () => {
  it.each([
    ["https://push.example.com", "push.example.com", "https://push.example.com"],
    ["https://push.example.com", "127.0.0.1:3000", "https://push.example.com"],
    ["https://push.example.com", undefined, "https://push.example.com:443"],
    ["http://localhost:3000", "localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000", "127.0.0.1:3000", "http://localhost:3000"],
    ["http://[::1]:3000", "[::1]:3000", "http://localhost:3000"],
    ["http://localhost:8080", "localhost:8080", "http://localhost:3000"],
    ["http://localhost", "LOCALHOST", "http://127.0.0.1:3000"],
  ])("takes %s asked for at %s where ORIGIN is %s", (origin, host, own) =>
    expect(isOwnOrigin(origin, host, own)).toBe(true),
  );

  it.each([
    ["http://push.example.com", "push.example.com", "https://push.example.com"],
    ["https://evil.example", "evil.example", "https://push.example.com"],
    ["https://evil.example", "push.example.com", "https://push.example.com"],
    ["https://push.example.com.evil.example", "push.example.com", "https://push.example.com"],
    ["https://push.example.com:8443", "push.example.com:8443", "https://push.example.com"],
    ["https://push.example.com/", "push.example.com", "https://push.example.com"],
    [
      "https://push.example.com, https://evil.example",
      "push.example.com",
      "https://push.example.com",
    ],
    ["https://user@push.example.com", "push.example.com", "https://push.example.com"],
    ["http://localhost:3000", "localhost:3000", "https://push.example.com"],
    ["http://localhost:8080", "localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:8080", "localhost:8080", "http://localhost:3000"],
    ["https://localhost:3000", "localhost:3000", "http://localhost:3000"],
    ["http://192.168.1.5:3000", "192.168.1.5:3000", "http://localhost:3000"],
    ["http://localhost.evil.example:3000", "localhost.evil.example:3000", "http://localhost:3000"],
    ["http://evil.example:3000", "evil.example:3000", "http://localhost:3000"],
    ["null", "localhost:3000", "http://localhost:3000"],
    ["", "localhost:3000", "http://localhost:3000"],
    ["file://", "localhost:3000", "http://localhost:3000"],
  ])("refuses %s asked for at %s where ORIGIN is %s", (origin, host, own) =>
    expect(isOwnOrigin(origin, host, own)).toBe(false),
  );

  it("stays the same after very many calls", () => {
    for (let n = 0; n < 20_000; n += 1)
      expect(isOwnOrigin("https://bücher.example", undefined, "https://bücher.example")).toBe(
        false,
      );
    expect(isOwnOrigin("https://xn--bcher-kva.example", undefined, "https://bücher.example")).toBe(
      true,
    );
  });
});
