import { newId } from "@/lib/database/id";
import type { Membership } from "@/lib/policy/can";
import type { Member } from "./member";

/** An owner of the installation, for tests; no row of the database unless the test makes one. */
export function testOwner(id: string = newId()): Member {
  return { kind: "member", id, email: "owner@example.com", name: "Owner", installationOwner: true, services: {} };
}

/** A member with a role in each of these services and in no other, for tests. Marketers may send unless it is said otherwise. */
export function testMember(
  services: Readonly<Record<string, Pick<Membership, "role"> & Partial<Membership>>>,
  id: string = newId(),
): Member {
  const filled = Object.entries(services).map(([serviceId, given]) => [serviceId, { maySend: true, mayApprove: false, ...given }] as const);
  return {
    kind: "member",
    id,
    email: "member@example.com",
    name: "Member",
    installationOwner: false,
    services: Object.fromEntries(filled),
  };
}
