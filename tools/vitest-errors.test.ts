import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

const planted = `
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { log } from "@/lib/log/log";
import { expectLogged } from "@/lib/log/testing";

const fail = () => log().error({ err: new TypeError("no such row") }, "a planted error");

it("logs nothing", () => undefined);
it("logs a warning", () => log().warn("a planted warning"));
it("logs unexpectedly", fail);
it("logs what is fatal unexpectedly", () => log().fatal("a planted end"));
it("logs what it expects", () => {
  expectLogged(/^a planted error: TypeError: no such row$/);
  fail();
  fail();
});
it("expects afterwards", () => {
  fail();
  expectLogged(/planted/);
});
it("expects another one", () => {
  expectLogged(/a planted end/);
  fail();
});
it("expects one and gets none", () => expectLogged(/planted/));
it("is not affected by the one before", () => undefined);
describe("a group", () => {
  afterEach(fail);
  it("logs in its hook", () => undefined);
});
`;
const plantedEnd = `
import { afterAll, it } from "vitest";
import { log } from "@/lib/log/log";

afterAll(() => log().error("a planted error"));
it("logs nothing", () => undefined);
`;

interface Report {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

// In the tree, so that the planted files find the packages.
const folder = join(root, "data", "test");
let planting: string;
let report: Report;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  planting = mkdtempSync(join(folder, "planted-"));
  writeFileSync(join(planting, "each.test.ts"), planted);
  writeFileSync(join(planting, "end.test.ts"), plantedEnd);
  writeFileSync(
    join(planting, "vitest.config.mjs"),
    `export default { resolve: { alias: { "@": ${JSON.stringify(root)} } }, test: { include: ["*.test.ts"], setupFiles: [${JSON.stringify(join(root, "tools/vitest-errors.ts"))}] } };`,
  );
  const file = join(planting, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  await new Promise<void>((resolve) => {
    execFile(
      process.execPath,
      [vitest, "run", "--root", planting, "--reporter=json", `--outputFile=${file}`],
      () => resolve(),
    );
  });
  report = JSON.parse(readFileSync(file, "utf8")) as Report;
});
afterAll(() => rmSync(planting, { recursive: true, force: true }));

it("fails a test whose logged errors differ from the expected ones", () => {
  const each = report.testResults.find(({ name }) => name.endsWith("each.test.ts"));
  expect(
    Object.fromEntries((each?.assertionResults ?? []).map(({ title, status }) => [title, status])),
  ).toEqual({
    "logs nothing": "passed",
    "logs a warning": "passed",
    "logs unexpectedly": "failed",
    "logs what is fatal unexpectedly": "failed",
    "logs what it expects": "passed",
    "expects afterwards": "passed",
    "expects another one": "failed",
    "expects one and gets none": "failed",
    "is not affected by the one before": "passed",
    "logs in its hook": "failed",
  });
  const why = (title: string) =>
    each?.assertionResults.find((result) => result.title === title)?.failureMessages.join("\n");
  expect(why("logs unexpectedly")).toContain("no such row");
  expect(why("expects one and gets none")).toContain("No error was logged that matches /planted/.");
});

it("fails a file that has an error logged after its last test", () => {
  const end = report.testResults.find(({ name }) => name.endsWith("end.test.ts"));
  expect(end).toMatchObject({ status: "failed", assertionResults: [{ status: "passed" }] });
  expect(end?.message).toContain("a planted error");
  expect(report.success).toBe(false);
});
