import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { refuseCallbackUrl } from "@/lib/auth/callback-url";
import { authOptions } from "@/lib/auth/next-auth";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

const answer = async (request: NextRequest, context: Context): Promise<Response> =>
  refuseCallbackUrl(request) ?? ((await NextAuth(request, context, authOptions())) as Response);

/** Credentials come by POST alone; next-auth would call another method a fault of the server. */
const read = async (request: NextRequest, context: Context): Promise<Response> =>
  (await context.params).nextauth[0] === "callback"
    ? new Response(null, { status: 405, headers: { allow: "POST" } })
    : answer(request, context);

export { read as GET, answer as POST };
