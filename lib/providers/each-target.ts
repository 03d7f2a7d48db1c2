import { slowsDown } from "./answers";
import type { Concurrency } from "./concurrency";
import { sparingDevices } from "./mass-refusal";
import type { Batch, Outcome, Target, OutcomeCallback } from "./provider";

/**
 * Sends a batch as one request for each target, as many at once as the provider bears, and reports
 * each outcome without delay.
 */
export async function sendToEach(
  { targets }: Pick<Batch, "targets">,
  tell: OutcomeCallback,
  concurrency: Concurrency,
  sendTo: (target: Target) => Promise<Outcome>,
): Promise<void> {
  const report = sparingDevices(targets.length, tell);
  await Promise.all(
    targets.map(async (target, n) => {
      report(n, await concurrency.run(() => sendTo(target), slowsDown));
    }),
  );
}
