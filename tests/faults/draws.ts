import fc from "fast-check";

/**
 * Draws integers from `min` to `max`, both included. The same seed and name always give the same
 * ones.
 */
export type Draw = (name: string, options: { count: number; min: number; max: number }) => number[];

/**
 * Returns the draws of one run, or of one part of it. A name of its own for each part keeps its
 * draws the same in whichever order concurrent parts run, and when one of them runs alone.
 */
export function drawsOf(seed: number, part: string): Draw {
  return (name, { count, min, max }) =>
    fc.sample(fc.noBias(fc.integer({ min, max })), {
      numRuns: count,
      seed: fc.hash(`${seed} ${part} ${name}`),
    });
}
