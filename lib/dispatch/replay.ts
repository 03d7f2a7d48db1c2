import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { serviceNamed } from "@/lib/verb/service-of";
import { countMissingSchema, replayInServiceSchema } from "@/lib/inputs/replay";
import { mostReplayed } from "@/lib/inputs/update-list";
import type { Missing } from "@/lib/updates/missing";
import { countMissing, replayUpdates } from "@/lib/updates/replay";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { wake } from "@/lib/database/wake";

/** Counts the updates that a replay of all missing ones of a message, or of a service's newest ones, sends in one go. `more`: there may be others; `next`: from here on they are to be searched. */
export const countMissingUpdates = view(
  "update.replay",
  countMissingSchema,
  serviceOfReplay,
  ({ sql, serviceId }, where): Promise<Missing> => {
    const [transid, after] = "transid" in where ? [where.transid, undefined] : [undefined, where.after];
    return countMissing(sql, { serviceId, transid, after }, mostReplayed);
  },
);

interface Asked {
  serviceId?: string | undefined;
  transid?: string;
}

/** Sends delivery updates again, of one service: the one that is named, else the message's. Returns how many. */
export const replay = verb(
  "update.replay",
  replayInServiceSchema,
  serviceOfReplay,
  async ({ tx, serviceId }, what) => {
    const count = await replayUpdates(tx, serviceId, what);
    if (count === 0) return { unchanged: 0 };
    const entity = "transid" in what ? what.transid : "ids" in what ? (what.ids[0] ?? serviceId) : serviceId;
    return { row: count, entity, event: { count } };
  },
  (count) => {
    if (count > 0) wake("update");
  },
);

async function serviceOfReplay(sql: Sql, { serviceId, transid = "" }: Asked): Promise<string | undefined> {
  if (serviceId !== undefined) return serviceNamed(sql, { serviceId });
  if (!isId(transid)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM message WHERE id = $1`, [transid]);
  return row?.serviceId;
}
