import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { asWork } from "@/lib/runtime/work-class";
import { endings, type Sweep } from "./endings";
import { finishMessages } from "./record";
import { sweepRetention } from "./retention";

/** Rows of one transaction, so that no caller waits for a sweep. */
const sliceRows = 5_000;

/**
 * Sets messages to done that a crash left open, and removes what has ended or is past its
 * retention: bulk work, a slice at a time. Several processes may do so at once. What fails keeps
 * nothing else from its end: it is tried again with the next call.
 */
export function tidyUp(): Promise<void> {
  return asWork("bulk", async () => {
    await finishAll();
    for (const [what, ending] of Object.entries(endings))
      await removeEnded(ending).catch((error: unknown) =>
        log().warn({ err: error, what }, "what has ended could not be removed"),
      );
    await sweepRetention().catch((error: unknown) =>
      log().warn({ err: error }, "what is no longer kept could not be removed"),
    );
  });
}

async function finishAll(): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const open = await database().query<{ id: string }>(
      "SELECT id FROM message WHERE state = 'sending' AND id > $1::uuid ORDER BY id LIMIT $2",
      [after, sliceRows],
    );
    const last = open.at(-1);
    if (!last) return;
    await finishMessages(
      database(),
      open.map(({ id }) => id),
    );
    after = last.id;
  }
}

async function removeEnded(ending: Sweep): Promise<void> {
  while ((await ending(sliceRows)) > 0);
}
