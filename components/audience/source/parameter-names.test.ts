import { expect, it } from "vitest";
import { guessMapping } from "./columns";
import { nameFault, remembered, withKnownNames } from "./parameter-names";

const header = ["userid", "Name", "First Name", "Ort", "first_name"];
const named = (proposedNames: string[], former = {}) =>
  withKnownNames(guessMapping(header), header, proposedNames, former).parameters.map(
    ({ column, name }) => [header[column], name],
  );

it("calls a column as the parameter that differs in capitals, blanks and _ alone", () => {
  expect(named([])).toEqual([
    ["Name", "Name"],
    ["Ort", "Ort"],
    ["first_name", "first_name"],
  ]);
  expect(named(["name", "firstName", "city"])).toEqual([
    ["Name", "name"],
    ["Ort", "Ort"],
    ["first_name", "firstName"],
  ]);
  expect(named(["name", "NAME"])[0]).toEqual(["Name", "Name"]);
});

it("names columns as in an earlier file", () => {
  const former = remembered(
    remembered(remembered({}, "Ort", "city"), "NAME", ""),
    "First Name",
    "city",
  );
  expect(named(["name"], former)).toEqual([
    ["Ort", "city"],
    ["first_name", "first_name"],
  ]);
});

it("remembers the latest two hundred", () => {
  const names = Array.from({ length: 250 }, (_, n) => `column ${n}`);
  const former = names.reduce((earlier, name) => remembered(earlier, name, "x"), {});
  expect(Object.keys(former)).toHaveLength(200);
  expect(remembered(former, "  ", "x")).toBe(former);
  expect(Object.keys(remembered(former, "Column 60", "y")).at(-1)).toBe("column60");
});

it.each([
  ["first name", "Letters, digits and _ only, at most 64."],
  ["", "Letters, digits and _ only, at most 64."],
  ["city", "Another column has this name."],
  ["town", undefined],
])("judges the name “%s”", (name, fault) => {
  expect(nameFault(name, ["city"])).toBe(fault);
});
