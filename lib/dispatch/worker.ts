import { outlastRestart } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { endUpdateLeases } from "@/lib/updates/claim";
import { work } from "@/lib/work/jobs";
import { endJobLeases } from "@/lib/work/leased-jobs";
import { closeProviders } from "./app-providers";
import { endCircuits } from "./circuits";
import { pullBack, watchClock } from "./clock-jumps";
import { startDelivering } from "./deliver";
import { expand, slicesInTurn } from "./expand";
import { startFolding } from "./fold-rollups";
import { keepAccepted } from "./just-accepted";
import { OutcomeJournal, setOutcomeJournal } from "./outcome-journal";
import { endLeases } from "./queues";
import { releaseCampaign, releaseJob } from "./release-campaign";
import { replayJournals } from "./replay-journals";
import { expandJob } from "./store";
import { tidyUp } from "./tidy-up";

const sweepMs = 60_000;
/** Much sooner than the leases of a process that died end. */
const journalLookMs = 5_000;

/**
 * Starts the worker of this process: expands accepted messages and delivers them. Start what hands
 * it messages, and the sender of updates, after it. The returned function stops both and resolves
 * when what is under way has been recorded.
 *
 * @param journals folder for what was answered and not recorded when a process dies; without it
 *   that is sent again
 */
export async function startWorker({ journals }: { journals?: string } = {}): Promise<
  () => Promise<void>
> {
  const { isExclusive } = database();
  const stopJournal = journals === undefined ? () => undefined : await startJournal(journals);
  if (isExclusive)
    await outlastRestart(() =>
      Promise.all([
        endJobLeases(database()),
        endLeases(database()),
        endUpdateLeases(database()),
        endCircuits(database()),
        pullBack(database()),
      ]),
    );
  const stopWatching = isExclusive ? watchClock(database()) : () => undefined;
  const stopKeeping = keepAccepted();
  const stopExpanding = work(database(), expandJob, ({ transids }, lease) =>
    expand(transids, slicesInTurn, undefined, lease),
  );
  const stopReleasing = work(database(), releaseJob, releaseCampaign);
  const stopDelivering = startDelivering();
  const stopFolding = startFolding();
  let tidying = false;
  const tidy = () => {
    if (tidying) return;
    tidying = true;
    tidyUp()
      .catch((error: unknown) =>
        log().warn({ err: error }, "tidying up failed; trying again in a minute"),
      )
      .finally(() => (tidying = false));
  };
  const sweep = setInterval(tidy, sweepMs);
  tidy();
  return async () => {
    clearInterval(sweep);
    stopWatching();
    await stopExpanding();
    await stopReleasing();
    await stopDelivering();
    await stopFolding();
    stopKeeping();
    stopJournal();
    await closeProviders();
  };
}

/**
 * Records what others that died were answered, now and whenever one of several processes on this
 * folder dies, and begins a journal of this process.
 */
async function startJournal(folder: string): Promise<() => void> {
  await replayJournals(folder);
  const journal = new OutcomeJournal(folder);
  setOutcomeJournal(journal);
  const look = setInterval(() => {
    replayJournals(folder).catch((error: unknown) =>
      log().warn(
        { err: error },
        "what was answered before a process died is not recorded yet; trying again in seconds",
      ),
    );
  }, journalLookMs);
  return () => {
    clearInterval(look);
    setOutcomeJournal(undefined);
    journal.close();
  };
}
