import { log } from "@/lib/log/log";
import { forgetClock, now, setClock } from "@/lib/runtime/clock";

/**
 * How often the clock is set: for so long it may be wrong after a machine slept, or after the
 * server's own clock was put right. Milliseconds.
 */
const everyMs = 1_000;
/** An answer that took longer says too little about when it was given. */
const slowestMs = 500;

/**
 * Keeps this process's clock at the database's: reads it now, which must succeed, and then every
 * second.
 *
 * @param read milliseconds UTC by the database's clock
 * @returns stops it
 */
export async function keepTime(read: () => Promise<number>): Promise<() => void> {
  const look = async (slowest: number, isSet: boolean) => {
    const [askedAt, before] = [performance.now(), now()];
    const utc = await read();
    const [answeredAt, after] = [performance.now(), now()];
    // An answer that fits says nothing new: the clock would go back and forth by half of its way.
    const fits = before <= utc + 1 && utc - 1 <= after;
    if (!(isSet && fits) && answeredAt - askedAt <= slowest)
      setClock(utc, (askedAt + answeredAt) / 2);
  };
  await look(Infinity, false);
  const timer = setInterval(() => {
    look(slowestMs, true).catch((error: unknown) =>
      log().debug(
        { err: error },
        "the time could not be read from the database; continuing with the local clock",
      ),
    );
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    forgetClock();
  };
}
