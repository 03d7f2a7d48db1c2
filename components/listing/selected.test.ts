import { expect, it } from "vitest";
import { noneSelected, pressed, type SelectedRows } from "./selected";

const order = ["a", "b", "c", "d", "e"];
const after = (...presses: [id: string, range?: "range"][]) =>
  [
    ...presses.reduce<SelectedRows>(
      (state, [id, range]) => pressed(state, order, id, range !== undefined),
      noneSelected,
    ).ids,
  ].toSorted();

it("selects a row and lets it go", () => {
  expect(after(["b"])).toEqual(["b"]);
  expect(after(["b"], ["d"], ["b"])).toEqual(["d"]);
});

it("brings a range, in either direction, to what its first row is", () => {
  expect(after(["b"], ["d", "range"])).toEqual(["b", "c", "d"]);
  expect(after(["d"], ["b", "range"], ["a", "range"])).toEqual(["a", "b", "c", "d"]);
  expect(after(["a"], ["e", "range"], ["b"], ["d", "range"])).toEqual(["a", "e"]);
});

it("begins no range where nothing was pressed, or what was pressed is gone", () => {
  expect(after(["c", "range"])).toEqual(["c"]);
  expect(
    [...pressed({ ids: new Set(["gone"]), anchor: "gone" }, order, "c", true).ids].toSorted(),
  ).toEqual(["c", "gone"]);
});
