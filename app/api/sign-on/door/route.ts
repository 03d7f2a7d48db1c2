import type { NextRequest } from "next/server";
import { enforcedDomain } from "@/lib/auth/enforced";

const longestAddress = 254;

/**
 * Answers the connection by which addresses of a domain have to sign in, for the form; null where
 * they sign in by password. All addresses of a domain get the same.
 */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const email = (nextUrl.searchParams.get("email") ?? "").trim().toLowerCase();
  const isAddress = email.length <= longestAddress && !/[\p{Cc}\p{Cs}]/u.test(email);
  const door = isAddress ? await enforcedDomain(email) : undefined;
  return Response.json({ id: door?.id ?? null }, { headers: { "cache-control": "no-store" } });
}
