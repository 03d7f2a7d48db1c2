import type { Member } from "@/lib/auth/member";
import { beginSession, memberOfSession, type SessionRef } from "@/lib/auth/sessions";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import type { Role } from "@/lib/policy/roles";
import { inviteMember } from "./invite";

const named = ["root", "owner", "second", "marketer", "banker"] as const;
/** One of {@link peopleOf}. */
export type TestPerson = (typeof named)[number];

/**
 * Two services, and people with an open session each: `root`, an owner of the installation and a
 * viewer of the shop; `owner`, `second`, a viewer, and `marketer` of the shop; `banker`, an owner
 * of the bank. For tests.
 */
export async function peopleOf(database: Database) {
  const [shop, bank] = [newId(), newId()];
  for (const id of [shop, bank])
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
  const places: Record<TestPerson, [string, Role]> = {
    root: [shop, "viewer"],
    owner: [shop, "owner"],
    second: [shop, "viewer"],
    marketer: [shop, "marketer"],
    banker: [bank, "owner"],
  };
  const people = {} as Record<TestPerson, { id: string; session: SessionRef }>;
  for (const name of named) {
    const id = newId();
    await database.query(
      "INSERT INTO member (id, email, name, password_hash, installation_owner) VALUES ($1, $2, $3, '', $4)",
      [id, `${name}@example.com`, name, name === "root"],
    );
    await database.query(
      `INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, $3::"Role")`,
      [id, ...places[name]],
    );
    people[name] = { id, session: { memberId: id, sessionId: await beginSession(id, 0) } };
  }
  /** As the next request of their open session finds them. */
  const now = async (name: TestPerson): Promise<{ actor: Member }> => {
    const actor = await memberOfSession(people[name].session, true);
    if (!actor) throw new Error(`${name} is signed out`);
    return { actor };
  };
  /** Invites a person into the shop, as its owner. */
  const invite = async (email: string, role: Role = "marketer") => {
    const { url, id } = await inviteMember(await now("owner"), {
      serviceId: shop,
      email,
      role,
      maySend: false,
      mayApprove: true,
    });
    return { id, token: url.split("/").at(-1) ?? "" };
  };
  let networks = 0;
  /** An address without earlier attempts. */
  const network = () => `198.51.100.${(networks += 1)}`;
  return { shop, bank, people, now, invite, network };
}
