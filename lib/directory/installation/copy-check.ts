import { claimPlace, readPlace, storedPlace } from "@/lib/database/place";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { once } from "@/lib/runtime/once";

/** Interval of polls for a confirmation by another process or by a command (milliseconds). */
const pollMs = 2_000;

interface Installation {
  /** Where the database is; undefined before {@link checkPlace}. */
  place: string | undefined;
  isCopy: boolean;
  /** Callbacks of {@link whenConfirmed}. */
  callbacks: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}
const installation = () =>
  once<Installation>("installation", () => ({
    place: undefined,
    isCopy: false,
    callbacks: [],
    timer: undefined,
  }));

/**
 * Compares where the database is with where it was last used. The first start of an installation,
 * and the first one after a move, store the place. In another place the installation looks like a
 * copy and sends nothing, since the original may be running.
 *
 * @param folder `DATA_DIR` of a local database; undefined for a named one
 */
export async function checkPlace(folder: string | undefined): Promise<void> {
  const current = installation();
  const place = await readPlace(database(), folder);
  await claimPlace(database(), place);
  current.place = place;
  current.isCopy = (await storedPlace(database())) !== place;
  if (!current.isCopy) return;
  log().warn(
    "this looks like a copy of another installation: nothing is sent until an owner confirms it in the console, or `clarion installation move` is run",
  );
  current.timer = setInterval(() => void poll(), pollMs).unref();
}

/** Returns whether this installation looks like a copy of another one, and sends nothing. */
export function looksLikeCopy(): boolean {
  return installation().isCopy;
}

/** Returns where the database of this process is. Throws before {@link checkPlace}. */
export function currentPlace(): string {
  const { place } = installation();
  if (place === undefined) throw new Error("The place of the database was not checked.");
  return place;
}

/** Calls `begin` once this installation may send: at once where it does not look like a copy. */
export function whenConfirmed(begin: () => void): void {
  if (looksLikeCopy()) installation().callbacks.push(begin);
  else begin();
}

/** Begins to send in this process, once its installation is confirmed. Idempotent. */
export function beginSending(): void {
  const current = installation();
  if (!current.isCopy) return;
  current.isCopy = false;
  clearInterval(current.timer);
  log().warn("this installation was confirmed, or marked as moved: sending begins");
  for (const begin of current.callbacks.splice(0)) begin();
}

/** Stops polling for a confirmation. */
export function stopCopyCheck(): void {
  clearInterval(installation().timer);
}

async function poll(): Promise<void> {
  try {
    const stored = await storedPlace(database());
    // Marked as moved while this server runs, which claims the place as a start does.
    if (stored === undefined) await claimPlace(database(), currentPlace());
    if (stored === undefined || stored === currentPlace()) beginSending();
  } catch (error) {
    log().debug(
      { err: error },
      "the place of this installation could not be read; it is read again in 2 seconds",
    );
  }
}
