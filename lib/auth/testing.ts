import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { Membership } from "@/lib/policy/can";
import type { Member } from "./member";

/**
 * Ages the budgets of all tries so far: the next one in each passes and sets the longest pause
 * instead of one of two seconds, which a slow machine would take to make the try after it. For
 * tests.
 *
 * @param count tries that each budget has counted; a budget with more free ones sets no pause
 */
export async function ageTries(sql: Sql, count = 1_000): Promise<void> {
  await sql.query("UPDATE sign_in_failure SET count = $1, until = now() - interval '1 second'", [
    count,
  ]);
}

/** An owner of the installation, for tests; no row of the database unless the test makes one. */
export function testOwner(id: string = newId()): Member {
  return {
    kind: "member",
    id,
    email: "owner@example.com",
    name: "Owner",
    installationOwner: true,
    services: {},
  };
}

/**
 * Returns a member with a role in each of these services and in no other, for tests. Marketers may
 * send unless `maySend` is false.
 */
export function testMember(
  services: Readonly<Record<string, Pick<Membership, "role"> & Partial<Membership>>>,
  id: string = newId(),
): Member {
  const filled = Object.entries(services).map(
    ([serviceId, rights]) => [serviceId, { maySend: true, mayApprove: false, ...rights }] as const,
  );
  return {
    kind: "member",
    id,
    email: "member@example.com",
    name: "Member",
    installationOwner: false,
    services: Object.fromEntries(filled),
  };
}
