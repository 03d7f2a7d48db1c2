import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Bytes } from "@/lib/interface/text";
import type { PlannedRecipient } from "./requests";
import { widest } from "./widest";

const user = (id: string, parameters = {}): PlannedRecipient => ({
  type: "userid",
  id,
  parameters,
});
const ids = (recipients: readonly PlannedRecipient[]) => recipients.map(({ id }) => id);

describe("widest", () => {
  it("remembers the one with the most bytes, not letters", () => {
    expect(ids(widest([], [user("aaaa"), user("ää"), user("नमस"), user("bbbbb")]))).toEqual([
      "नमस",
    ]);
  });

  it("remembers several when each is the largest in something", () => {
    const widestRecipients = widest(
      [],
      [
        user("a", { name: "Maximiliane", city: "Ulm" }),
        user("b", { name: "Bo", city: "Donaueschingen" }),
        user("c", { name: "Bo", city: "Ulm" }),
      ],
    );
    expect(ids(widestRecipients)).toEqual(["a", "b"]);
  });

  it("has the largest of all for any template, in however many parts the list came", () => {
    const recipient = fc.record({
      type: fc.constant("userid" as const),
      id: fc.string({ minLength: 1, maxLength: 4 }),
      parameters: fc.record(
        { a: fc.string({ maxLength: 6 }), b: fc.string({ maxLength: 6 }) },
        { requiredKeys: [] },
      ),
    });
    const times = fc.record({ a: fc.nat(3), b: fc.nat(3) });
    fc.assert(
      fc.property(
        fc.array(recipient, { maxLength: 12 }),
        fc.array(recipient, { maxLength: 12 }),
        times,
        (first, second, weight) => {
          const size = ({ parameters }: PlannedRecipient) =>
            (["a", "b"] as const).reduce(
              (sum, name) =>
                sum + weight[name] * (utf8Bytes(JSON.stringify(parameters[name] ?? "")) - 2),
              0,
            );
          const largest = (of: readonly PlannedRecipient[]) => Math.max(0, ...of.map(size));
          const widestRecipients = widest(widest([], first), second);
          expect(
            widestRecipients.length === 8 ||
              largest(widestRecipients) === largest([...first, ...second]),
          ).toBe(true);
        },
      ),
    );
  });

  it("remembers of many who is the largest in one value, which a template may name twelve times", () => {
    const many = Array.from({ length: 12 }, (_, n) =>
      user(`u${n}`, { a: "x".repeat(1_000 - n), b: "x".repeat(n + 1) }),
    );
    expect(ids(widest([], [...many, user("wide", { a: "x", b: "x".repeat(400) })]))).toContain(
      "wide",
    );
    expect(ids(widest(widest([], [user("wide", { a: "x", b: "x".repeat(400) })]), many))).toContain(
      "wide",
    );
  });

  it("remembers eight at most", () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      user("u", { a: "x".repeat(n), b: "x".repeat(40 - n) }),
    );
    expect(widest([], many)).toHaveLength(8);
  });
});
