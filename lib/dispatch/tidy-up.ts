import { slicesOf } from "@/lib/database/slices";
import { database } from "@/lib/database/sql";
import { asWork } from "@/lib/runtime/work-class";
import { log } from "@/lib/log/log";
import { endings, type Ending } from "./endings";
import { finishMessages } from "./record";

/** Rows of one transaction, so that no caller waits for a sweep. */
const limits = { least: 50, most: 5_000 };

/**
 * Sets messages to done that a crash left open, and removes what has ended: bulk work, a slice at a time. Several processes may do so at once. What fails keeps nothing else
 * from its end: it is tried again with the next call.
 */
export function tidyUp(): Promise<void> {
  return asWork("bulk", async () => {
    await finishAll();
    for (const [what, ending] of Object.entries(endings))
      await removeEnded(what, ending).catch((error: unknown) => log().warn({ err: error, what }, "what has ended could not be removed"));
  });
}

async function finishAll(): Promise<void> {
  const slices = slicesOf("messages to finish", limits);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const open = await database().query<{ id: string }>(
      "SELECT id FROM message WHERE state = 'sending' AND id > $1::uuid ORDER BY id LIMIT $2",
      [after, slices.size],
    );
    const last = open.at(-1);
    if (!last) return;
    await slices.each(
      open.map(({ id }) => id),
      (some) => finishMessages(database(), some),
    );
    after = last.id;
  }
}

async function removeEnded(what: string, ending: Ending): Promise<void> {
  const slices = slicesOf(`ended: ${what}`, limits);
  for (;;) {
    const removed = await slices.run(
      () => ending(slices.size),
      (count) => count,
    );
    if (removed === 0) return;
  }
}
