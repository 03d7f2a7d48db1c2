import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * The result of one test that failed, or that passed only when it ran again.
 *
 * @typedef {{ file: string, line: number, name: string, error: string }} Finding `error`: the first
 *   lines of the last error; of a flaky test, of the first one
 */

/**
 * The results of one step of `npm test`. `flaky` tests are counted in `passed`.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Finding[], flaky:
 *   Finding[] }} Results
 */

/** A run with more flaky tests than this fails. */
export const mostFlaky = 3;
const lineLimit = 100;
/** Files that {@link slowest} names. */
const slowestShown = 20;
const errorLines = 6;
const lineLength = 240;

/** @returns {Results} results without any test */
export const noResults = () => ({ passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] });

/**
 * Reads the file that `tools/vitest-results.ts` writes.
 *
 * @returns {Results | undefined} undefined when there is no such file, or it is incomplete
 */
export function vitestResults(path) {
  return readJson(path);
}

/**
 * Reads the report of Playwright's JSON reporter.
 *
 * @returns {Results | undefined} undefined when there is no such file, or it is incomplete
 */
export function playwrightResults(path) {
  const report = readJson(path);
  if (!report) return undefined;
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {};
  const results = {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: [],
    flaky: [],
  };
  const folder = "e2e/";
  for (const { spec, titles } of specsOf(report.suites ?? [], []))
    for (const test of spec.tests) {
      const list = { flaky: results.flaky, unexpected: results.failures }[test.status];
      const run = test.results.at(test.status === "flaky" ? 0 : -1);
      const error = firstLines(
        run?.errors?.[0]?.message ?? run?.error?.message ?? run?.status ?? "",
      );
      list?.push({
        file: folder + spec.file,
        line: spec.line,
        name: [...titles, spec.title].join(" › "),
        error,
      });
    }
  // What stops the run itself belongs to no test.
  for (const { message = "", location } of report.errors ?? []) {
    results.failed += 1;
    results.failures.push({
      file: location?.file ?? "playwright",
      line: location?.line ?? 0,
      name: "the run",
      error: firstLines(message),
    });
  }
  return results;
}

/**
 * Reads how long each file took from the report of Playwright's JSON reporter; of a test that ran
 * again, all runs.
 *
 * @returns {[file: string, ms: number][]}
 */
export function playwrightTimes(path) {
  const times = new Map();
  for (const { spec } of specsOf(readJson(path)?.suites ?? [], []))
    for (const { duration = 0 } of spec.tests.flatMap((test) => test.results))
      times.set(`e2e/${spec.file}`, (times.get(`e2e/${spec.file}`) ?? 0) + duration);
  return [...times];
}

/**
 * One line with the files that took longest, in seconds.
 *
 * @param {[file: string, ms: number][]} times
 */
export function slowest(times) {
  const slowestTimes = times.toSorted(([, a], [, b]) => b - a).slice(0, slowestShown);
  return `Slowest files: ${slowestTimes.map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`).join(", ")}`;
}

function* specsOf(suites, titles) {
  for (const suite of suites) {
    // The title of a file's own suite is its path.
    const inside = suite.title === suite.file ? titles : [...titles, suite.title];
    for (const spec of suite.specs ?? []) yield { spec, titles: inside };
    yield* specsOf(suite.suites ?? [], inside);
  }
}

/** The first lines of an error's text, without colors and empty lines. */
export function firstLines(text) {
  return stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trimEnd().slice(0, lineLength))
    .filter((line) => line.trim() !== "")
    .slice(0, errorLines)
    .join("\n");
}

/**
 * The end of the output of `npm test`, at most 100 lines: each failed test with the first lines of
 * its error and the seed, the flaky tests (why, where there are so few that the run passes), and
 * the totals.
 *
 * @param {[step: string, results: Results][]} steps
 * @param {{ seed: string }} run
 * @returns {{ text: string, ok: boolean }}
 */
export function summary(steps, { seed }) {
  const all = (of) =>
    steps.flatMap(([step, results]) => results[of].map((finding) => ({ step, ...finding })));
  const sum = (of) => steps.reduce((total, [, results]) => total + results[of], 0);
  const [failures, flaky] = [all("failures"), all("flaky")];
  const tooFlaky = flaky.length > mostFlaky;
  const failed = sum("failed") + (tooFlaky ? 1 : 0);
  const totals = [
    `${sum("passed")} passed, ${failed} failed${sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : ""}`,
  ];
  const flakyLines = flaky.flatMap(({ file, line, name, error }) => [
    `FLAKY ${file}:${line} ${name}`.slice(0, lineLength),
    ...(tooFlaky ? [] : indented(error)),
  ]);
  if (flaky.length > 15) flakyLines.splice(15, Infinity, `FLAKY … and ${flaky.length - 15} more`);
  if (tooFlaky)
    flakyLines.push(
      `FAILED: ${flaky.length} flaky tests; at most ${mostFlaky} may pass only when they run again.`,
    );
  const names = steps.filter(([, results]) => results.failed > 0).map(([step]) => step);
  const headline =
    failures.length === 0
      ? []
      : [`Failed in: ${names.join(", ")} · seed ${seed} (replay: TEST_SEED=${seed})`];
  const room = lineLimit - totals.length - flakyLines.length - headline.length - 2;
  return {
    text: [...headline, ...failureLines(failures, room), ...flakyLines, ...totals].join("\n"),
    ok: failed === 0,
  };
}

/**
 * As many lines for each failure as there is room for; where there is none for all, the rest is
 * counted.
 */
function failureLines(failures, room) {
  const each = Math.max(
    1,
    Math.min(errorLines + 1, Math.floor(room / Math.max(1, failures.length))),
  );
  const lines = failures.flatMap(({ step, file, line, name, error }) =>
    [`FAILED ${file}:${line} ${name} [${step}]`.slice(0, lineLength), ...indented(error)].slice(
      0,
      each,
    ),
  );
  if (lines.length <= room) return lines;
  return [
    ...lines.slice(0, room - 1),
    `… and ${lines.length - room + 1} more lines of failures above`,
  ];
}

function indented(error) {
  const lines = error.split("\n").filter((text) => text !== "");
  return lines.map((text) => `    ${text}`);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
