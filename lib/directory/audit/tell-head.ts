import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { readHead } from "./verify";

const hourMs = 3_600_000;

/**
 * Writes to the log where the audit log ends, each hour in which it grew and once more when it is
 * stopped: kept apart from the database, such a head shows later that an end was cut off or
 * rewritten (`npx clarion audit verify --head`).
 *
 * @param everyMs for tests
 * @returns what stops it
 */
export function tellHead(everyMs = hourMs): () => Promise<void> {
  let told = "";
  const tell = async (again: boolean) => {
    try {
      const head = await readHead(database());
      const words = head ? `${head.seq}:${head.hash}` : "gone";
      if (words === told && !again) return;
      log().info({ head: words }, "the audit log ends with this event");
      told = words;
    } catch (error) {
      log().warn({ err: error }, "the end of the audit log could not be read");
    }
  };
  const timer = setInterval(() => void tell(false), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await tell(true);
  };
}
