import { describe, expect, it } from "vitest";
import { changedTo, compareVersions, withVersion } from "./versions";

const base = {
  name: "Shop",
  url: undefined,
  kinds: ["read"],
  fields: { username: "ann", password: "" },
  serviceId: "s",
};

describe("two versions of one form", () => {
  it("do not overlap where each changed other fields, or both the same", () => {
    const mine = { ...base, name: "Mine", kinds: ["read", "failed"] };
    const theirs = {
      name: "Shop",
      url: "https://a.example/",
      kinds: ["read", "failed"],
      fields: { username: "ann" },
    };
    expect(compareVersions(base, mine, theirs)).toEqual({ own: [["name", "Mine"]], overlaps: [] });
  });
  it("overlap where both changed a field to different values", () => {
    const mine = { ...base, name: "Mine", fields: { username: "bob", password: "" } };
    const theirs = { name: "Theirs", url: null, kinds: ["read"], fields: { username: "eve" } };
    const { own, overlaps } = compareVersions(base, mine, theirs);
    expect(own).toEqual([
      ["name", "Mine"],
      ["fields.username", "bob"],
    ]);
    expect(overlaps).toEqual([
      ["name", "Theirs"],
      ["fields.username", "eve"],
    ]);
  });
  it("overlap where a secret was typed: theirs is not shown", () => {
    const mine = { ...base, fields: { username: "ann", password: "new" } };
    expect(compareVersions(base, mine, { fields: { username: "ann" } }).overlaps).toEqual([
      ["fields.password", undefined],
    ]);
    expect(compareVersions(base, base, { fields: { username: "ann" } }).overlaps).toEqual([]);
  });
  it("take no difference between null, nothing and an empty text", () => {
    expect(compareVersions(base, { ...base, url: "" }, { url: null })).toEqual({
      own: [],
      overlaps: [],
    });
  });
  it("are exchanged without losing what only the form has", () => {
    expect(withVersion(base, { name: "Theirs", url: null, fields: { token: "t" } })).toEqual({
      ...base,
      name: "Theirs",
      url: undefined,
      fields: { username: "", password: "", token: "t" },
    });
  });
  it("are described in words", () => {
    expect(changedTo("Ann", "news")).toBe("Ann changed this to “news” while you were editing.");
    expect(changedTo("Ann", true)).toBe("Ann turned this on while you were editing.");
    expect(changedTo("Ann", null)).toBe("Ann changed this while you were editing.");
    expect(changedTo("Ann", ["read", "failed"])).toBe(
      "Ann changed this to “read, failed” while you were editing.",
    );
  });
});
