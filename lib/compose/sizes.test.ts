import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeviceRendering } from "./examine";
import { fieldCosts, largestOf, sizeAdvice, sizeRows } from "./sizes";

function drawn(provider: "fcm" | "webpush", bytes: number, limit: number): DeviceRendering {
  return { request: { provider, bytes, limit } } as unknown as DeviceRendering;
}

it("lists the request and the largest payload of each provider", () => {
  const rows = sizeRows({
    countedBytes: 700,
    drawn: {
      android: drawn("fcm", 300, 4_096),
      chrome: drawn("webpush", 200, 3_993),
      safari: drawn("webpush", 260, 3_993),
    },
  });
  expect(rows.map(({ label, bytes, limit }) => [label, bytes, limit])).toEqual([
    ["Request", 700, 4_096],
    ["Firebase", 300, 4_096],
    ["Web Push", 260, 3_993],
  ]);
  expect(largestOf(rows)?.label).toBe("Request");
});

it("measures the largest against its own limit", () => {
  const rows = sizeRows({ countedBytes: 3_994, drawn: { chrome: drawn("webpush", 3_994, 3_993) } });
  expect(largestOf(rows)?.label).toBe("Web Push");
});

it("says what to do, beyond the limit and near it", () => {
  const row = { what: "request", label: "Request", limit: 4_096 } as const;
  expect(sizeAdvice({ ...row, bytes: 4_097 })).toMatch(
    /^The request is 1 byte too large\. Shorten .* fewer recipients/,
  );
  expect(sizeAdvice({ ...row, what: "fcm", label: "Firebase", bytes: 5_096 })).toMatch(
    /^The Firebase payload is 1,000 bytes too large/,
  );
  expect(sizeAdvice({ ...row, bytes: 4_096 })).toBe("0 bytes left of the request.");
  expect(sizeAdvice({ ...row, bytes: 2_000 })).toBeUndefined();
});

describe("what costs most", () => {
  it("counts each value with its name, in UTF-8", () => {
    const body = JSON.stringify({
      a: "न".repeat(100),
      b: { "c/d": "👨‍👩‍👧‍👦", e: [1, { f: true }] },
      ids: ["x", "y"],
    });
    expect(fieldCosts(body)).toEqual([
      { pointer: "/a", bytes: 4 + 302 },
      { pointer: "/b/c~1d", bytes: 6 + 27 },
      { pointer: "/ids", bytes: 6 + 9 },
      { pointer: "/b/e/1/f", bytes: 4 + 4 },
      { pointer: "/b/e/0", bytes: 1 },
    ]);
  });

  it("adds up to the body, less its brackets and commas", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"),
          fc.string(),
          { maxKeys: 8 },
        ),
        (flat) => {
          const body = JSON.stringify(flat);
          const names = Object.keys(flat).length;
          const sum = fieldCosts(body, 100).reduce((all, { bytes }) => all + bytes, 0);
          expect(sum).toBe(new TextEncoder().encode(body).length - 2 - Math.max(names - 1, 0));
        },
      ),
    );
  });
});
