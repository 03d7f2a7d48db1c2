import type { Batch, Outcome, Provider } from "./provider";

/**
 * For tests and benchmarks: sends, and answers one outcome for each target, in their order. Throws
 * when a target was reported twice.
 */
export async function outcomesOf(provider: Provider, batch: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await provider.send(batch, (n, outcome) => {
    if (outcomes[n]) throw new Error(`target ${n} was told of twice`);
    outcomes[n] = outcome;
  });
  return outcomes;
}
