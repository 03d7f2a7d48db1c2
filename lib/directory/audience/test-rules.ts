import { ForbiddenError } from "@/lib/auth/member";
import type { Sql } from "@/lib/database/sql";
import type { ApprovalRules } from "@/lib/policy/approval";
import type { Actor } from "@/lib/policy/can";
import { mayChangeTestGroups } from "@/lib/policy/tests";
import { NotFoundError } from "@/lib/verb/errors";

/** When sends of a service need approval. Throws `NotFoundError` when there is no such service. */
export async function approvalRules(sql: Sql, serviceId: string): Promise<ApprovalRules> {
  const [rules] = await sql.query<{ above: number | null; scheduled: boolean }>(
    "SELECT approval_above AS above, approval_scheduled AS scheduled FROM service WHERE id = $1",
    [serviceId],
  );
  if (!rules) throw new NotFoundError("This service");
  return rules;
}

/** Throws `ForbiddenError` unless the actor may make and change the test groups of a service. */
export async function assertMayChangeTestGroups(
  sql: Sql,
  actor: Actor,
  serviceId: string,
): Promise<void> {
  const verdict = mayChangeTestGroups(actor, serviceId, await approvalRules(sql, serviceId));
  if (!verdict.ok) throw new ForbiddenError(verdict.reason);
}
