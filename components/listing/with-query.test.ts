import { describe, expect, it } from "vitest";
import { single, withQuery } from "@/components/shell/with-query";

describe("queries", () => {
  it("leave out members that are undefined or empty", () => {
    expect(withQuery("/messages", { state: undefined, appid: "", after: "a b" })).toBe(
      "/messages?after=a+b",
    );
    expect(withQuery("/messages", {})).toBe("/messages");
  });
  it("have a value when it is given once and not empty", () => {
    expect([single(["a", "b"]), single(""), single("a")]).toEqual([undefined, undefined, "a"]);
  });
});
