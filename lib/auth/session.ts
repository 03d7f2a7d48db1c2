import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { safePath } from "@/lib/inputs/own-page";
import { paths } from "@/lib/inputs/paths";
import { pathHeader } from "./client-header";
import { memberOfCookie } from "./cookie-session";
import type { Member } from "./member";

/**
 * The member who is signed in, read from the database once a request; undefined without a session.
 */
export const currentMember = cache(async (): Promise<Member | undefined> =>
  memberOfCookie((await headers()).get("cookie"), true),
);

/**
 * The member who is signed in: first line of each page. Sends everybody else to the sign-in page,
 * which leads back to where they were.
 */
export async function requireMember(): Promise<Member> {
  const member = await currentMember();
  if (member) return member;
  return redirect(paths.signIn({ next: safePath((await headers()).get(pathHeader) ?? undefined) }));
}
