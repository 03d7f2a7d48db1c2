import type { Sql } from "@/lib/database/sql";
import { personSchema, sumOf, type Counts } from "@/lib/inputs/person";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { campaignsToTheirLists, countCampaigns } from "./campaigns";
import { countDevices } from "./devices";
import { listsOf } from "./lists";
import { openMessages, toPerson } from "./messages";
import { personOf, type Person } from "./person";
import { countTemplates } from "./templates";

/** What still goes to a person: their data is removed from it once that is done. */
export interface PendingWork {
  /** Messages that are being sent. */
  messages: number;
  /**
   * Campaigns that are scheduled or being sent and name them, and those that are being sent to a
   * list with them, or were approved or confirmed for exactly its recipients.
   */
  campaigns: number;
}

/** What a removal would change, and what it would wait for. */
export interface PersonFound {
  counts: Counts;
  waiting: PendingWork;
  /** Deliveries and messages are counted up to here. */
  mostCounted: number;
}

const mostCounted = 10_000;

/** Counts the stored data of a person of a service. */
export const lookForPerson = view({
  action: "person.erase",
  input: personSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { userid }): Promise<PersonFound> => {
    const person = await personOf(sql, serviceId, userid);
    const [{ recipients }, campaigns, templates, owned] = [
      await listsOf(sql, person),
      await countCampaigns(sql, person),
      await countTemplates(sql, person),
      await countDevices(sql, person),
    ];
    const [stored] = await sql.query<{ users: number }>(
      "SELECT count(*)::int AS users FROM service_user WHERE service_id = $1 AND userid = $2",
      [serviceId, userid],
    );
    const [sent] = await sql.query<{ deliveries: number; messages: number; updates: number }>(
      `SELECT count(*)::int AS deliveries, count(DISTINCT x.message_id)::int AS messages, coalesce(sum(x.updates), 0)::int AS updates FROM (
       SELECT d.message_id, (SELECT count(*) FROM "update" u WHERE u.message_id = d.message_id AND u.delivery_id = d.id) AS updates
       FROM delivery d WHERE ${toPerson} LIMIT ${mostCounted}
     ) x`,
      [serviceId, userid, [...person.tokens]],
    );
    return {
      counts: sumOf(
        { recipients, campaigns: campaigns.idle, templates, ...stored, ...owned, ...sent },
        {},
      ),
      waiting: await waitingFor(sql, person),
      mostCounted,
    };
  },
});

/** What a person's removal waits for. */
export async function waitingFor(sql: Sql, person: Person): Promise<PendingWork> {
  const { lists } = await listsOf(sql, person);
  const { underWay } = await countCampaigns(sql, person);
  return {
    messages: await openMessages(sql, person),
    campaigns: underWay + (await campaignsToTheirLists(sql, person, lists)),
  };
}
