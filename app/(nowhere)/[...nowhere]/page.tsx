import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireMember } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Page not found" };

/** Any address that has no page: a member who is signed in reads so inside the console. */
export default async function Nowhere(): Promise<never> {
  await requireMember();
  return notFound();
}
