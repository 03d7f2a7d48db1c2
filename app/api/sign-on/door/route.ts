import type { NextRequest } from "next/server";
import { enforcedFor } from "@/lib/auth/enforced";

const longestAddress = 254;

/** The connection by which an e-mail address has to sign in, for the form; null where it may write a password. It depends on the domain alone. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const email = (nextUrl.searchParams.get("email") ?? "").trim().toLowerCase();
  const isAddress = email.length <= longestAddress && !/[\p{Cc}\p{Cs}]/u.test(email);
  const door = isAddress ? await enforcedFor(email) : undefined;
  return Response.json({ id: door?.id ?? null }, { headers: { "cache-control": "no-store" } });
}
