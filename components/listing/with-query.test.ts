import { describe, expect, it } from "vitest";
import { single, withQuery } from "./with-query";

describe("queries", () => {
  it("leaves out what is not there", () => {
    expect(withQuery("/messages", { state: undefined, appid: "", after: "a b" })).toBe("/messages?after=a+b");
    expect(withQuery("/messages", {})).toBe("/messages");
  });
  it("takes one value only", () => {
    expect([single(["a", "b"]), single(""), single("a")]).toEqual([undefined, undefined, "a"]);
  });
});
