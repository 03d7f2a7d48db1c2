import { hkdfSync } from "node:crypto";
import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { config } from "@/lib/config/config";
import { credentialsSchema } from "@/lib/inputs/member";
import { once } from "@/lib/runtime/once";
import { ownAddress } from "./callback-url";
import { signIn } from "./sign-in";

const sessionSeconds = 12 * 60 * 60;

/** Signs sessions: derived from APP_SECRET, so that a session key is never the sealing key. */
export function sessionSecret(): string {
  return once("session-secret", () =>
    Buffer.from(hkdfSync("sha256", config().APP_SECRET, "", "clarion session 1", 32)).toString("base64url"),
  );
}

/** Name of the session cookie: with the prefix that binds it to the host where the console is served over TLS. */
export function sessionCookieName(): string {
  return config().ORIGIN.startsWith("https:") ? "__Host-clarion.session" : "clarion.session";
}

/**
 * How next-auth signs people in: e-mail address and password, a session of 12 hours in a signed cookie.
 * A refused sign-in throws `wrong`, `paused:<seconds>` as its message, which next-auth hands to the page as `error`.
 */
export function authOptions(): AuthOptions {
  const secure = config().ORIGIN.startsWith("https:");
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: sessionSeconds },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: { sessionToken: { name: sessionCookieName(), options: { httpOnly: true, sameSite: "lax", path: "/", secure } } },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: async (credentials, request) => {
          const given = credentialsSchema.safeParse(credentials);
          if (!given.success) throw new Error("wrong");
          const result = await signIn(given.data.email, given.data.password, clientAddress(request.headers));
          if (!result.ok) throw new Error(result.reason === "paused" ? `paused:${result.seconds}` : "wrong");
          return { id: result.member.id, email: result.member.email, name: result.member.name, sessionEpoch: result.sessionEpoch };
        },
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
      jwt: ({ token, user }) => (user ? { sub: user.id, epoch: (user as { sessionEpoch?: number }).sessionEpoch ?? 0 } : token),
      session: ({ session, token }) => ({ ...session, memberId: token.sub ?? "", epoch: Number(token["epoch"] ?? 0) }),
    },
  };
}

/** Set by the HTTP server from the socket, never taken from the client. */
export const clientAddressHeader = "x-clarion-client";

function clientAddress(headers: unknown): string {
  return String((headers as Record<string, string> | undefined)?.[clientAddressHeader] ?? "unknown");
}
