import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, test } from "vitest";
import { freeName, setsOfJson, setsOfTable, tableOfSets, withSets } from "./sample-sets";

describe("sets in JSON", () => {
  const ann = { values: { name: "Ann" } };
  it.each([
    [
      '[{"name": "VIP", "values": {"name": "Ann", "days": 1.50}}]',
      [{ name: "VIP", values: { name: "Ann", days: "1.50" } }],
    ],
    ['[{"name": "Ann"}, {"name": ""}]', [ann, { values: { name: "" } }]],
    ['[{"name": " ", "values": {"name": "Ann"}}]', [ann]],
    ['{"name": "Ann", "days": null}', [ann]],
    [
      '{"VIP": {"name": "Ann"}, "Guest": {}}',
      [
        { name: "VIP", values: { name: "Ann" } },
        { name: "Guest", values: {} },
      ],
    ],
    [
      '[{"name": "VIP", "values": {}}, {"name": "VIP", "values": {}}]',
      [
        { name: "VIP", values: {} },
        { name: "VIP", values: {} },
      ],
    ],
    [
      '{"big": 12345678901234567890, "on": true}',
      [{ values: { big: "12345678901234567890", on: "true" } }],
    ],
  ])("are read from %s", (text, sets) => expect(setsOfJson(text)).toEqual({ sets }));

  it.each([
    ["[", /^This is not JSON. Line 1, column 2: expected a value/],
    ["[]", /^There is no set in it/],
    ['"x"', /^Each set must be an object/],
    ["[1]", /^Each set must be an object/],
    ['[{"a": "b", "a": "c"}]', /^Invalid JSON at \/0\/a\. A member may occur once/],
    [`${"[".repeat(40)}${"]".repeat(40)}`, /nested 32 levels deep\.$/],
    ['{"a": ["b"]}', /^Each set must be an object/],
    // U+0000 and half of a surrogate pair, escaped, in values and names, and in every shape.
    ['{"a": "b\\u0000"}', / at \/a\.$/],
    ['[{"a": "b\\u0000"}]', / at \/0\/a\.$/],
    [
      '[{"name": "VIP", "values": {"a": "b"}}, {"name": "\\ud800", "values": {}}]',
      / at \/1\/name\.$/,
    ],
    ['[{"name": "VIP", "values": {"a\\udc00": "b"}}]', / at \/0\/values\.$/],
    ['[{"a": "\ud800"}]', /must not hold|U\+0000|surrogate/],
  ])("are not read from %s", (text, problem) =>
    expect(setsOfJson(text)).toEqual({ problem: expect.stringMatching(problem) as string }),
  );
});

describe("sets in a table", () => {
  it("are a line each; an empty cell is no value", () => {
    const read = setsOfTable([
      ["set", " name ", "days"],
      ["VIP", "Ann", ""],
      ["", "Lee", "2"],
      ["VIP", "Tess"],
    ]);
    expect(read).toEqual({
      sets: [
        { name: "VIP", values: { name: "Ann" } },
        { values: { name: "Lee", days: "2" } },
        { name: "VIP", values: { name: "Tess" } },
      ],
    });
  });

  it("need a header, a line, and each column once", () => {
    expect(setsOfTable([])).toHaveProperty("problem");
    expect(setsOfTable([["name"]])).toHaveProperty("problem");
    expect(
      setsOfTable([
        ["name", "name"],
        ["a", "b"],
      ]),
    ).toEqual({ problem: "Two columns are called “name”." });
  });

  it("are written so that they are read again, through CSV", () => {
    const names = ["a", "b", "c"];
    const value = fc
      .string({ minLength: 1, maxLength: 8, unit: "grapheme" })
      .filter((text) => text.trim() === text);
    const set = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 5 }), (list) => {
        const sets = list.map((values, index) => ({
          name: `Set ${index + 1}`,
          values: { ...values } as Record<string, string>,
        }));
        const csv = Papa.unparse(tableOfSets(names, sets));
        expect(setsOfTable(Papa.parse<string[]>(csv).data)).toEqual({ sets });
      }),
    );
  });
});

test("taking sets over replaces those of the same name, and says what did not fit", () => {
  const old = { name: "VIP", values: { name: "Old" } };
  const read = [
    { name: "VIP", values: { name: "New", city: "Rome" } },
    { name: "Guest", values: {} },
  ];
  expect(withSets([old], read, ["name"])).toEqual({
    sets: [
      { name: "VIP", values: { name: "New" } },
      { name: "Guest", values: {} },
    ],
    importedSets: 2,
    left: 0,
    unknown: ["city"],
    cut: [],
  });
  const many = Array.from({ length: 50 }, (_, index) => ({ name: `Set ${index}`, values: {} }));
  expect(
    withSets(many, [...read, { name: "Set 7", values: { name: "x" } }], ["name"]),
  ).toMatchObject({ importedSets: 1, left: 2 });
});

describe("an imported set", () => {
  const named = (name: string, value: string) => ({ name, values: { name: value } });
  const unnamed = (value: string) => ({ name: undefined, values: { name: value } });
  const namesAfter = (sets: Parameters<typeof withSets>[0], read: Parameters<typeof withSets>[1]) =>
    withSets(sets, read, ["name"]).sets.map(({ name, values }) => `${name}: ${values["name"]}`);

  it("replaces another only when the file names it", () => {
    expect(namesAfter([named("Set 1", "old")], [unnamed("Ann"), unnamed("Lee")])).toEqual([
      "Set 1: old",
      "Set 2: Ann",
      "Set 3: Lee",
    ]);
    expect(namesAfter([named("Set 1", "old")], [named("Set 1", "new")])).toEqual(["Set 1: new"]);
    // A name that is free is not free when the file gives it to another set.
    expect(namesAfter([], [unnamed("Ann"), named("Set 1", "Lee")])).toEqual([
      "Set 2: Ann",
      "Set 1: Lee",
    ]);
    // The second set of the same name gets a new name, and so replaces none.
    const twice = [named("VIP", "Ann"), named("VIP", "Lee")];
    expect(namesAfter([named("VIP", "old"), named("VIP 2", "kept")], twice)).toEqual([
      "VIP: Ann",
      "VIP 2: kept",
      "VIP 3: Lee",
    ]);
  });

  it("has what is too long cut, not between the halves of a character, and says so", () => {
    const read = [named("VIP", `${"x".repeat(4_095)}😀`), named("Guest", "y".repeat(4_096))];
    expect(withSets([], read, ["name"])).toMatchObject({
      sets: [{ values: { name: "x".repeat(4_095) } }, { values: { name: "y".repeat(4_096) } }],
      cut: ["name in VIP"],
    });
  });
});

test("a name is free with a number behind it, and never empty", () => {
  expect(freeName(" VIP ", [{ name: "VIP" }, { name: "VIP 2" }])).toBe("VIP 3");
  expect(freeName(" ", [])).toBe("Set");
  expect(freeName("x".repeat(200), [])).toHaveLength(100);
  expect(freeName("x".repeat(200), [{ name: "x".repeat(100) }])).toBe(`${"x".repeat(96)} 2`);
});

test("sets of a table below lines of titles", () => {
  const sets = { sets: [{ name: "VIP", values: { name: "Ann" } }] };
  expect(setsOfTable([["Samples"], ["by Sales", ""], ["set", "name"], ["VIP", "Ann"]])).toEqual(
    sets,
  );
  expect(setsOfTable([["name"], ["Ann"], ["set"]])).toEqual({
    sets: [{ values: { name: "Ann" } }, { values: { name: "set" } }],
  });
});
