import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readParameters, templateParametersSchema, sampleValues } from "./parameters";

const declare = (rest: object) => templateParametersSchema.parse([{ name: "a", ...rest }]);
const valueProblems = (rest: object, value: string) =>
  readParameters(declare(rest), { a: value }).problems.map(({ rule, code }) => `${code} ${rule}`);
const mistyped = ["7004 template.parameter.type"];

describe("values", () => {
  it.each([
    [
      "number",
      ["0", "12", "-3.5", "007", "1.50"],
      ["", "1e3", "1,5", ".5", "5.", "+1", "0x1", " 1", "١", "NaN"],
    ],
    [
      "url",
      ["https://example.com", "shop://cart/7", "https://exämple.de/ü", "mailto:a@b.example"],
      [
        "",
        "example.com",
        "/a",
        "https://",
        "javascript:alert(1)",
        " https://a.example",
        "https://a b.example",
        "example.com:80",
      ],
    ],
    [
      "date",
      ["2026-02-07", "2028-02-29", "2026-02-07T14:52:10Z", "2026-02-07T14:52:10.123+05:30"],
      [
        "",
        "2026-02-29",
        "2026-13-01",
        "7.2.2026",
        "2026-02-07T14:52:10",
        "20260207",
        `2026-02-07T14:52:10.${"1".repeat(40)}Z`,
      ],
    ],
  ])("of the type %s", (type, right, wrong) => {
    for (const value of right) expect([value, valueProblems({ type }, value)]).toEqual([value, []]);
    for (const value of wrong)
      expect([value, valueProblems({ type }, value)]).toEqual([value, mistyped]);
  });

  it("of a choice are one of its own, and nothing else", () => {
    const type = { type: "choice", choices: ["S", "M", "2", "constructor"] };
    expect(valueProblems(type, "M")).toEqual([]);
    expect(valueProblems(type, "constructor")).toEqual([]);
    for (const value of ["", "s", "L", "toString"])
      expect(valueProblems(type, value)).toEqual(mistyped);
    expect(readParameters(declare(type), { a: "L" }).problems[0]).toMatchObject({
      pointer: "/message/parameters/a",
      message: "parameter 'a' must be one of 'S', 'M', '2', 'constructor'",
    });
  });

  it("that are missing are distinguished from empty ones", () => {
    expect(
      readParameters(declare({ type: "number", required: true }), {}).problems.map(
        ({ code }) => code,
      ),
    ).toEqual(["7121"]);
    expect(valueProblems({ type: "number", required: true }, "")).toEqual(mistyped);
    expect(valueProblems({ required: true }, "")).toEqual([]);
    expect(readParameters(declare({ type: "number", default: "3" }), {})).toEqual({
      values: new Map([["a", "3"]]),
      problems: [],
    });
  });

  it("are measured in bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 6 }), (value) => {
        expect(valueProblems({ maxLength: 4 }, value).length > 0).toBe(
          Buffer.byteLength(value) > 4,
        );
      }),
    );
    for (const [value, fits] of [
      ["\u0001a", true],
      ["\u0001\u001f", false],
      ["\n\t\r\f", true],
    ] as const)
      expect([value, valueProblems({ maxLength: 4 }, value).length === 0]).toEqual([value, fits]);
    expect(readParameters(declare({ maxLength: 4 }), { a: "😀😀" }).problems[0]?.message).toBe(
      "parameter 'a' takes at most 4 bytes, but has 8",
    );
  });
});

describe("declarations", () => {
  const declarationProblems = (rest: object) =>
    templateParametersSchema
      .safeParse([{ name: "a", ...rest }])
      .error?.issues.map(({ path, message }) => `${path.join("/")} ${message}`) ?? [];

  it.each([
    [{ type: "choice" }, "0/choices must list the values to choose from"],
    [{ type: "choice", choices: ["S", "S"] }, "0/choices must list each value once"],
    [{ choices: ["S"] }, "0/choices is for the type choice only"],
    [
      { required: true, default: "x" },
      "0/default must be left out: a required parameter has no default",
    ],
    [{ type: "number", default: "three" }, "0/default must be a number, such as 12 or -3.5"],
    [{ maxLength: 2, sample: "abc" }, "0/sample takes at most 2 bytes, but has 3"],
  ])("that contradict themselves are refused: %j", (rest, message) =>
    expect(declarationProblems(rest)).toEqual([message]),
  );

  it("have samples that they take themselves, said or not", () => {
    for (const type of [
      {},
      { type: "number" },
      { type: "url" },
      { type: "date" },
      { type: "choice", choices: ["S"] },
    ]) {
      const declared = declare(type);
      expect(readParameters(declared, sampleValues(declared)).problems).toEqual([]);
    }
  });
});
