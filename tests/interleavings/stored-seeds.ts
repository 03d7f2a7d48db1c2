/** What fast-check draws a run from: a seed, and the path from it to the run. */
export type StoredSeed = readonly [seed: number, path: string];

/** Runs that found a fault of the product once; each came with the fix. */
export const storedSeeds: readonly StoredSeed[] = [];
