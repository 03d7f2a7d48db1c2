import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { refuseCallbackUrl } from "@/lib/auth/callback-url";
import { sessionOfCookie } from "@/lib/auth/cookie-session";
import { authOptions } from "@/lib/auth/next-auth";
import { endSession } from "@/lib/auth/sessions";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** What the console needs of next-auth; everything else that it offers is closed. */
const open = new Set(["GET csrf", "POST callback", "POST signout"]);
/** An address, a password of at most 256 characters and a token, written as a form. */
const mostBytes = 16_384;

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const action = `${request.method} ${(await context.params).nextauth[0] ?? ""}`;
  if (!open.has(action))
    return Response.json({ error: "There is nothing at this address." }, { status: 404 });
  if (
    request.method === "POST" &&
    !(Number(request.headers.get("content-length") ?? NaN) <= mostBytes)
  )
    return Response.json(
      { error: `The body can be at most ${mostBytes} bytes. Content-Length is required.` },
      { status: 413 },
    );
  const refused = refuseCallbackUrl(request);
  if (refused) return refused;
  if (action === "POST signout") {
    const session = await sessionOfCookie(request.headers.get("cookie"));
    if (session) await endSession(session);
  }
  const cookies: string[] = [];
  const response = (await NextAuth(
    request,
    context,
    authOptions(request.headers, (cookie) => cookies.push(cookie)),
  )) as Response;
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

export { answer as GET, answer as POST };
