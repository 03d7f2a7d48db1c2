/**
 * The result of one test that failed, or that passed only when it ran again. `error`: the first
 * lines of the last error; of a flaky test, of the first one.
 */
export interface Finding {
  file: string;
  line: number;
  name: string;
  error: string;
}

/** The results of one step of `npm test`. `flaky` tests are counted in `passed`. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  failures: Finding[];
  flaky: Finding[];
}

export const mostFlaky: number;
export function noResults(): Results;
export function vitestResults(path: string): Results | undefined;
export function playwrightResults(path: string): Results | undefined;
export function playwrightTimes(path: string): [file: string, ms: number][];
export function slowest(times: readonly (readonly [file: string, ms: number])[]): string;
export function firstLines(text: string): string;
export function summary(
  steps: readonly (readonly [step: string, results: Results])[],
  run: { seed: string },
): { text: string; ok: boolean };
