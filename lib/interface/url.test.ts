import { describe, expect, it } from "vitest";

import { dangerousScheme, isAbsoluteUrl, isNotifyUrl } from "./url";

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

  it.each(["https://example.com/javascript:1", "shop://javascript:1", "javascript", "/javascript:1", "mailto:a@b.c", "", "java script:1"])(
    "lets %j pass",
    (url) => {
      expect(dangerousScheme(url)).toBeUndefined();
    },
  );

  it("knows which URL names its scheme", () => {
    expect(["https://example.com", "mailto:a@b.c", "shop:cart"].every(isAbsoluteUrl)).toBe(true);
    expect(["www.example.com", "example.com:8080/x", "localhost:3000", "/x", "{{url}}", ""].some(isAbsoluteUrl)).toBe(false);
  });

  it.each(["https://example.com", "http://localhost:9000/x?y#z", "HTTPS://EXAMPLE.COM", "https://[::1]/", "https://bücher.example/"])(
    "takes notify URL %j",
    (url) => {
      expect(isNotifyUrl(url)).toBe(true);
    },
  );

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
