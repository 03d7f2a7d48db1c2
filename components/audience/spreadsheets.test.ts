import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText } from "@/lib/directory/csv-text";
import { needsMark, withoutMark } from "@/lib/inputs/formula-mark";
import { damageOf } from "@/lib/inputs/spreadsheet-damage";
import { newParametersSchema } from "@/lib/template/parameters";
import { guessMapping, type Mapping } from "./columns";
import { Examiner, readRow } from "./examine-rows";
import { leftOutFile } from "./left-out-file";
import { firstRows, formOf, rowsOf, type Source } from "./source";

/** A file as it is chosen: what it means, and its recipients by line. */
async function chosen(text: string | Blob) {
  const file = new Blob([text]);
  const form = await formOf(file);
  const [header, ...others] = await firstRows(file, form, 7);
  const mapping = guessMapping(
    header?.cells ?? [],
    others.map(({ cells }) => cells),
  );
  const source: Source = { kind: "csv", file, form };
  return { mapping, source, ...(await read(source, mapping)) };
}

async function read(source: Source, mapping: Mapping) {
  const examiner = new Examiner(mapping);
  const people: [string, string, Record<string, string> | undefined][] = [];
  const why: string[] = [];
  for await (const row of rowsOf(source, mapping)) {
    examiner.add(row);
    const found = readRow(row, mapping);
    if ("why" in found) why.push(`${row.line} ${found.why}`);
    else people.push([found.recipient.type, found.recipient.id, found.recipient.parameters]);
  }
  return { people, why, examination: examiner.told() };
}

const ids = (people: readonly [string, string, unknown][]) => people.map(([, id]) => id);

describe("what a spreadsheet did to ids", () => {
  it("is reported at its line, and leading zeros stay", async () => {
    const { people, why, examination } = await chosen(
      `userid,first_name\n4.68769E+17,Ana\n4.68769E+17,Ben\n4.479E+11,Cem\n000042,Dora\n42,Eve\n"=""0043""",Finn\n'0044,Gil\n#N/A,Hal\n`,
    );
    expect(ids(people)).toEqual(["000042", "42"]);
    expect(why.map((one) => one.slice(0, 1))).toEqual(["2", "3", "4", "7", "8", "9"]);
    expect(why[0]).toContain("4.68769E+17");
    expect(examination.unreadable.first.map(({ line }) => line)).toEqual([2, 3, 4, 7, 8, 9]);
    expect(examination.repeats.count).toBe(0);
  });

  const damaged = [
    "4,68769E+17 1.5e+05 4.68769E17 4,68769E17 1.23E-04 1,23E-04 -1.5e9",
    `="0043" ="a" ='0043' =0043 =-7,5 =TEXT(43;"0000")`,
    "'0044' '0044 '+491511234567 '-5 '.5 'user-1 'u1' ''0044",
    "#REF! #value! ######## #NV #n/a #N/D #Н/Д #BEZUG! #WERT! #ZAHL! #NOM? #VALEUR! #ÜBERLAUF! #BUSY! #FIELD! #GETTING_DATA",
    "#¡VALOR! #¿NOMBRE? #ИМЯ? #SAYI/0! #DĚLENÍ_NULOU! #ERROR! Err:502 err:510 Fehler:502",
  ].flatMap((cells) => cells.split(" "));

  it.each([...damaged, "= 42", "'+49 151 1", "Err :508"])("%s is damage", (cell) => {
    expect(damageOf(cell)).toBeDefined();
  });

  it("is looked for in one pass, however long a cell is", () => {
    expect(damageOf(`'${"1".repeat(1_000_000)} 'x`)).toBeUndefined();
    expect(damageOf(`=${"a".repeat(1_000_000)}(`)).toBeUndefined();
  });

  const whole = [
    "1E5 3E-12 42e O'Neill =x 0043 +49301 #1 12E+room user-1 1-Feb 42.0 4.5 1,5 1.5E E5 1.5E5x =maya",
    "'s-Gravenhage 'Ali #maya #winner! #1! #A #TEAM #NVIDIA Err:maya error err:7 maya! ='t =a(b",
  ].flatMap((cells) => cells.split(" "));

  it.each([...whole, "'t Hooft", "'n Roll 9"])("%s is none", (cell) => {
    expect(damageOf(cell)).toBeUndefined();
  });
});

describe("one device in two spellings", () => {
  it("is one recipient, and what is no token is reported", async () => {
    const { people, why, examination } = await chosen(
      "ios_pushid,name\nbb92124d6f955e7d,Ana\n<BB92124D 6F955E7D>,Ben\n(null),Cem\nbb9,Dora\nbb92124d6f955e7d\u00A0,Eve\n",
    );
    expect(ids(people)).toEqual(["bb92124d6f955e7d", "bb92124d6f955e7d", "bb92124d6f955e7d"]);
    expect(examination.recipients).toBe(1);
    expect(why).toEqual([
      expect.stringMatching(/^4 .*no id/),
      expect.stringMatching(/^5 .*odd number/),
    ]);
  });
});

describe("what separates columns, and what the first line is", () => {
  it.each([
    ["Kennung;Betrag\n10001;1,5\n10002;2,5\n", ["10001", "10002"]],
    ["10001;1,5\n10002;2,5\n", ["10001", "10002"]],
    ["Kennung\n10001\n10002\n10003\n", ["10001", "10002", "10003"]],
    ["Name|Ort\nu1|Bern, Schweiz\nu2|Wien, Österreich\n", ["u1", "u2"]],
    ["userid;name\nu1;Doe, John\nu2;Roe, Jane\n", ["u1", "u2"]],
    ["userid,colours\nu1,red;blue\nu2,green;grey\n", ["u1", "u2"]],
    ["sep=;\nuserid;name\nu1;Ana\n", ["u1"]],
    ["userid\tname\nu1\tAna\n", ["u1"]],
    ["Größe,Straße\nu1,a\nu2,b\n", ["u1", "u2"]],
    ["maya,ben\nmaya,carla\n", ["maya", "maya"]],
    ["u1,Ana\nu2,Ben\n", ["u1", "u2"]],
    [
      "userid          , first_name      ,\nuser-1          , Unknown Name    ,\nuser-2          , Jonas           ,\n",
      ["user-1", "user-2"],
    ],
    ["userid,name\nu1,Ana,\nu2,Ben,,\n", ["u1", "u2"]],
    ["userid\na|b\nc|d\n", ["a|b", "c|d"]],
    ["userid\r\nauth0|5f1\r\n", ["auth0|5f1"]],
    ['\n\n"userid"\na;b\nc;d\n', ["a;b", "c;d"]],
    ["auth0|5f1\nauth0|5f2\ngoogle-oauth2|7\n", ["auth0|5f1", "auth0|5f2", "google-oauth2|7"]],
    ["auth0|5f1,Ana\nauth0|5f2,Ben\n", ["auth0|5f1", "auth0|5f2"]],
    ["userid,name\nauth0|5f1,Ana\nauth0|5f2,Ben\n", ["auth0|5f1", "auth0|5f2"]],
    ["userid;name\nauth0|5f1;Ana, B\nauth0|5f2;Ben, C\n", ["auth0|5f1", "auth0|5f2"]],
    ["u1|Ana\nu2|Ben\n", ["u1", "u2"]],
    ["userid|city\nu1|Bern\nu1|Bern\n", ["u1", "u1"]],
  ])("%j", async (text, expected) => {
    expect(ids((await chosen(text)).people)).toEqual(expected);
  });

  it.each([
    ['"sep=;"\nuserid;name\nu1;Ana\n', ["u1"]],
    ["\uFEFFsep = ;\r\nuserid;name\r\nu1;Ana\r\n", ["u1"]],
    ["SEP=^\nuserid^name\nu1^Ana\n", ["u1"]],
    ["sep=\t\nuserid\tname\nu1\tAna\n", ["u1"]],
    ["sep=;;\nuserid;name\nu1;Ana\n", ["u1"]],
    ["sep=;\ruserid;name\ru1;Ana\r", ["u1"]],
    ["sep=,\nu1\nu2\n", ["u1", "u2"]],
    ["sep=x\nsep-2\n", ["sep=x", "sep-2"]],
    ["userid\nsep=;\n", ["sep=;"]],
  ])("the line that names the separator is no recipient: %j", async (text, expected) => {
    expect(ids((await chosen(text)).people)).toEqual(expected);
  });

  it.each([
    ["userid\r\nu0\nu1\nu2\r\n", ["u0", "u1", "u2"]],
    ["userid,name\r\nu1,Ana\nu2,Ben\nu3,Cem\n", ["u1", "u2", "u3"]],
    ["userid,name\ru1,Ana\nu2,Ben\r\nu3,Cem\n", ["u1", "u2", "u3"]],
    ["userid,name\nu1,Ana\ru2,Ben\r\nu3,Cem", ["u1", "u2", "u3"]],
  ])("lines that end in two ways are people of their own: %j", async (text, expected) => {
    const { people, why } = await chosen(text);
    expect([ids(people), why]).toEqual([expected, []]);
  });

  it("reports a user id with a line break or a tab in it", async () => {
    expect((await chosen('userid,name\n"u1\nu2",Ana\n"u3\tCem",Ben\n"u4\n",Dora\n')).why).toEqual([
      expect.stringMatching(/^2 the identifier: holds a line break/),
      expect.stringMatching(/^4 the identifier: holds a line break or a tab/),
    ]);
    const token = await chosen('ios_pushid,name\n"<bb92124d\n6f955e7d>",Ana\n');
    expect([ids(token.people), token.why]).toEqual([["bb92124d6f955e7d"], []]);
  });

  it("lets a row end behind the last column that has a name, and takes values of a nameless one", async () => {
    const { people, why } = await chosen(
      "userid,name,\nu1,Ana,x\nu2,Ben\nu3\nu4,Cem,,\nu5,Dora,,y\n",
    );
    expect(ids(people)).toEqual(["u1", "u2", "u4"]);
    expect(why).toEqual([
      "4 has 1 value where 2 are expected",
      "6 has 4 values where 3 are expected",
    ]);
    expect(ids((await chosen("u1,Ana,\nu2,Ben\n")).people)).toEqual(["u1", "u2"]);
  });

  it("takes the spaces off that columns were padded with, and keeps those in quotation marks", async () => {
    const { people } = await chosen(
      'userid          , first_name      ,\r\nuser-1          , Unknown Name    ,\r\nuser-2          ,"  Jonas ",\r\n',
    );
    expect(people.map(([, , values]) => values)).toEqual([
      { first_name: "Unknown Name" },
      { first_name: "  Jonas " },
    ]);
  });

  it("takes a cell of white space for a blank one", async () => {
    const { people, source, mapping } = await chosen(
      'userid,name\r\nuser-1,Maya\r\nuser-2,\r\nuser-3,"   "\r\nuser-4,\u00A0\r\n',
    );
    expect(people.map(([, , values]) => values)).toEqual([{ name: "Maya" }, {}, {}, {}]);
    const examiner = new Examiner(mapping, {
      check: {
        templateId: "t",
        name: "T",
        parameters: newParametersSchema.parse([{ name: "name", required: true }]),
      },
    });
    for await (const row of rowsOf(source, { headed: true })) examiner.add(row);
    expect(examiner.told().refused.first).toEqual(
      [3, 4, 5].map((line) => ({ line, lastLine: line, why: "name is missing" })),
    );
  });

  it("says of UTF-16 without its mark how to save the file", async () => {
    await expect(
      chosen(new Blob([Buffer.from("userid,name\nu1,Ana\n", "utf16le")])),
    ).rejects.toThrow("CSV UTF-8");
    await expect(chosen(new Blob([Buffer.from("Имя\r\nАнна\r\n", "utf16le")]))).rejects.toThrow(
      "CSV UTF-8",
    );
  });

  it("says at which line a row is wrong behind values with line breaks", async () => {
    const { people, why } = await chosen(
      'userid,note\nuser-1,"first line\nsecond, ""quoted"" line"\nuser-2,plain\nuser-3,one,too many\nuser-4,"a\nb\nc"\nuser-5\n',
    );
    expect(ids(people)).toEqual(["user-1", "user-2", "user-4"]);
    expect(why.map((one) => one.slice(0, 2))).toEqual(["5 ", "9 "]);
  });
});

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

  it("has only its own mark taken off", () => {
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
        const { people: found, why } = await chosen(
          `\uFEFF${csvText([["userid", "name", "city"], ...rows])}`,
        );
        expect(why).toEqual([]);
        const values = (name: string, city: string) => ({
          ...(/\S/.test(name) && { name }),
          ...(/\S/.test(city) && { city }),
        });
        expect(found.map(([, one, parameters]) => [one, parameters])).toEqual(
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
          const given = parts.map(([before, behind]) => `u${before}${separator}${behind}`);
          const file = new Blob([`\uFEFF${csvText([[header], ...given.map((id) => [id])])}`]);
          const rows: unknown[] = [];
          for await (const { cells } of rowsOf(
            { kind: "csv", file, form: await formOf(file) },
            { headed: true },
          ))
            rows.push(...cells);
          expect(rows).toEqual(given);
          // A tab in an id is told at its line.
          const people = separator === "\t" ? [] : given;
          expect(ids((await chosen(file)).people)).toEqual(people);
        },
      ),
    );
  });

  it("has the kind of each recipient of a list of several kinds", async () => {
    const { people, why, mapping } = await chosen(
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
      const { source, mapping } = await chosen(text);
      const left = await (
        await leftOutFile(source, { ...mapping, headed: text.startsWith("userid") })
      ).text();
      expect(left).toContain("'+49 30 1");
      let n = 0;
      const again = await chosen(left.replace(/,\(null\),/g, () => `,u${(n += 1)},`));
      expect(again.why).toEqual([]);
      expect(ids(again.people)).toEqual(["u1", "u2"]);
      expect(again.people.map(([, , values]) => Object.values(values ?? {}))).toEqual([
        ["+49 30 1"],
        ["=x"],
      ]);
    }
  });
});
