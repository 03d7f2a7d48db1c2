import type { NextRequest } from "next/server";
import { parseAddress } from "@/lib/inputs/own-page";

/**
 * Answers a request whose `callbackUrl` is no address at all, which next-auth would call a fault of
 * the server; undefined for any other. One that a cookie remembers is forgotten with the answer, so
 * that the next try goes well.
 */
export function refuseCallbackUrl({ nextUrl, cookies }: NextRequest): Response | undefined {
  const { origin } = nextUrl;
  const callbackUrl = nextUrl.searchParams.get("callbackUrl");
  const brokenCookies = cookies
    .getAll()
    .filter(
      ({ name, value }) =>
        /^(__Secure-)?next-auth\.callback-url$/.test(name) && !isAddress(value, origin),
    );
  if ((!callbackUrl || isAddress(callbackUrl, origin)) && brokenCookies.length === 0)
    return undefined;
  const headers = new Headers({ "cache-control": "no-store" });
  for (const { name } of brokenCookies)
    headers.append(
      "set-cookie",
      `${name}=; Path=/; Max-Age=0${name.startsWith("__") ? "; Secure" : ""}`,
    );
  return Response.json(
    { message: "callbackUrl is no address. Leave it out, or send one of the console’s own." },
    { status: 400, headers },
  );
}

/** As next-auth reads it: relative to the console only when it begins with a slash. */
function isAddress(text: string, origin: string): boolean {
  const url = parseAddress(text, text.startsWith("/") ? origin : undefined);
  return url !== undefined && /^https?:$/.test(url.protocol);
}
