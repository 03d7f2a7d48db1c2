import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { readHead } from "./verify";

const hourMs = 3_600_000;

/**
 * Writes the head of the audit log to the log, each hour in which the audit log grew and once more
 * at the stop. Stored outside the database, a head shows later whether the end was cut off or
 * rewritten (`npx clarion audit verify --head`).
 *
 * @param everyMs for tests
 * @returns a function that stops it
 */
export function logHead(everyMs = hourMs): () => Promise<void> {
  let lastLogged = "";
  const logOnce = async (again: boolean) => {
    try {
      const head = await readHead(database());
      const words = head ? `${head.seq}:${head.hash}` : "gone";
      if (words === lastLogged && !again) return;
      log().info({ head: words }, "the audit log ends with this event");
      lastLogged = words;
    } catch (error) {
      log().warn({ err: error }, "the end of the audit log could not be read");
    }
  };
  const timer = setInterval(() => void logOnce(false), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await logOnce(true);
  };
}
