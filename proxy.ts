import { NextResponse, type NextRequest } from "next/server";
import { pathHeader } from "@/lib/auth/client-header";
import { config as configuration } from "@/lib/config/config";
import { buildId, buildIdHeader } from "@/lib/inputs/build-id";

/** Pages whose address is what opens them. */
const secretPages = ["/preview/", "/invitation/", "/reset/"];
/**
 * Pages whose address goes nowhere, not even to the console itself: the one to sign in at may name
 * a secret one to go on to. Their forms still say which console they are of: with `no-referrer` a
 * browser that runs no script yet would send one with the Origin `null`, which is refused.
 */
const unreferred = ["/invitation/", "/reset/", "/sign-in"];

/**
 * Headers of every page: a content policy with a fresh nonce, and the usual refusals. It decides
 * nothing about who may see what: pages and actions ask for the member themselves.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64");
  const policy = contentPolicy(nonce);
  const inward = new Headers(request.headers);
  inward.set("x-nonce", nonce);
  inward.set("content-security-policy", policy);
  inward.set(pathHeader, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers: inward } });
  response.headers.set("content-security-policy", policy);
  response.headers.set(buildIdHeader, buildId);
  response.headers.set("x-frame-options", "DENY");
  const { pathname } = request.nextUrl;
  response.headers.set("referrer-policy", referrerPolicy(pathname));
  if (secretPages.some((path) => pathname.startsWith(path))) {
    response.headers.set("x-robots-tag", "noindex, nofollow");
    response.headers.set("cache-control", "private, no-store");
  }
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set(
    "permissions-policy",
    "camera=(), microphone=(), geolocation=(), payment=()",
  );
  if (configuration().ORIGIN.startsWith("https:"))
    response.headers.set("strict-transport-security", "max-age=31536000");
  return response;
}

function referrerPolicy(pathname: string): string {
  if (pathname.startsWith("/preview/")) return "no-referrer";
  return unreferred.some((path) => pathname.startsWith(path)) ? "strict-origin" : "same-origin";
}

/**
 * Scripts run by nonce alone. Inline styles are allowed because menus and notices set them at run
 * time. Pictures may come from any https address, so that a preview shows the one the message
 * names; no referrer leaves with the request.
 */
function contentPolicy(nonce: string): string {
  // oxlint-disable-next-line node/no-process-env -- replaced by a constant at build: React's development build needs eval
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "frame-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = { matcher: ["/((?!_next/static|_next/image|resources/|live/).*)"] };
