import { describe, expect, it } from "vitest";
import { readTypedValues, typedValues } from "./typed-values";

describe("what was typed in a form", () => {
  it("is each field that differs from its initial value, a list as a whole", () =>
    expect(
      typedValues(
        { name: "Shop", note: "", limits: { rate: 10, burst: 2 }, hosts: ["a"] },
        { name: "Shop 2", note: undefined, limits: { rate: 10, burst: null }, hosts: ["a", "b"] },
      ),
    ).toEqual([
      ["name", "Shop 2"],
      ["limits.burst", ""],
      ["hosts", ["a", "b"]],
    ]));

  it("has values that users named themselves, with any name", () =>
    expect(
      typedValues(
        { recipient: { parameters: {} } },
        { recipient: { parameters: { coupon_code: "A1", key: "B" } } },
      ),
    ).toEqual([
      ["recipient.parameters.coupon_code", "A1"],
      ["recipient.parameters.key", "B"],
    ]));

  it.each([
    "password",
    "currentPassword",
    "clientSecret",
    "credential.serviceAccount",
    "fields.value",
    "privateKey",
    "token",
    "code",
    "headers.authorization",
  ])("is without what may be secret: %s", (path) => {
    const values: Record<string, unknown> = {};
    const [first = "", second] = path.split(".");
    values[first] = second === undefined ? "hunter2" : { [second]: "hunter2" };
    expect(JSON.stringify(typedValues({}, values))).not.toContain("hunter2");
    expect(JSON.stringify(typedValues({}, { list: [values] }))).not.toContain("hunter2");
  });

  it("is without files", () =>
    expect(typedValues({}, { file: new File(["x"], "x.csv"), name: "x" })).toEqual([
      ["name", "x"],
    ]));

  it("is read again, and nothing of a text that is something else", () => {
    const typed = typedValues({}, { name: "x", on: true });
    expect(readTypedValues(JSON.stringify(typed))).toEqual(typed);
    for (const text of [null, "", "{", "7", '{"a":1}', "[1]", '[["a"]]'])
      expect(readTypedValues(text)).toEqual([]);
  });
});
