import { describe, expect, it } from "vitest";
import {
  readParameters,
  sampleValues,
  templateParameterSchema,
  templateParametersSchema,
} from "./parameters";

const parameter = (name: string, rest: object = {}) =>
  templateParameterSchema.parse({ name, ...rest });

describe("parameters", () => {
  const declared = [
    parameter("name", { required: true, maxLength: 3, sample: "Ann" }),
    parameter("city", { default: "Pune" }),
    parameter("note"),
  ];

  it("take the given value, else the default, else nothing", () => {
    expect([...readParameters(declared, { name: "Bob" }).values]).toEqual([
      ["name", "Bob"],
      ["city", "Pune"],
      ["note", ""],
    ]);
    expect(readParameters(declared, { name: "", city: "" })).toEqual({
      values: new Map([
        ["name", ""],
        ["city", ""],
        ["note", ""],
      ]),
      problems: [],
    });
    expect(sampleValues(declared)).toEqual({ name: "Ann", city: "Pune", note: "note" });
  });

  it("report what is missing, unknown or too long", () => {
    expect(readParameters(declared, { name: "€" }).problems).toEqual([]);
    expect(readParameters(declared, { name: "€€" }).problems).toMatchObject([
      { rule: "template.parameter.length" },
    ]);
    expect(
      readParameters(declared, { name: "long", constructor: "x" }).problems.map(
        ({ pointer, code }) => [pointer, code],
      ),
    ).toEqual([
      ["/message/parameters/constructor", "7121"],
      ["/message/parameters/name", "7004"],
    ]);
    expect(readParameters(declared).problems).toMatchObject([
      {
        pointer: "/message/parameters/name",
        rule: "template.parameter.required",
        message: "Replaceable params could not be fetched.",
      },
    ]);
  });

  it("are declared once each, by usable names", () => {
    expect(templateParametersSchema.safeParse([{ name: "a" }, { name: "a" }]).success).toBe(false);
    expect(templateParametersSchema.safeParse([{ name: "a b" }]).success).toBe(false);
    expect(
      templateParametersSchema.safeParse([{ name: "a" }, { name: "b", maxLength: 5 }]).success,
    ).toBe(true);
  });
});
