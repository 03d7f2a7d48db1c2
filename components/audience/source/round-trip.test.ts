import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText, damageOf, needsMark, withoutMark } from "@/lib/inputs/csv-text";
import { leftOutFile } from "./left-out-file";
import { formOf, rowsOf } from "./source";
import { chooseFile, idsOf } from "./testing";

describe("what Clarion writes for spreadsheets and reads again", () => {
  const cell = fc.oneof(
    fc.constantFrom(
      "@maya",
      "+49 30 123",
      "+49301",
      "=x",
      "-5",
      "+A1",
      "-IMPORTDATA(1)",
      "+A1.B2",
      "\n=1",
      " =1",
      "\u00A0=1",
      "＝1",
      "＋1",
      "'=x",
      "''-a",
      "'t",
    ),
    fc.string({
      unit: fc.constantFrom(
        "'",
        "=",
        "+",
        "-",
        "@",
        "1",
        "a",
        " ",
        ",",
        '"',
        "\n",
        "＝",
        "\u00A0",
        ";",
      ),
      maxLength: 6,
    }),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  );

  it.each([
    "=x",
    "@maya",
    "+49 30 123",
    "+A1",
    "-IMPORTDATA(1)",
    "+A1.B2",
    "\n=1",
    "\nx",
    " =1",
    "\u00A0=1",
    "\u200B=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "\t1",
    "'=x",
  ])("%j is marked", (text) => expect(needsMark.test(text)).toBe(true));

  it.each(["-5", "+49301", "-1.5", "maya", "'t Hooft", "a=b", "", "1-2"])("%j is not", (text) =>
    expect(needsMark.test(text)).toBe(false),
  );

  it("loses only the mark that the export added", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(withoutMark(needsMark.test(text) ? `'${text}` : text)).toBe(text);
      }),
    );
  });

  it("is the same people with the same values", async () => {
    const id = cell
      .map((text) => text.trim())
      .filter(
        (text) => /\S/.test(text) && damageOf(text) === undefined && !/[\0\t\r\n]/.test(text),
      );
    // A row of three signs and more is a line between rows, and is left out with this reason.
    const row = fc
      .tuple(id, cell, cell)
      .filter((cells) => !/^[-=_*~+|─━]{3,}$/.test(cells.join("").replace(/\s/g, "")));
    const people = fc.uniqueArray(row, {
      minLength: 1,
      maxLength: 6,
      selector: ([one]) => one.replace(/\P{L}+/gu, "") + one,
    });
    await fc.assert(
      fc.asyncProperty(people, async (rows) => {
        const { people: recipients, why } = await chooseFile(
          `\uFEFF${csvText([["userid", "name", "city"], ...rows])}`,
        );
        expect(why).toEqual([]);
        const values = (name: string, city: string) => ({
          ...(/\S/.test(name) && { name }),
          ...(/\S/.test(city) && { city }),
        });
        expect(recipients.map(([, one, parameters]) => [one, parameters])).toEqual(
          rows.map(([one, name, city]) => [one, values(name, city)]),
        );
      }),
    );
  });

  it("is the same people where each id holds a separator", async () => {
    const part = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    const list = fc.tuple(
      fc.constantFrom("|", ";", ",", "\t"),
      fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(
        list,
        fc.constantFrom("userid", "hms_pushid"),
        async ([separator, parts], header) => {
          const ids = parts.map(([before, behind]) => `u${before}${separator}${behind}`);
          const file = new Blob([`\uFEFF${csvText([[header], ...ids.map((id) => [id])])}`]);
          const rows: unknown[] = [];
          for await (const { cells } of rowsOf(
            { kind: "csv", file, form: await formOf(file) },
            { headed: true },
          ))
            rows.push(...cells);
          expect(rows).toEqual(ids);
          // An id with a tab is reported as a problem of its line.
          const people = separator === "\t" ? [] : ids;
          expect(idsOf((await chooseFile(file)).people)).toEqual(people);
        },
      ),
    );
  });

  it("has the kind of each recipient of a list of several kinds", async () => {
    const { people, why, mapping } = await chooseFile(
      csvText([
        ["kind", "id", "name"],
        ["userid", "@maya", "Maya"],
        ["ios_pushid", "bb92", ""],
        ["fax", "1", ""],
      ]),
    );
    expect(people).toEqual([
      ["userid", "@maya", { name: "Maya" }],
      ["ios_pushid", "bb92", {}],
    ]);
    expect(why).toEqual([expect.stringMatching(/^4 has no kind/)]);
    expect(mapping.parameters).toEqual([{ column: 2, name: "name" }]);
  });

  it("is the file of rows that were left out, mended and chosen again", async () => {
    const texts = [
      "userid,phone\n(null),+49 30 1\n(null),=x\n",
      "(null),+49 30 1\n(null),=x\n",
      "(null),+49 30 1,\n(null),=x\n",
    ];
    for (const text of texts) {
      const { source, mapping } = await chooseFile(text);
      const left = await (
        await leftOutFile(source, { ...mapping, headed: text.startsWith("userid") })
      ).text();
      expect(left).toContain("'+49 30 1");
      let n = 0;
      const again = await chooseFile(left.replace(/,\(null\),/g, () => `,u${(n += 1)},`));
      expect(again.why).toEqual([]);
      expect(idsOf(again.people)).toEqual(["u1", "u2"]);
      expect(again.people.map(([, , values]) => Object.values(values ?? {}))).toEqual([
        ["+49 30 1"],
        ["=x"],
      ]);
    }
  });
});
