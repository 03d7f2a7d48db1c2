import { notFound } from "next/navigation";
import { requireMember } from "@/lib/auth/session";

/** Any address that has no page: signed-in members see this inside the console. */
export default async function Nowhere(): Promise<never> {
  await requireMember();
  return notFound();
}
