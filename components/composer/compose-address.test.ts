import { expect, it } from "vitest";
import { addressAtStep, composeAddress } from "./compose-address";

it("keeps the service that the tab looks at, whatever becomes of the draft", () => {
  expect(composeAddress(null, { search: "?campaign=old&service=s" })).toBe("/compose?service=s");
  expect(composeAddress("new", { search: "?campaign=old&service=s" })).toBe("/compose?campaign=new&service=s");
  expect(composeAddress("new", { search: "" })).toBe("/compose?campaign=new");
});

it("keeps the step that is open, where it is asked to", () => {
  expect(addressAtStep("new", { search: "?service=s", hash: "#content" })).toBe("/compose?campaign=new&service=s#content");
  expect(addressAtStep("new", { search: "", hash: "" })).toBe("/compose?campaign=new");
});
