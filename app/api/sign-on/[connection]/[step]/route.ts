import type { NextRequest } from "next/server";
import { comeHere, goThere } from "@/lib/sign-on/visit";

interface Context {
  params: Promise<{ connection: string; step: string }>;
}

const steps: Readonly<Record<string, typeof goThere>> = { start: goThere, callback: comeHere };

/** To an OpenID provider (`start`), and back from it (`callback`). */
export async function GET(
  { headers, nextUrl }: NextRequest,
  { params }: Context,
): Promise<Response> {
  const { connection, step } = await params;
  const visit = Object.hasOwn(steps, step) ? steps[step] : undefined;
  if (!visit) return Response.json({ error: "There is nothing at this address." }, { status: 404 });
  const { to, cookies } = await visit({
    connectionId: connection,
    query: nextUrl.searchParams,
    cookie: headers.get("cookie"),
    userAgent: headers.get("user-agent") ?? undefined,
  });
  const answer = new Headers({
    location: to,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) answer.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers: answer });
}
