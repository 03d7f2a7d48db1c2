import { describe, expect, it } from "vitest";
import { z } from "zod";
import { text } from "@/lib/inputs/text";
import { isPlain, inputProblems } from "./arguments";

const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;
const shared = (levels: number): unknown =>
  levels === 0
    ? "x"
    : Array.from(
        { length: 2 },
        (
          (below) => () =>
            below
        )(shared(levels - 1)),
      );

describe("arguments of a server action", () => {
  it.each([
    null,
    undefined,
    true,
    1.5,
    "x",
    [],
    { a: [{ b: null }] },
    nested(39),
    shared(12),
    Array.from({ length: 100_000 }, () => "x"),
  ])("are read when JSON can say them", (value) => expect(isPlain({ value })).toBe(true));

  const circle: unknown[] = [];
  circle.push(circle);
  it.each<[string, unknown]>([
    ["a function", () => "x"],
    ["a symbol", Symbol("x")],
    ["a big integer", 1n],
    ["no number", NaN],
    ["an endless number", -Infinity],
    ["a map", new Map([["id", "x"]])],
    ["a date in an array", [new Date(0)]],
    ["bytes", new Uint8Array(3)],
    ["a promise", Promise.resolve("x")],
    ["a form", new FormData()],
    ["what is too deep", nested(41)],
    ["what holds itself", circle],
    ["a million places that are one", shared(20)],
    ["too many", Array.from({ length: 200_000 }, () => "x")],
  ])("are refused when they are %s", (_, value) => expect(isPlain({ value })).toBe(false));

  it("are named when they are wrong", () => {
    const schema = z.object({ id: text(3), list: z.array(z.object({ name: text(3) })).max(2) });
    const firstMessage = (input: Record<string, unknown>) => {
      const parsed = schema.safeParse(input);
      return parsed.success ? undefined : inputProblems(parsed.error)[0]?.message;
    };
    expect(firstMessage({ id: "abc", list: [] })).toBeUndefined();
    expect(firstMessage({ list: [] })).toBe("id: is missing.");
    expect(firstMessage({ id: 1, list: [] })).toBe("id: must be a text.");
    expect(firstMessage({ id: "abcd", list: [] })).toBe("id: takes at most 3 characters.");
    expect(firstMessage({ id: "a", list: [{ name: "a" }, { name: "\ud800" }] })).toMatch(
      /^list 2, name: holds a character .*; take it out\.$/,
    );
    expect(firstMessage({ id: "a", list: "b" })).toBe("list: cannot be read.");
    const parsed = schema.safeParse({ id: "abcd", list: [{ name: "a" }, { name: "abcd" }] });
    expect(inputProblems(parsed.error ?? { issues: [] })).toEqual([
      { pointer: "/id", message: "id: takes at most 3 characters." },
      { pointer: "/list/1/name", message: "list 2, name: takes at most 3 characters." },
    ]);
  });
});
