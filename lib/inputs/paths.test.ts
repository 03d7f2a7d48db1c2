import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paths, single, withQuery } from "./paths";

describe("queries", () => {
  it("leave out members that are undefined or empty", () => {
    expect(withQuery("/messages", { state: undefined, appid: "", after: "a b", from: 0 })).toBe(
      "/messages?after=a+b&from=0",
    );
    expect(withQuery("/messages", {})).toBe("/messages");
  });
  it("have a value when it is given once and not empty", () => {
    expect([single(["a", "b"]), single(""), single("a")]).toEqual([undefined, undefined, "a"]);
  });
});

/** Patterns of the addresses that the folder of the console answers. */
const routes = readdirSync(join(import.meta.dirname, "../../app"), { recursive: true })
  .map((file) => `/${String(file)}`.replaceAll("\\", "/"))
  .filter((file) => /\/(page\.tsx|route\.ts)$/.test(file) && !file.includes("[..."))
  .map((file) => file.replace(/\/[^/]+$/, "").replaceAll(/\/\([^/]+\)/g, ""))
  .map((route) => new RegExp(`^${route.replaceAll(/\[\w+\]/g, "[^/]+")}$`));

describe("paths", () => {
  it("encode their ids and their query", () => {
    expect(paths.campaign("a/b?c")).toBe("/campaigns/a%2Fb%3Fc");
    expect(paths.update("a b", "#c")).toBe("/settings/notify-urls/updates/a%20b/%23c");
    expect(paths.compose({ appid: "a&b", template: undefined })).toBe("/compose?appid=a%26b");
  });

  it("sign in with the page to go on to, unless it is the first one", () => {
    expect(paths.signIn({ next: "/messages?state=a&b=c" })).toBe(
      "/sign-in?next=%2Fmessages%3Fstate%3Da%26b%3Dc",
    );
    expect(paths.signIn({ next: "/" })).toBe("/sign-in");
  });

  // Answered by lib/http.
  const { audienceRecipients: _, ...inFolder } = paths;
  it.each(Object.entries(inFolder))("%s has a page or a file", (_name, path) => {
    const [address = ""] = String(Reflect.apply(path, undefined, ["id", "id"])).split(/[?#]/);
    expect(routes.filter((route) => route.test(address))).not.toEqual([]);
  });
});
