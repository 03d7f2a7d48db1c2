import type { UpdateCode } from "@/lib/interface/codes";
import type { Outcome, OutcomeCallback } from "./provider";

/**
 * "No such token": said of a dead one, and of every token there is when the app's id, project or
 * environment is the wrong one.
 */
const ambiguous = new Set<UpdateCode>(["7512", "7547", "7562"]);
/** So many refusals at once, and not one accepted message, are no coincidence. */
export const suspicious = 10;
/**
 * What a refusal means is asked of the rest of its batch for so long at most (milliseconds): one of
 * them may never be answered.
 */
export const patienceMs = 200;

type Refusal = Extract<Outcome, { kind: "rejected" }>;

/**
 * Keeps the devices of a batch whose tokens are all refused as unknown: rather than that all are
 * dead at once, the credential belongs to another app, or to the test environment. The deliveries
 * stay refused. While nothing else has been said of the batch, such refusals wait for the last
 * answer, {@link patienceMs} at most.
 *
 * @param count targets in the batch
 */
export function sparingDevices(count: number, tell: OutcomeCallback): OutcomeCallback {
  let open = count;
  let refused = 0;
  let other = false;
  let pending: [number, Refusal][] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    clearTimeout(timer);
    timer = undefined;
    const spare = !other && refused >= suspicious;
    const ready = pending;
    pending = [];
    for (const [n, refusal] of ready) tell(n, spare ? spared(refusal) : refusal);
  };
  return (n, outcome) => {
    open -= 1;
    if (outcome.kind === "rejected" && outcome.retireDevice && ambiguous.has(outcome.code)) {
      refused += 1;
      pending.push([n, outcome]);
    } else {
      other = true;
      tell(n, outcome);
    }
    if (other || open === 0) release();
    else timer ??= setTimeout(release, patienceMs);
  };
}

function spared(refusal: Refusal): Refusal {
  return {
    ...refusal,
    retireDevice: false,
    reason: `${refusal.reason}; so for the whole batch: is this the credential of another app or environment?`,
  };
}
