import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "./ending.mjs";
import {
  firstLines,
  noResults,
  playwrightResults,
  playwrightTimes,
  slowest,
  summary,
  vitestResults,
  type Finding,
  type Results,
} from "./test-results.mjs";

const finding = (n: number, error = ""): Finding => ({
  file: `lib/a-${n}.test.ts`,
  line: n,
  name: `name ${n}`,
  error,
});
const results = (more: Partial<Results>): Results => ({ ...noResults(), ...more });
const findings = (count: number, error?: string) =>
  Array.from({ length: count }, (_, n) => finding(n + 1, error));
const linesOf = (text: string) => text.split("\n");

describe("the summary of a test run", () => {
  it("is one line of totals when everything passed", () => {
    const steps = [
      ["unit", results({ passed: 5, skipped: 2 })],
      ["e2e", results({ passed: 3 })],
    ] as const;
    expect(summary(steps, { seed: "7" })).toEqual({
      text: "8 passed, 0 failed, 2 skipped",
      ok: true,
    });
  });

  it("names file, line, test, error and seed of a failure, and ends with the totals", () => {
    const { text, ok } = summary(
      [
        [
          "unit",
          results({ passed: 1, failed: 1, failures: [finding(4, "expected 1\nreceived 2")] }),
        ],
      ],
      {
        seed: "7",
      },
    );
    expect(ok).toBe(false);
    expect(linesOf(text)).toEqual([
      "Failed in: unit · seed 7 (replay: TEST_SEED=7)",
      "FAILED lib/a-4.test.ts:4 name 4 [unit]",
      "    expected 1",
      "    received 2",
      "1 passed, 1 failed",
    ]);
  });

  it("passes up to three flaky tests, which it lists last", () => {
    const three = summary(
      [
        [
          "e2e",
          results({
            passed: 9,
            flaky: [finding(1, "expected 1\nreceived 2"), ...findings(3).slice(1)],
          }),
        ],
      ],
      {
        seed: "7",
      },
    );
    expect(three.ok).toBe(true);
    expect(linesOf(three.text)).toEqual([
      "FLAKY lib/a-1.test.ts:1 name 1",
      "    expected 1",
      "    received 2",
      "FLAKY lib/a-2.test.ts:2 name 2",
      "FLAKY lib/a-3.test.ts:3 name 3",
      "9 passed, 0 failed",
    ]);
    const four = summary(
      [
        ["unit", results({ passed: 9, flaky: findings(2) })],
        ["e2e", results({ passed: 9, flaky: findings(2) })],
      ],
      { seed: "7" },
    );
    expect(four.ok).toBe(false);
    expect(linesOf(four.text).at(-1)).toBe("18 passed, 1 failed");
  });

  it("fits into 100 lines however much fails, and says how much is left out", () => {
    for (const count of [1, 13, 60, 97, 300]) {
      const failed = results({
        failed: count,
        failures: findings(count, "one\ntwo\nthree\nfour\nfive\nsix"),
        flaky: findings(40, "why"),
      });
      const lines = linesOf(summary([["unit", failed]], { seed: "7" }).text);
      expect(lines.length).toBeLessThanOrEqual(100);
      expect(lines.at(-1)).toBe(`0 passed, ${count + 1} failed`);
      const named = failed.failures.filter(({ file }) =>
        lines.some((line) => line.includes(`${file}:`)),
      ).length;
      expect(named === count || lines.some((line) => line.includes("more lines of failures"))).toBe(
        true,
      );
      expect(named).toBeGreaterThanOrEqual(Math.min(count, 75));
    }
  });

  it("names the twenty slowest files, the slowest first", () => {
    expect(
      slowest([
        ["a", 900],
        ["b", 61_040],
      ]),
    ).toBe("Slowest files: b 61.0 s, a 0.9 s");
    expect(slowest(Array.from({ length: 30 }, (_, n) => [`f${n}`, n])).split(", ")).toHaveLength(
      20,
    );
  });

  it("takes the first lines of an error without colors", () => {
    expect(firstLines("\u001b[31mError\u001b[0m: a\n\n  b  \nc\nd\ne\nf\ng")).toBe(
      "Error: a\n  b\nc\nd\ne\nf",
    );
  });
});

describe("the results of Playwright", () => {
  const { path: folder, remove } = temporaryFolder("clarion-results");
  const file = join(folder, "playwright.json");
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "a.spec.ts",
    line: 9,
    tests: [
      {
        status,
        results: [
          { status: "failed", duration: 1_250, errors: message === undefined ? [] : [{ message }] },
        ],
      },
    ],
  });
  beforeAll(() => {
    const suites = [
      {
        title: "a.spec.ts",
        file: "a.spec.ts",
        specs: [spec("passes", "expected"), spec("fails", "unexpected", "\u001b[31mboom\u001b[0m")],
        suites: [
          { title: "inside", file: "a.spec.ts", specs: [spec("is flaky", "flaky", "once")] },
        ],
      },
    ];
    writeFileSync(
      file,
      JSON.stringify({
        suites,
        errors: [],
        stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      }),
    );
  });
  afterAll(remove);

  it("are read from its report", () => {
    expect(playwrightResults(file)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      failures: [{ file: "e2e/a.spec.ts", line: 9, name: "fails", error: "boom" }],
      flaky: [{ file: "e2e/a.spec.ts", line: 9, name: "inside › is flaky", error: "once" }],
    });
  });

  it("include how long each file took", () => {
    expect(playwrightTimes(file)).toEqual([["e2e/a.spec.ts", 3_750]]);
    expect(playwrightTimes(join(folder, "none.json"))).toEqual([]);
  });

  it("are undefined without a report, or with half of one", () => {
    writeFileSync(join(folder, "half.json"), '{"suites":[');
    expect(playwrightResults(join(folder, "half.json"))).toBeUndefined();
    expect(vitestResults(join(folder, "none.json"))).toBeUndefined();
  });
});
