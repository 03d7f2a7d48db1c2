import type pino from "pino";
import { logSlot, makeLog } from "./make-log";

/** A line of the log, as far as tests look at it. */
interface Line {
  msg?: string;
  err?: { type: string; message: string };
}

let logged: string[] = [];
let expected: RegExp[] = [];

/**
 * Has this process's log collected in place of written, from level error on. Call before anything
 * is logged.
 */
export function collectLogged(): void {
  (globalThis as { [logSlot]?: pino.Logger })[logSlot] = makeLog("error", {
    write: (line) => void logged.push(line),
  });
}

/**
 * Says that the running test has an error logged, before or after this call and once or more often.
 * It fails when none is, as every test fails that has one logged and does not say so.
 *
 * @param pattern of "what the log says: kind of error: what the error says"
 */
export function expectLogged(pattern: RegExp): void {
  expected.push(pattern);
}

/**
 * Forgets what was logged and expected since the last call, and throws unless the two agree. Of the
 * setup of all tests.
 */
export function settleLogged(): void {
  const [lines, patterns] = [logged, expected];
  [logged, expected] = [[], []];
  const texts = lines.map((line) => lineText(line));
  const surprising = lines.filter(
    (_, at) => !patterns.some((pattern) => pattern.test(texts[at] ?? "")),
  );
  const missing = patterns.filter((pattern) => !texts.some((text) => pattern.test(text)));
  const faults = [
    ...surprising.map(
      (line) => `An error was logged that the test does not expect (expectLogged):\n${line}`,
    ),
    ...missing.map((pattern) => `No error was logged that matches ${pattern}.`),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function lineText(line: string): string {
  const { msg = "", err } = JSON.parse(line) as Line;
  return err ? `${msg}: ${err.type}: ${err.message}` : msg;
}
