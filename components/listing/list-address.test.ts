import { describe, expect, it } from "vitest";
import { hrefIn, isFiltered, listAddress, reversed } from "./list-address";

const sorts = ["-updated", "updated", "name", "-name"] as const;

describe("the address of a list", () => {
  it("names a sort that is not the usual one, and none that the list does not know", () => {
    expect(hrefIn(listAddress("/campaigns", { sort: "name" }, sorts))).toBe("/campaigns?sort=name");
    expect(hrefIn(listAddress("/campaigns", { sort: "-updated" }, sorts))).toBe("/campaigns");
    expect(hrefIn(listAddress("/campaigns", { sort: "colour" }, sorts))).toBe("/campaigns");
  });
  it("preserves filters and sort from page to page", () => {
    const address = listAddress("/campaigns", { sort: "name", after: "b_1" }, sorts, {
      state: "draft",
      q: undefined,
    });
    expect(hrefIn(address, { after: "c_2" })).toBe("/campaigns?state=draft&sort=name&after=c_2");
    expect(hrefIn(address, { before: "b_2" })).toBe("/campaigns?state=draft&sort=name&before=b_2");
    expect(hrefIn(address, { sort: reversed("name") })).toBe("/campaigns?state=draft&sort=-name");
    expect(hrefIn(address)).toBe("/campaigns?state=draft&sort=name");
    expect([isFiltered(address), isFiltered({ ...address, filter: { state: undefined } })]).toEqual(
      [true, false],
    );
  });
});
