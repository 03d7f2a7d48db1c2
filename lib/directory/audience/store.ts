import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { wholeAudienceSchema } from "@/lib/inputs/audience";
import type { PlannedRecipient } from "@/lib/plan/requests";
import type { Actor } from "@/lib/policy/can";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb, type VerbOutcome } from "@/lib/verb/verb";
import { closeList, insertRecipients } from "./filling";

interface WholeList {
  name: string;
  test: boolean;
  recipients: readonly PlannedRecipient[];
}

/** Makes a whole list of at most 2,000 recipients in one go, ready to be chosen. Returns its id. */
export const storeAudience = verb({
  action: "audience.store",
  input: wholeAudienceSchema,
  service: serviceNamed,
  run: ({ tx, actor, serviceId }, list) => storeWhole(tx, actor, serviceId, list),
});

/** The step of making a whole list, for the verbs that do so. */
export async function storeWhole(
  tx: Sql,
  actor: Actor,
  serviceId: string,
  { name, test, recipients }: WholeList,
): Promise<VerbOutcome<"audience.create", string>> {
  const id = newId();
  const by = actor.kind === "member" ? actor.id : null;
  await tx.query(
    "INSERT INTO audience (id, service_id, name, test, created_by) VALUES ($1, $2, $3, $4, $5)",
    [id, serviceId, name, test, by],
  );
  await insertRecipients(tx, actor, id, recipients);
  return { row: id, entity: id, event: await closeList(tx, actor, id) };
}
