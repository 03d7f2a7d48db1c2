import type { AuthOptions } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { credentialsSchema } from "@/lib/inputs/member";
import { safePath } from "@/lib/inputs/own-page";
import { paths } from "@/lib/inputs/paths";
import { stepSchema } from "@/lib/inputs/second-factor";
import { log } from "@/lib/log/log";
import { clientOf } from "./client-header";
import { cookieName, cookieOptions, setCookieHeader } from "./cookies";
import { deviceOf, rememberDevice, type KnownDevice } from "./device-cookie";
import { ownKey } from "./seal";
import { takeStep } from "./second-step";
import type { SessionRef } from "./sessions";
import { refusalCode, signIn, type SignInResult } from "./sign-in";
import { endedStepCookie, stepCookie } from "./sign-in-steps";

/** The cookie may live as long as any session; when the session ends is up to its row. */
const cookieSeconds = 7 * 86_400;

/** Signs sessions: derived from APP_SECRET, so that a session key is never the sealing key. */
export function sessionSecret(): string {
  return ownKey("session").toString("base64url");
}

/**
 * Returns how next-auth signs members in: e-mail address and password, then a second step for those
 * who have one, or a passkey alone; a session whose id is in an encrypted cookie and whose end is
 * in the database. A refused sign-in throws a `refusalCode` as its message, which next-auth hands
 * to the page as `error`; nothing else gets there.
 *
 * @param headers of the request
 * @param setCookie gets the `Set-Cookie` header that remembers the device after a sign-in
 */
export function authOptions(headers: Headers, setCookie: (header: string) => void): AuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: cookieSeconds },
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    cookies: { sessionToken: { name: cookieName("session"), options: cookieOptions() } },
    logger: {
      // Anybody may send a cookie that is not ours, as often as they like.
      error: (code, metadata) =>
        code === "SIGNOUT_ERROR"
          ? undefined
          : log().error({ code, err: metadata }, "next-auth failed"),
      warn: (code) => log().warn({ code }, "next-auth warns"),
      debug: () => undefined,
    },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: async (credentials) => {
          const parsed = credentialsSchema.safeParse(credentials);
          if (!parsed.success) throw new Error(refusalCode({ ok: false, reason: "wrong" }));
          const device = await deviceOf(headers.get("cookie"));
          const result = await signIn({
            ...parsed.data,
            client: clientOf(headers),
            userAgent: headers.get("user-agent") ?? undefined,
            device,
          });
          if (!result.ok && result.reason === "second") setCookie(stepCookie(result.token));
          return begun(result, device, setCookie);
        },
      }),
      CredentialsProvider({
        id: "second-step",
        credentials: { code: {}, passkey: {} },
        authorize: async (credentials) => {
          const device = await deviceOf(headers.get("cookie"));
          const result = await takeStep({
            cookieHeader: headers.get("cookie"),
            proof: stepSchema.safeParse(credentials).data ?? {},
            client: clientOf(headers),
            userAgent: headers.get("user-agent") ?? undefined,
            device,
          });
          if (result.ok) setCookie(endedStepCookie());
          return begun(result, device, setCookie);
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) =>
        user ? { sub: user.id, sid: (user as { sessionId?: string }).sessionId ?? "" } : token,
      redirect: ({ url, baseUrl }) => baseUrl + ownPath(url, baseUrl),
    },
  };
}

/**
 * The session that a step of signing in began, as next-auth keeps it; throws the code of the
 * refusal where it began none.
 */
async function begun(
  result: SignInResult,
  device: KnownDevice | undefined,
  setCookie: (header: string) => void,
) {
  if (!result.ok) throw new Error(refusalCode(result));
  setCookie(await rememberDevice(device, result.session.memberId, result.sessionEpoch));
  return { id: result.session.memberId, sessionId: result.session.sessionId };
}

/**
 * What a form or a program asked to go on to, as a path of the console. Anything may be asked for.
 */
function ownPath(target: unknown, home: string): string {
  if (typeof target !== "string") return "/";
  return safePath(target.startsWith(`${home}/`) ? target.slice(home.length) : target);
}

/**
 * The `Set-Cookie` header of a session that began without next-auth's form, by single sign-on: the
 * same cookie with the same token, so that everything that reads, lists and ends sessions knows one
 * kind of them.
 */
export async function sessionCookie({ memberId, sessionId }: SessionRef): Promise<string> {
  const token = await encode({
    token: { sub: memberId, sid: sessionId },
    secret: sessionSecret(),
    maxAge: cookieSeconds,
  });
  return setCookieHeader("session", token, cookieSeconds);
}
