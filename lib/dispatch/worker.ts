import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { work } from "@/lib/queue/queue";
import { endUpdateLeases } from "@/lib/updates/claim";
import { closeProviders } from "./app-providers";
import { endCampaignLeases, startCampaigns } from "./campaigns";
import { startDelivering } from "./deliver";
import { pullBack, watchClock } from "./clock-jumps";
import { expand } from "./expand";
import { forgetOldKeys } from "./idempotency";
import { expandJob } from "./jobs";
import { endLeases } from "./lanes";
import { finishMessages } from "./record";

const sweepMs = 60_000;

/**
 * Starts the worker of this process: expands accepted messages and delivers them. Start the sender of updates after it. The returned function stops both and resolves when what is
 * under way has been recorded.
 */
export async function startWorker(): Promise<() => Promise<void>> {
  const embedded = database().kind === "embedded";
  if (embedded)
    await Promise.all([endLeases(database()), endUpdateLeases(database()), endCampaignLeases(database()), pullBack(database())]);
  const stopWatching = embedded ? watchClock(database()) : () => undefined;
  const stopExpanding = work(database(), expandJob, "expand", ({ transids }) => expand(transids));
  const stopDelivering = startDelivering();
  const stopCampaigns = startCampaigns();
  const tidy = () => {
    Promise.all([finishMessages(database()), forgetOldKeys()]).catch((error: unknown) =>
      log().warn({ err: error }, "tidying up failed; trying again in a minute"),
    );
  };
  const sweep = setInterval(tidy, sweepMs);
  tidy();
  return async () => {
    clearInterval(sweep);
    stopWatching();
    await stopCampaigns();
    await stopExpanding();
    await stopDelivering();
    await closeProviders();
  };
}
