import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { firstLines, noResults, slowest, type Finding, type Results } from "./test-results.mjs";

/**
 * Writes the {@link Results} of a run of vitest to the file that `TEST_RESULTS` names, for
 * `tools/test.mjs`. A test that passed only after a retry is flaky. Prints the slowest files, and
 * how long each project took.
 */
export default class ResultsReporter implements Reporter {
  readonly #results: Results = noResults();
  readonly #times: [file: string, ms: number][] = [];
  readonly #projects = new Map<string, { tests: number; imports: number }>();

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "skipped") this.#results.skipped += 1;
    if (state === "passed") this.#results.passed += 1;
    if (state === "passed" && test.diagnostic()?.flaky === true)
      this.#results.flaky.push({ ...findingOf(test), error: messageOf(errors) });
    if (state === "failed") this.#fail(test, errors);
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors();
    if (errors.length > 0) this.#fail(suite, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration } = module.diagnostic();
    this.#times.push([relative(process.cwd(), module.moduleId), duration]);
    const { tests, imports } = this.#projects.get(module.project.name) ?? { tests: 0, imports: 0 };
    this.#projects.set(module.project.name, {
      tests: tests + duration,
      imports: imports + collectDuration,
    });
    const errors = module.errors();
    if (errors.length > 0) this.#fail(module, errors);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    for (const { message } of unhandled) {
      this.#results.failed += 1;
      this.#results.failures.push({
        file: "vitest",
        line: 0,
        name: "unhandled error",
        error: firstLines(message),
      });
    }
    // oxlint-disable-next-line node/no-process-env -- handed over by tools/test.mjs
    const file = process.env["TEST_RESULTS"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#results));
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
    const projects = [...this.#projects].map(
      ([name, { tests, imports }]) => `${name} ${seconds(tests)} and ${seconds(imports)}`,
    );
    process.stdout.write(
      `\nTests and imports of the projects: ${projects.join(", ")}\n${slowest(this.#times)}\n`,
    );
  }

  #fail(what: TestCase | TestSuite | TestModule, errors: readonly ErrorOfTest[]): void {
    this.#results.failed += 1;
    this.#results.failures.push({ ...findingOf(what), error: messageOf(errors) });
  }
}

interface ErrorOfTest {
  message: string;
  /** Of a property that does not hold: what its test threw. */
  cause?: unknown;
}

function messageOf(errors: readonly ErrorOfTest[] | undefined): string {
  const { message = "", cause } = errors?.[0] ?? {};
  const why =
    typeof cause === "object" && cause !== null && "message" in cause ? String(cause.message) : "";
  // The cause first: there is room for a few lines only.
  return firstLines(`${why.split("\n").slice(0, 2).join("\n")}\n${message}`);
}

function findingOf(what: TestCase | TestSuite | TestModule): Finding {
  const file = what.type === "module" ? what : what.module;
  const named =
    what.type === "module"
      ? { name: "the file", line: 0 }
      : { name: what.fullName, line: what.location?.line ?? 0 };
  return { file: relative(process.cwd(), file.moduleId), ...named, error: "" };
}
