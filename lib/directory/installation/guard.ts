import { claimPlace, readPlace, storedPlace } from "@/lib/database/place";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { once } from "@/lib/runtime/once";

/** Another process may have it send: it is looked after so often (milliseconds). */
const lookMs = 2_000;

interface Guard {
  /** Where the database is; undefined until it was checked. */
  place: string | undefined;
  isCopy: boolean;
  /** Called once it may send. */
  waiting: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}
const guard = () =>
  once<Guard>("installation", () => ({
    place: undefined,
    isCopy: false,
    waiting: [],
    timer: undefined,
  }));

/**
 * Compares where the database is with where it was last used, at the start; the first start of an
 * installation, and the first one after a move, store the place. In another place it looks like a
 * copy, and may not send: the original may be at work.
 *
 * @param folder `DATA_DIR` of a local database; undefined for a named one
 */
export async function checkPlace(folder: string | undefined): Promise<void> {
  const current = guard();
  const place = await readPlace(database(), folder);
  await claimPlace(database(), place);
  current.place = place;
  current.isCopy = (await storedPlace(database())) !== place;
  if (!current.isCopy) return;
  log().warn(
    "this looks like a copy of another installation: nothing is sent until an owner confirms it in the console, or `clarion installation move` is run",
  );
  current.timer = setInterval(() => void look(), lookMs).unref();
}

/** Whether this installation looks like a copy of another one, and sends nothing. */
export function looksLikeCopy(): boolean {
  return guard().isCopy;
}

/** Where the database of this process is. Throws before {@link checkPlace}. */
export function currentPlace(): string {
  const { place } = guard();
  if (place === undefined) throw new Error("The place of the database was not checked.");
  return place;
}

/** Calls back once this installation may send: at once where it does not look like a copy. */
export function whenConfirmed(begin: () => void): void {
  if (looksLikeCopy()) guard().waiting.push(begin);
  else begin();
}

/** Has this process send: its installation is no copy, as a person says. */
export function confirmed(): void {
  const current = guard();
  if (!current.isCopy) return;
  current.isCopy = false;
  clearInterval(current.timer);
  log().warn("an owner confirmed this installation: sending begins");
  for (const begin of current.waiting.splice(0)) begin();
}

/** Ends looking for a confirmation by another process. */
export function stopGuarding(): void {
  clearInterval(guard().timer);
}

async function look(): Promise<void> {
  try {
    const stored = await storedPlace(database());
    // It was marked as moved while this server runs, which claims its place as a start does.
    if (stored === undefined) await claimPlace(database(), currentPlace());
    if (stored === undefined || stored === currentPlace()) confirmed();
  } catch (error) {
    log().debug({ err: error }, "whether this installation may send could not be read");
  }
}
