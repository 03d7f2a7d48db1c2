import { describe, expect, it } from "vitest";
import { damageOf } from "@/lib/inputs/csv-text";
import { templateParametersSchema } from "@/lib/template/parameters";
import { Examiner } from "./examine-rows";
import { rowsOf } from "./source";
import { chooseFile, idsOf } from "./testing";

describe("what a spreadsheet did to ids", () => {
  it("is reported at its line, and leading zeros stay", async () => {
    const { people, why, examination } = await chooseFile(
      `userid,first_name\n4.68769E+17,Ana\n4.68769E+17,Ben\n4.479E+11,Cem\n000042,Dora\n42,Eve\n"=""0043""",Finn\n'0044,Gil\n#N/A,Hal\n`,
    );
    expect(idsOf(people)).toEqual(["000042", "42"]);
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
    const { people, why, examination } = await chooseFile(
      "ios_pushid,name\nbb92124d6f955e7d,Ana\n<BB92124D 6F955E7D>,Ben\n(null),Cem\nbb9,Dora\nbb92124d6f955e7d\u00A0,Eve\n",
    );
    expect(idsOf(people)).toEqual(["bb92124d6f955e7d", "bb92124d6f955e7d", "bb92124d6f955e7d"]);
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
    expect(idsOf((await chooseFile(text)).people)).toEqual(expected);
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
    expect(idsOf((await chooseFile(text)).people)).toEqual(expected);
  });

  it.each([
    ["userid\r\nu0\nu1\nu2\r\n", ["u0", "u1", "u2"]],
    ["userid,name\r\nu1,Ana\nu2,Ben\nu3,Cem\n", ["u1", "u2", "u3"]],
    ["userid,name\ru1,Ana\nu2,Ben\r\nu3,Cem\n", ["u1", "u2", "u3"]],
    ["userid,name\nu1,Ana\ru2,Ben\r\nu3,Cem", ["u1", "u2", "u3"]],
  ])("lines that end in two ways are people of their own: %j", async (text, expected) => {
    const { people, why } = await chooseFile(text);
    expect([idsOf(people), why]).toEqual([expected, []]);
  });

  it("reports a user id with a line break or a tab in it", async () => {
    expect(
      (await chooseFile('userid,name\n"u1\nu2",Ana\n"u3\tCem",Ben\n"u4\n",Dora\n')).why,
    ).toEqual([
      expect.stringMatching(/^2 the identifier: holds a line break/),
      expect.stringMatching(/^4 the identifier: holds a line break or a tab/),
    ]);
    const token = await chooseFile('ios_pushid,name\n"<bb92124d\n6f955e7d>",Ana\n');
    expect([idsOf(token.people), token.why]).toEqual([["bb92124d6f955e7d"], []]);
  });

  it("lets a row end behind the last column that has a name, and takes values of a nameless one", async () => {
    const { people, why } = await chooseFile(
      "userid,name,\nu1,Ana,x\nu2,Ben\nu3\nu4,Cem,,\nu5,Dora,,y\n",
    );
    expect(idsOf(people)).toEqual(["u1", "u2", "u4"]);
    expect(why).toEqual([
      "4 has 1 value where 2 are expected",
      "6 has 4 values where 3 are expected",
    ]);
    expect(idsOf((await chooseFile("u1,Ana,\nu2,Ben\n")).people)).toEqual(["u1", "u2"]);
  });

  it("takes the spaces off that columns were padded with, and keeps those in quotation marks", async () => {
    const { people } = await chooseFile(
      'userid          , first_name      ,\r\nuser-1          , Unknown Name    ,\r\nuser-2          ,"  Jonas ",\r\n',
    );
    expect(people.map(([, , values]) => values)).toEqual([
      { first_name: "Unknown Name" },
      { first_name: "  Jonas " },
    ]);
  });

  it("takes a cell of white space for a blank one", async () => {
    const { people, source, mapping } = await chooseFile(
      'userid,name\r\nuser-1,Maya\r\nuser-2,\r\nuser-3,"   "\r\nuser-4,\u00A0\r\n',
    );
    expect(people.map(([, , values]) => values)).toEqual([{ name: "Maya" }, {}, {}, {}]);
    const examiner = new Examiner(mapping, {
      check: {
        templateId: "t",
        name: "T",
        parameters: templateParametersSchema.parse([{ name: "name", required: true }]),
      },
    });
    for await (const row of rowsOf(source, { headed: true })) examiner.add(row);
    expect(examiner.report().refused.first).toEqual(
      [3, 4, 5].map((line) => ({ line, lastLine: line, why: "name is missing" })),
    );
  });

  it("says of UTF-16 without its mark how to save the file", async () => {
    await expect(
      chooseFile(new Blob([Buffer.from("userid,name\nu1,Ana\n", "utf16le")])),
    ).rejects.toThrow("CSV UTF-8");
    await expect(chooseFile(new Blob([Buffer.from("Имя\r\nАнна\r\n", "utf16le")]))).rejects.toThrow(
      "CSV UTF-8",
    );
  });

  it("says at which line a row is wrong behind values with line breaks", async () => {
    const { people, why } = await chooseFile(
      'userid,note\nuser-1,"first line\nsecond, ""quoted"" line"\nuser-2,plain\nuser-3,one,too many\nuser-4,"a\nb\nc"\nuser-5\n',
    );
    expect(idsOf(people)).toEqual(["user-1", "user-2", "user-4"]);
    expect(why.map((one) => one.slice(0, 2))).toEqual(["5 ", "9 "]);
  });
});
