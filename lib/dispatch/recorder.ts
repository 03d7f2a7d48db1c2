import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { inGroups } from "@/lib/runtime/in-groups";
import { once } from "@/lib/runtime/once";
import type { Change } from "./change";
import { finishMessages, record } from "./record";
import { changed, wake } from "./wake";

const groupItems = 64;
const groupRows = 2_000;

/** Records changes in one transaction with those that come at the same moment, and tells who waits for them. */
export function recordChanges(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return Promise.resolve();
  return once("recorder", () =>
    inGroups<readonly Change[], void>(
      { items: groupItems, parallel: database().kind === "embedded" ? 1 : 3, weight: { of: (item) => item.length, most: groupRows } },
      async (groups) => {
        const recorded = await database().transaction((tx) => record(tx, groups.flat()));
        if (recorded.updates > 0) wake("update");
        const open = recorded.messages.map(({ transid }) => transid);
        finishMessages(database(), open)
          .catch((error: unknown) => log().warn({ err: error }, "messages were not set to done; the next sweep does it"))
          .finally(() => recorded.messages.forEach(changed));
        return groups.map(() => undefined);
      },
    ),
  )(changes);
}
