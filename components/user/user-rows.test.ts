import { describe, expect, it } from "vitest";
import { attributeNameOf, guessType, guessUses, userOfRow, usesFault } from "./user-rows";

const columns = guessUses(
  ["User ID", "Plan", "Age", "VIP", "Born", "Language", "Time zone", "", "Plan"],
  [
    ["maya", "gold", "31", "yes", "1990-05-01", "de", "Europe/Berlin", "", "x"],
    ["noah", "", "7.5", "no", "", "fr", "Europe/Paris", "", "y"],
  ],
  [{ name: "age", type: "text" }],
);

describe("columns of a file of users", () => {
  it("are proposed by their names and first values, and those of the service keep their type", () => {
    expect(columns).toEqual([
      { is: "userid" },
      { is: "attribute", name: "Plan", type: "text" },
      { is: "attribute", name: "Age", type: "number" },
      { is: "attribute", name: "VIP", type: "boolean" },
      { is: "attribute", name: "Born", type: "date" },
      { is: "language" },
      { is: "timezone" },
      { is: "none" },
      { is: "none" },
    ]);
    expect(guessUses(["id", "age"], [["a", "31"]], [{ name: "age", type: "text" }])[1]).toEqual({
      is: "attribute",
      name: "age",
      type: "text",
    });
  });

  it.each([
    ["Last order", "last_order"],
    ["Größe (cm)", "gro_e_cm"],
    ["plan", "plan"],
    ["__proto__", "proto"],
  ])("%s becomes the attribute %s", (column, name) => {
    expect(attributeNameOf(column)).toBe(name);
  });

  it.each([
    [["1", "0"], "number"],
    [["yes", "NO", ""], "boolean"],
    [["2026-01-01", "2026-02-07T14:52:10Z"], "date"],
    [["2026-01-01", "soon"], "text"],
    [["", ""], "text"],
  ] as const)("%s are of the type %s", (cells, type) => {
    expect(guessType(cells)).toBe(type);
  });

  it("cannot be imported without a user ID, without anything else, or twice as the same thing", () => {
    expect(usesFault(columns)).toBeUndefined();
    expect(usesFault([{ is: "language" }])).toMatch(/exactly one column/);
    expect(usesFault([{ is: "userid" }, { is: "none" }])).toMatch(/Assign a column/);
    expect(usesFault([{ is: "userid" }, { is: "language" }, { is: "language" }])).toContain(
      "Two columns are stored as “Language”.",
    );
    expect(usesFault([{ is: "userid" }, { is: "attribute", name: "a b", type: "text" }])).toMatch(
      /“a b”/,
    );
  });
});

describe("a line of a file of users", () => {
  const read = (...cells: string[]) => userOfRow({ line: 7, cells }, columns);

  it("is a user with typed values; what is empty is left out", () => {
    expect(read(" maya ", "gold", "31", "yes", "", "", "Europe/Berlin")).toEqual({
      line: 7,
      user: {
        userid: "maya",
        timezone: "Europe/Berlin",
        attributes: { Plan: "gold", Age: 31, VIP: true },
      },
    });
    expect(read("maya")).toEqual({ line: 7, user: { userid: "maya" } });
  });

  it.each([
    ["no user ID", ["", "gold"], /^The user ID is empty/],
    [
      "a value of another type",
      ["maya", "", "old"],
      /^Age is of the type number, and “old” is not/,
    ],
    ["a day that does not exist", ["maya", "", "", "", "2026-02-30"], /^Born is of the type date/],
    ["more values than columns", Array.from({ length: 10 }, () => "x"), /10 values for 9 columns/],
  ])("with %s is faulty, and says so", (_, cells, message) => {
    expect(read(...cells)).toEqual({ line: 7, message: expect.stringMatching(message) as unknown });
  });
});
