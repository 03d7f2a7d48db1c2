import { expect, it } from "vitest";
import { composeAddress, draftIn } from "./compose-address";

it("keeps the service of the tab's address, with a draft and without one", () => {
  expect(composeAddress(null, { search: "?campaign=old&service=s" })).toBe("/compose?service=s");
  expect(composeAddress("new", { search: "?campaign=old&service=s" })).toBe(
    "/compose?campaign=new&service=s",
  );
  expect(composeAddress("new", { search: "" })).toBe("/compose?campaign=new");
});

it("names a draft, or none", () => {
  expect(draftIn("?service=s&campaign=one")).toBe("one");
  expect(draftIn("?service=s")).toBeUndefined();
  expect(draftIn("")).toBeUndefined();
});
