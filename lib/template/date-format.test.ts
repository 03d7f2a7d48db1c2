import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Bytes } from "@/lib/interface/text";
import {
  formatDate,
  isDateFormat,
  longestDate,
  longestDay,
  mostFormat,
  shownValues,
} from "./date-format";
import { templateParametersSchema } from "./parameters";

const day = "2026-01-31";

describe("a date", () => {
  it.each([
    ["d", "31", "31", "31"],
    ["dd", "31", "31", "31"],
    ["M", "1", "1", "1"],
    ["MM", "01", "01", "01"],
    ["MMM", "Jan", "Jan", "1月"],
    ["MMMM", "January", "Januar", "1月"],
    ["yy", "26", "26", "26"],
    ["yyyy", "2026", "2026", "2026"],
    ["EEE", "Sat", "Sa", "土"],
    ["EEEE", "Saturday", "Samstag", "土曜日"],
    ["dd.MM.yyyy", "31.01.2026", "31.01.2026", "31.01.2026"],
    ["d MMMM yyyy", "31 January 2026", "31 Januar 2026", "31 1月 2026"],
    ["EEEE, d MMMM", "Saturday, 31 January", "Samstag, 31 Januar", "土曜日, 31 1月"],
    ["yyyy年M月d日", "2026年1月31日", "2026年1月31日", "2026年1月31日"],
  ])("is shown as %s in English, German and Japanese", (format, en, de, ja) => {
    expect(isDateFormat(format)).toBe(true);
    expect(["", "de", "ja"].map((language) => formatDate(day, format, language))).toEqual([
      en,
      de,
      ja,
    ]);
  });

  it("has a month as it is written next to a day, and without one", () => {
    expect(formatDate(day, "d MMMM", "ru")).toBe("31 января");
    expect(formatDate(day, "MMMM yyyy", "ru")).toBe("январь 2026");
  });

  it("is short where its numbers are", () => {
    expect(formatDate("2026-02-07", "d.M.yy dd/MM", "")).toBe("7.2.26 07/02");
    expect(formatDate("0099-02-07", "yyyy EEEE", "")).toBe("0099 Saturday");
  });

  it("keeps what stands in single quotes", () => {
    expect(formatDate(day, "'on' EEEE", "")).toBe("on Saturday");
    expect(formatDate(day, "d 'o''clock' ''yy", "")).toBe("31 o'clock '26");
  });

  it("is the day that is written, of a moment too", () => {
    for (const moment of [
      "2026-01-31T23:59:59.123+14:00",
      "2026-01-31T00:00:00-12:00",
      "2026-01-31T12:00Z",
    ])
      expect(formatDate(moment, "dd.MM.yyyy", "")).toBe("31.01.2026");
  });

  it("has the Gregorian months and Latin digits in every language", () => {
    for (const language of ["th-u-ca-buddhist-nu-thai", "fa", "ar-EG"])
      expect(formatDate(day, "dd.MM.yyyy", language)).toBe("31.01.2026");
    expect(formatDate(day, "MMMM", "fa")).toBe("ژانویه");
  });

  it("is English in a language without names", () =>
    expect(formatDate(day, "MMMM", "tlh")).toBe("January"));

  it.each(["", "tomorrow", "2026-02-30", "2026-13-01", "31.01.2026", "2026-01-31 10:00"])(
    "that is none stays: %j",
    (value) => expect(formatDate(value, "dd.MM.yyyy", "")).toBe(value),
  );
});

describe("a format", () => {
  it.each([
    "",
    "./-",
    "DD.MM.yyyy",
    "ddd",
    "MMMMM",
    "y",
    "yyy",
    "E",
    "EE",
    "d of MMMM",
    "d 'of MMMM",
    "d'",
    "d\u{20}T",
  ])("that cannot be read is refused: %j", (format) => {
    expect(isDateFormat(format)).toBe(false);
    expect(formatDate(day, format, "")).toBe(day);
  });

  const declarationProblems = (rest: object) =>
    templateParametersSchema
      .safeParse([{ name: "a", ...rest }])
      .error?.issues.map(({ path, message }) => `${path.join("/")} ${message}`) ?? [];

  it("lists what it may hold", () => {
    expect(declarationProblems({ type: "date", format: "DD.MM.YYYY" })).toEqual([
      "0/format must use d, dd, M, MM, MMM, MMMM, yy, yyyy, EEE or EEEE, and other letters in single quotes",
    ]);
    expect(
      declarationProblems({ type: "date", format: "d".padEnd(mostFormat + 1, ".") }),
    ).not.toEqual([]);
    expect(declarationProblems({ format: "dd.MM.yyyy" })).toEqual([
      "0/format is for the type date only",
    ]);
    expect(declarationProblems({ type: "date", format: "dd.MM.yyyy", default: day })).toEqual([]);
  });

  it("is stored, and leaves declarations without one unchanged", () => {
    const declared = (rest: object) =>
      JSON.stringify(templateParametersSchema.parse([{ name: "a", type: "date", ...rest }]));
    expect(declared({ format: "d MMMM" })).toContain('"format":"d MMMM"');
    expect(declared({})).toBe(
      '[{"name":"a","type":"date","required":false,"sample":"","description":""}]',
    );
  });
});

describe("the longest date", () => {
  const days = Array.from({ length: 366 }, (_, index) =>
    new Date(Date.UTC(2028, 0, 1 + index)).toISOString().slice(0, 10),
  );

  it("is as long as any of a year, and a day that there is", () => {
    const format = fc
      .array(fc.constantFrom("d", "dd", "M", "MM", "MMM", "MMMM", "yy", "yyyy", "EEE", "EEEE"), {
        minLength: 1,
        maxLength: 5,
      })
      .map((tokens) => tokens.join(" "));
    const languages = fc.uniqueArray(fc.constantFrom("", "de", "ja", "ru", "ca", "cs", "lt"), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(format, languages, (one, tags) => {
        const longest = utf8Bytes(longestDate(one, tags));
        const all = tags.flatMap((tag) =>
          days.map((value) => utf8Bytes(formatDate(value, one, tag))),
        );
        expect(longest).toBe(Math.max(...all));
        for (const tag of tags) expect(longestDay(one, tag)).toMatch(/^2026-\d\d-2\d$/);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the values in a text", () => {
  it("are those that were given, but for dates with a format", () => {
    const parameters = templateParametersSchema.parse([
      { name: "a", type: "date", format: "d MMMM" },
      { name: "b", type: "date" },
      { name: "c" },
    ]);
    const values = new Map(["a", "b", "c"].map((name) => [name, day]));
    expect([...shownValues(parameters, values, "de")]).toEqual([
      ["a", "31 Januar"],
      ["b", day],
      ["c", day],
    ]);
    expect(values.get("a")).toBe(day);
    expect(shownValues(parameters.slice(1), values, "de")).toBe(values);
  });
});
