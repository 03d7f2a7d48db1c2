import { randomInt } from "node:crypto";

/**
 * Chooses the seed of all randomised tests of a run and prints it. `TEST_SEED=123456 npx vitest run
 * …` draws the same values again.
 */
export function setup(): void {
  // oxlint-disable-next-line node/no-process-env -- handed on to the workers that run the tests
  const { env } = process;
  env["TEST_SEED"] ??= String(randomInt(2 ** 31));
  if (!/^\d{1,10}$/.test(env["TEST_SEED"])) throw new Error("TEST_SEED is a whole number.");
  process.stdout.write(`seed ${env["TEST_SEED"]}\n`);
}
