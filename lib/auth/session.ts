import { getServerSession } from "next-auth";
import { redirect } from "next/navigation";
import { cache } from "react";
import { assertRole, type Member, type Role } from "./member";
import { authOptions } from "./next-auth";
import { memberOfSession } from "./sign-in";

interface SessionShape {
  memberId?: string;
  epoch?: number;
}

/** The member who is signed in, read from the database once a request; null when nobody is. */
export const currentMember = cache(async (): Promise<Member | null> => {
  const session = (await getServerSession(authOptions())) as SessionShape | null;
  if (!session?.memberId) return null;
  return (await memberOfSession(session.memberId, session.epoch ?? 0)) ?? null;
});

/** The member who is signed in. Sends everybody else to the sign-in page. */
export async function requireMember(): Promise<Member> {
  const member = await currentMember();
  if (!member) redirect("/sign-in");
  return member;
}

/** The member who is signed in, with at least this role. Throws `ForbiddenError` when the role is too low. First line of each server action. */
export async function requireRole(role: Role): Promise<Member> {
  const member = await requireMember();
  assertRole(member, role);
  return member;
}
