import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guessColumn, guessMapping, parameterFault, type Mapping } from "./columns";
import { Examiner, readRow } from "./examine-rows";
import type { SourceRow } from "./source-row";

const mapping: Mapping = {
  headed: true,
  width: 2,
  column: 0,
  kind: "userid",
  parameters: [{ column: 1, name: "name" }],
};
const row = (line: number, ...cells: string[]): SourceRow => ({ line, lastLine: line, cells });

describe("what columns mean", () => {
  it.each([
    [["Name", "UserID"], { column: 1, kind: "userid" }],
    [["name", "user_id"], { column: 1, kind: "userid" }],
    [["name", "User id"], { column: 1, kind: "userid" }],
    [["id", "ios_pushid"], { column: 1, kind: "ios_pushid" }],
    [["Chrome Push ID"], { column: 0, kind: "chrome_pushid" }],
    [["name", "ID"], { column: 1, kind: "userid" }],
    [["name", "city"], undefined],
  ])("finds by %j the column of recipients: %j", (header, expected) => {
    expect(guessColumn(header)).toEqual(expected);
  });

  it("offers a name for a column that cannot be a parameter under its own", () => {
    const header = ["userid", "City Name", "Größe (cm)", "city-name", "名前", "eta"];
    expect(guessMapping(header).parameters).toEqual([
      { column: 1, name: "city_name" },
      { column: 2, name: "gro_e_cm" },
      { column: 5, name: "eta" },
    ]);
    expect(parameterFault(header, 3)).toBe("another column has the same name");
    expect(guessMapping(["userid", "City Name", "city_name"]).parameters).toEqual([
      { column: 2, name: "city_name" },
    ]);
    expect(parameterFault(header, 4)).toBe("a parameter’s name has letters, digits and _ only");
  });

  it("offers as parameters what a template can ask for", () => {
    const header = ["userid", "first name", "city", "city", "", "größe"];
    expect(header.map((_, column) => parameterFault(header, column) === undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
    const parameters = [
      { column: 1, name: "first_name" },
      { column: 2, name: "city" },
      { column: 5, name: "gro_e" },
    ];
    expect(guessMapping(header)).toEqual({
      headed: true,
      width: 6,
      column: 0,
      kind: "userid",
      parameters,
    });
  });

  it("takes the first line of a bare list for a recipient", () => {
    // No name of a column has a digit: this is the first person.
    expect(guessMapping(["u1", "a"])).toMatchObject({ headed: false, parameters: [] });
    expect(guessMapping(["email", "first name"])).toMatchObject({ headed: true, column: 0 });
    expect(guessMapping(["maya"])).toMatchObject({
      headed: false,
      column: 0,
      kind: "userid",
      parameters: [],
    });
  });
});

describe("readRow", () => {
  it("reads a recipient, and says of others why not", () => {
    expect(readRow(row(2, " a ", "Maya"), mapping)).toEqual({
      recipient: { type: "userid", id: "a", parameters: { name: "Maya" } },
    });
    expect(readRow(row(2, "a", ""), mapping)).toEqual({
      recipient: { type: "userid", id: "a", parameters: {} },
    });
    const why = (one: SourceRow) => {
      const read = readRow(one, mapping);
      return "why" in read ? read.why : undefined;
    };
    expect(why(row(2, " ", "x"))).toBe("has no identifier");
    expect(why(row(2, "a"))).toBe("has 1 value where 2 are expected");
    expect(why(row(2, "a", "b", "c"))).toBe("has 3 values where 2 are expected");
    expect(why(row(2, "x".repeat(4_097), ""))).toBe("the identifier: longer than 4,096 characters");
    expect(why(row(2, "a", "x".repeat(1_025)))).toBe("name: longer than 1,024 characters");
    expect(why(row(2, "a\u0000b", ""))).toContain("U+0000");
    expect(why({ ...row(2, "a", "b"), broken: "a quote" })).toBe("a quote");
  });
});

describe("Examiner", () => {
  it("counts each once, and keeps the first twenty that are left out", () => {
    const examiner = new Examiner(mapping);
    for (let line = 2; line < 32; line += 1) examiner.add(row(line, `u${line % 5}`, ""));
    examiner.add(row(32, "", ""));
    examiner.add({
      line: 33,
      lastLine: 40,
      cells: ["u", "v"],
      broken: "a quote is opened and not closed",
    });
    const examination = examiner.report();
    expect(examination).toMatchObject({
      recipients: 5,
      tooMany: false,
      unreadable: { count: 9, first: [{ line: 32 }, { line: 33 }] },
    });
    expect(examination.repeats.count).toBe(25);
    expect(examination.repeats.first.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 7),
    );
  });

  it("leaves out no long identifier that was crafted to collide with another one", () => {
    // Two that had the same 64-bit mark.
    const tail = "x".repeat(48);
    const examiner = new Examiner(mapping);
    examiner.add(row(2, `聁聂C聄聅聆GH聉J聋职聍NO聐Q聒ST${tail}`, ""));
    examiner.add(row(3, `A聂聃DEFGH聉J聋职聍聎OP聑RS联${tail}`, ""));
    examiner.add(row(4, `A聂聃DEFGH聉J聋职聍聎OP聑RS联${tail}`, ""));
    expect(examiner.report()).toMatchObject({
      recipients: 2,
      repeats: { count: 1, first: [{ line: 4 }] },
    });
  });

  it("distinguishes long identifiers as well as short ones", () => {
    const id = fc
      .string({ minLength: 1, maxLength: 3 })
      .map((text) => `${"t".repeat(80)}${text.trim()}${"e".repeat(30)}`);
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        const examiner = new Examiner({ ...mapping, width: undefined, parameters: [] });
        ids.forEach((one, index) => examiner.add(row(index + 1, one)));
        const { recipients, repeats, unreadable } = examiner.report();
        expect(recipients + repeats.count + unreadable.count).toBe(ids.length);
        expect(recipients).toBe(new Set(ids.filter((one) => !one.includes("\u0000"))).size);
      }),
    );
  });

  it("reads no further when there are too many", () => {
    const examiner = new Examiner({ ...mapping, width: undefined, parameters: [] }, { most: 10 });
    let line = 0;
    while (examiner.add(row(line, `u${line}`))) line += 1;
    expect(line).toBe(10);
    expect(examiner.report().tooMany).toBe(true);
  });
});
