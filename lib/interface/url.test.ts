import { describe, expect, it } from "vitest";
import { parseRequest } from "./parse";
import { edited } from "./testing";
import { dangerousScheme, isAbsoluteUrl, isNotifyUrl, withoutUserInfo } from "./url";

describe("URLs", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:1",
    " \t\njavascript:1",
    "java\nscript:1",
    "java\tscript:1",
    "\u0000javascript:1",
    "data:text/html,x",
    "vbscript:x",
  ])("refuses %j to be opened", (url) => {
    expect(dangerousScheme(url)).toBeDefined();
  });

  it.each([
    "https://example.com/javascript:1",
    "shop://javascript:1",
    "javascript",
    "/javascript:1",
    "mailto:a@b.c",
    "",
    "java script:1",
  ])("lets %j pass", (url) => {
    expect(dangerousScheme(url)).toBeUndefined();
  });

  it("knows which URL names its scheme", () => {
    expect(["https://example.com", "mailto:a@b.c", "shop:cart"].every(isAbsoluteUrl)).toBe(true);
    expect(
      ["www.example.com", "example.com:8080/x", "localhost:3000", "/x", "{{url}}", ""].some(
        isAbsoluteUrl,
      ),
    ).toBe(false);
  });

  it.each([
    "https://example.com",
    "http://localhost:9000/x?y#z",
    "HTTPS://EXAMPLE.COM",
    "https://[::1]/",
    "https://bücher.example/",
  ])("takes notify URL %j", (url) => {
    expect(isNotifyUrl(url)).toBe(true);
  });

  it.each([
    " https://example.com",
    "https://example.com ",
    "https://example.com\n",
    "https://exa\tmple.com",
    "\u00a0https://example.com",
    "example.com",
    "//example.com",
    "https:example.com",
    "https:\\\\example.com",
    "ftp://example.com",
    "https://",
    "https://exa mple.com",
    "https://example.com:99999",
    "https://256.256.256.256.256",
    "javascript:1",
    "{{webhookurl}}",
  ])("refuses notify URL %j", (url) => {
    expect(isNotifyUrl(url)).toBe(false);
  });
});

const push = "channels.push";
/** Every member that names a page or a picture, and the rule that reports it. */
const members = [
  [`${push}.android.extras.iconurl`, "picture"],
  [`${push}.android.extras.customtags.imageurl`, "picture"],
  [`${push}.ios.extras.attachmenturl`, "picture"],
  [`${push}.web.url`, "page"],
  [`${push}.android.extras.notificationaction.value`, "page"],
  [`${push}.interactive.actions.0.value`, "page"],
] as const;

/** `rule` of everything that is reported for a member that holds `value`. */
function reportedRules(path: string, value: string): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(edited({ [path]: value })));
  const read = parseRequest(bytes, { sizeRule: "body", httpsOnly: false, now: 0 });
  const problems = read.ok ? [] : read.problems;
  return [
    ...problems.map(({ code, rule }) => `${code} ${rule}`),
    ...read.warnings.map(({ rule }) => rule),
  ];
}

describe.each(members)("the URL at %s", (path, kind) => {
  const none = path.endsWith("value") ? ["7004 action.value.url"] : ["7004 url.format"];

  it.each([
    "not a url",
    "x y",
    "::",
    "   ",
    "<URL>",
    "?x",
    "#top",
    "/",
    "/a b.png",
    "[x",
    "12345678901",
    "%zz",
    "https://",
    "https:",
    "http://exa mple.com/x.png",
    "https://<host>/x.png",
    "https://example.com:99999/",
  ])("is refused when it is none even with https:// before it: %j", (value) => {
    expect(reportedRules(path, value)).toEqual(none);
  });

  it.each([
    "www.example.com/x.png",
    "icon.svg",
    "/x.png",
    "//cdn.example.com/x.png",
    "example.com:8080/x",
    "localhost:3000",
    "URL",
    "{{inappid}}",
    "${image}",
    "www.example.com/a b.png",
    "bücher.example/ü",
  ])("is reported when its scheme is missing: %j", (value) => {
    expect(reportedRules(path, value)).toEqual(["url.relative"]);
  });

  it.each([
    "https://example.com/a b",
    "HTTP://EXAMPLE.COM",
    "https://bücher.example/",
    "https://x/${id}",
    "https://{{host}}/x",
    "https:x.example",
  ])("is accepted without a warning: %j", (value) => {
    expect(reportedRules(path, value)).toEqual([]);
  });

  it.each([" https://example.com/", "https://example.com/\n", "https://exa\tmple.com/"])(
    "is reported when it has stray spaces: %j",
    (value) => {
      expect(reportedRules(path, value)).toEqual(["url.spaces"]);
    },
  );

  it.each([
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "intent://scan#Intent;end",
    "about:blank",
    "filesystem:https://x/y",
    "view-source:https://x",
    "chrome://settings",
    "FILE:///x",
    "content://x",
  ])("is reported when it means something here or there only: %j", (value) => {
    expect(reportedRules(path, value)).toEqual(["url.local"]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "vbscript:x"])(
    "is refused where it is opened, reported where it is fetched: %j",
    (value) => {
      const refused = path.endsWith("value")
        ? ["7004 action.value.scheme"]
        : ["7004 web.url.scheme"];
      expect(reportedRules(path, value)).toEqual(kind === "page" ? refused : ["url.local"]);
    },
  );

  it.each(["ftp://example.com/x", "mailto:a@example.com", "shop:cart"])(
    "is reported when a picture cannot be fetched by it: %j",
    (value) => {
      expect(reportedRules(path, value)).toEqual(kind === "page" ? [] : ["url.picture"]);
    },
  );
});

it("leaves the tags of ios and web alone, and the values of other actions", () => {
  expect(reportedRules(`${push}.ios.extras.customtags.imageurl`, "not a url")).toEqual([]);
  expect(reportedRules(`${push}.web.extras.customtags.imageurl`, "::")).toEqual([]);
  for (const action of ["DEEPLINK", "OPEN_HTML"]) {
    const tap = { action, value: "not a url" };
    const bytes = new TextEncoder().encode(
      JSON.stringify(edited({ [`${push}.android.extras.notificationaction`]: tap })),
    );
    expect(parseRequest(bytes, { sizeRule: "body", httpsOnly: false, now: 0 })).toMatchObject({
      ok: true,
      warnings: [],
    });
  }
});

it("is shown without the user name and the password that it may hold", () => {
  for (const [url, expected] of [
    ["https://maya:secret@a.example/x?y=@", "https://…@a.example/x?y=@"],
    ["https://maya@a.example", "https://…@a.example"],
    ["HTTPS://:secret@a.example/", "HTTPS://…@a.example/"],
    ["https://a:b@c@a.example/", "https://…@a.example/"],
    ["https://a.example/@maya:secret", "https://a.example/@maya:secret"],
    ["no url", "no url"],
  ] as const)
    expect(withoutUserInfo(url)).toBe(expected);
});
