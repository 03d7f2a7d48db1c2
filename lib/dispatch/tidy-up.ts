import { slicesOf } from "@/lib/database/slices";
import { database } from "@/lib/database/sql";
import { asWork } from "@/lib/runtime/work-class";
import { forgetOldInbox } from "@/lib/updates/inbox";
import { forgetOldExchanges } from "@/lib/updates/old-exchanges";
import { forgetOldKeys } from "./idempotency";
import { finishMessages } from "./record";

/** Rows of one transaction, so that no caller waits for a sweep. */
const limits = { least: 50, most: 5_000 };

/**
 * Sets messages to done that a crash left open, and forgets idempotency keys, updates of inboxes, and requests and responses of attempts that are too old: bulk
 * work, a slice at a time.
 */
export function tidyUp(): Promise<void> {
  return asWork("bulk", async () => {
    await finishAll();
    await forgetAll("old keys", forgetOldKeys);
    await forgetAll("old updates of inboxes", forgetOldInbox);
    await forgetAll("old requests and responses", forgetOldExchanges);
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

async function forgetAll(what: string, forget: (most: number) => Promise<number>): Promise<void> {
  const slices = slicesOf(what, limits);
  for (;;) {
    const most = slices.size;
    const gone = await slices.run(
      () => forget(most),
      (count) => count,
    );
    if (gone < most) return;
  }
}
