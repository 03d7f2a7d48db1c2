import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { firstLines, noResults, type Finding, type Results } from "./test-results.mjs";

/** Seconds that each file took, printed for the slowest. */
const slowestShown = 12;

/**
 * Writes the {@link Results} of a run of vitest to the file that `TEST_RESULTS` names, for `tools/test.mjs`. A test that passed only after a retry is flaky.
 */
export default class ResultsReporter implements Reporter {
  readonly #results: Results = noResults();
  readonly #times: [file: string, ms: number][] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "skipped") this.#results.skipped += 1;
    if (state === "passed") this.#results.passed += 1;
    if (state === "passed" && test.diagnostic()?.flaky === true) this.#results.flaky.push({ ...found(test), error: messageOf(errors) });
    if (state === "failed") this.#fail(test, errors);
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors();
    if (errors.length > 0) this.#fail(suite, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#times.push([relative(process.cwd(), module.moduleId), module.diagnostic().duration]);
    const errors = module.errors();
    if (errors.length > 0) this.#fail(module, errors);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    for (const { message } of unhandled) {
      this.#results.failed += 1;
      this.#results.failures.push({ file: "vitest", line: 0, name: "unhandled error", error: firstLines(message) });
    }
    // oxlint-disable-next-line node/no-process-env -- handed over by tools/test.mjs
    const file = process.env["TEST_RESULTS"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#results));
    const slowest = this.#times.toSorted(([, a], [, b]) => b - a).slice(0, slowestShown);
    process.stdout.write(`\nSlowest files: ${slowest.map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`).join(", ")}\n`);
  }

  #fail(what: TestCase | TestSuite | TestModule, errors: readonly { message: string }[]): void {
    this.#results.failed += 1;
    this.#results.failures.push({ ...found(what), error: messageOf(errors) });
  }
}

function messageOf(errors: readonly { message: string }[] | undefined) {
  return firstLines(errors?.[0]?.message ?? "");
}

function found(what: TestCase | TestSuite | TestModule): Finding {
  const file = what.type === "module" ? what : what.module;
  const named = what.type === "module" ? { name: "the file", line: 0 } : { name: what.fullName, line: what.location?.line ?? 0 };
  return { file: relative(process.cwd(), file.moduleId), ...named, error: "" };
}
