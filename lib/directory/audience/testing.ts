import { testMember, testOwner } from "@/lib/auth/testing";
import type { Sql } from "@/lib/database/sql";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { listEdits } from "./editing";
import { addRecipients, beginAudience, createAudience } from "./fill";
import { openAudience } from "./list";

/** Returns a user of a list, with values. For tests. */
export const user = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});

/** Creates the service "Shop" with the app `shop`, and two marketers of it. For tests. */
export async function testShop(sql: Sql) {
  const owner = { actor: testOwner() };
  const { id: serviceId } = await createService(owner, { name: "Shop" });
  await createApp(owner, { serviceId, appid: "shop", name: "Shop" });
  const marketer = () => ({ actor: testMember({ [serviceId]: { role: "marketer" } }) });
  const otto = marketer();
  await sql.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'otto@a.example', 'Otto', '')",
    [otto.actor.id],
  );
  return { serviceId, maya: marketer(), otto };
}

/** What {@link testShop} returns. */
export type TestShop = Awaited<ReturnType<typeof testShop>>;

/** Fills a list, or a test group, and returns its id. For tests. */
export async function fillList(
  { maya }: TestShop,
  name: string,
  recipients: ReturnType<typeof user>[],
  test = false,
): Promise<string> {
  const id = await beginAudience(maya, { appid: "shop", name, test });
  await addRecipients(maya, { id, recipients });
  await createAudience(maya, { id });
  return id;
}

/** Returns a list as its row has it. For tests. */
export async function rowOf(sql: Sql, id: string): Promise<object | undefined> {
  const [row] = await sql.query<object>(
    "SELECT name, test, recipients, summary, ready_at IS NOT NULL AS ready, removed_at IS NOT NULL AS removed FROM audience WHERE id = $1",
    [id],
  );
  return row;
}

/** Returns the recipients of a list in their order. For tests. */
export const recipientsOf = (sql: Sql, id: string) =>
  sql.query<object>(
    "SELECT destination AS id, parameters FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
    [id],
  );

/** Returns the recipients of a list in their order, with their positions. For tests. */
export const positionsOf = (sql: Sql, id: string) =>
  sql.query<object>(
    "SELECT destination AS id, parameters, position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
    [id],
  );

/** Returns the events of a list: its action, its actor and its snapshot each. For tests. */
export async function eventsAbout(sql: Sql, { serviceId }: TestShop, id: string) {
  return (await eventsOf(sql, serviceId))
    .filter(({ entityId }) => entityId === id)
    .map(({ action, actorId, snapshot }) => [action, actorId, snapshot]);
}

/** Returns the snapshots of the edits of a list. For tests. */
export async function editsOf(sql: Sql, { serviceId }: TestShop, id: string) {
  return (await eventsOf(sql, serviceId)).flatMap(({ action, entityId, snapshot }) =>
    listEdits.some((edit) => edit === action) && entityId === id ? [snapshot] : [],
  );
}

/** Returns what a list counts of its recipients, and its revision. For tests. */
export async function summaryOf({ maya }: TestShop, id: string) {
  const { recipients, kinds, parameters, widest, revision } = await openAudience(maya, { id });
  return { recipients, kinds, parameters, widest: widest.map((one) => one.id), revision };
}
