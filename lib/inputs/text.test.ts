import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSendable, sendablePart, unsendable } from "@/lib/interface/text";
import { credentialsSchema, ownerSchema } from "./member";
import { deviceMoment, moment } from "./moment";
import { receiptSchema } from "./receipt";
import { filled, name, text } from "./text";

const units = fc.string({
  unit: fc.constantFrom("a", "é", "\u0000", "\ud83d", "\ude00", "\u{1f600}", "\uffff", " "),
});
const messageOf = (
  schema: typeof filled extends (most: number) => infer S ? S : never,
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

describe("a text", () => {
  it("is refused when the database or UTF-8 would change it, and for nothing else", () => {
    fc.assert(
      fc.property(units, (sample) => {
        const survives =
          !sample.includes("\u0000") &&
          new TextDecoder().decode(new TextEncoder().encode(sample)) === sample;
        expect(isSendable(sample)).toBe(survives);
        expect(text(1_000).safeParse(sample).success).toBe(survives);
        expect(isSendable(sendablePart(sample))).toBe(true);
        expect(sendablePart(sample) === sample).toBe(survives);
      }),
    );
  });

  it("says what is wrong with it", () => {
    expect(messageOf(text(3), "a\u0000")).toBe(unsendable);
    expect(messageOf(text(3), "abcd")).toBe("takes at most 3 characters");
    expect(messageOf(text(3), undefined)).toBe("is missing");
    expect(messageOf(text(3), ["a"])).toBe("must be a text");
    expect(messageOf(filled(3), "")).toBe("must not be empty");
    expect(messageOf(name(3), "  ")).toBe("must not be empty");
    expect(name(3).parse("  abc ")).toBe("abc");
    expect(filled(3).parse(" ab")).toBe(" ab");
  });
});

it.each([
  ["2026-02-07T14:52:10Z", true],
  ["2026-02-07T14:52:10.281+05:30", true],
  ["1970-01-01T00:00:00Z", true],
  ["1969-12-31T23:59:59Z", false],
  ["0000-01-01T00:00:00Z", false],
  ["9999-12-31T23:59:59Z", true],
  ["9999-12-31T23:59:59-00:01", false],
  ["2026-02-30T00:00:00Z", false],
  ["2026-02-07", false],
  ["", false],
])("the moment %s can be stored: %s", (momentText, isStorable) =>
  expect(moment.safeParse(momentText).success).toBe(isStorable),
);

it.each([
  ["2026-02-07T14:52:10Z", "2026-02-07T14:52:10.000Z"],
  ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
  ["0000-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59.999Z"],
])("%s by the clock of a device is %s", (momentText, at) =>
  expect(deviceMoment.parse(momentText).toISOString()).toBe(at),
);

it.each(["2026-02-30T00:00:00Z", "2026-02-07", "", null])("%s is no moment of a device", (input) =>
  expect(deviceMoment.safeParse(input).success).toBe(false),
);

describe("a member", () => {
  const ada = { email: " Ada@Example.com ", name: " Ada ", password: "correct horse" };
  it("is written in one way", () =>
    expect(ownerSchema.parse(ada)).toEqual({
      email: "ada@example.com",
      name: "Ada",
      password: "correct horse",
    }));
  it.each(["email", "name", "password"])("has no %s that cannot be stored", (member) => {
    for (const wrong of [
      "a\u0000@example.com correct",
      "\ud800@example.com correct",
      "x".repeat(300),
      1,
      undefined,
    ])
      expect(ownerSchema.safeParse({ ...ada, [member]: wrong }).error?.issues[0]?.path).toEqual([
        member,
      ]);
  });
  it("signs in with two texts and nothing else", () => {
    expect(
      credentialsSchema.safeParse({ email: "a@b.example", password: "x", csrfToken: "y" }).success,
    ).toBe(true);
    for (const email of ["a\u0000", ["a"], undefined, "x".repeat(255)])
      expect(credentialsSchema.safeParse({ email, password: "x" }).success).toBe(false);
    expect(credentialsSchema.safeParse(undefined).success).toBe(false);
  });
});

it("takes an empty button or push id of a receipt as none", () => {
  const receipt = { transid: "t", deviceid: "d", event: "read", button: "", pushid: "" };
  expect(receiptSchema.parse(receipt)).toMatchObject({ button: undefined, pushid: undefined });
  const { deviceid: _, ...unnamed } = receipt;
  expect(receiptSchema.safeParse(unnamed).success).toBe(false);
});
