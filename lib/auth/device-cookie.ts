import { randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { cookieValue, setCookieHeader } from "./cookies";
import { ownKey } from "./seal";

const daysKept = 180;
/** Members who share a browser; the one who signed in least lately is forgotten. */
const mostMembers = 5;
const longestCookie = 2_000;

/**
 * A browser in which members have signed in before: it has a budget of tries of its own, so that
 * guesses from elsewhere do not lock them out.
 */
export interface KnownDevice {
  id: string;
  /** Members, the latest last, each with the session epoch of that time. */
  members: [id: string, epoch: number][];
}

const claims = z.object({
  jti: z.uuid(),
  members: z.array(z.tuple([z.uuid(), z.number()])).max(mostMembers),
});

/**
 * The device whose cookie came with a request; undefined without one, or with one that is not ours
 * or too old.
 */
export async function deviceOf(cookieHeader: string | null): Promise<KnownDevice | undefined> {
  const value = cookieValue(cookieHeader, "device");
  if (value === undefined || value.length > longestCookie) return undefined;
  try {
    const { payload } = await jwtVerify(value, ownKey("device"), { algorithms: ["HS256"] });
    const { jti, members } = claims.parse(payload);
    return { id: jti, members };
  } catch {
    return undefined;
  }
}

/** Whether the member signed in from the device, and did not sign out everywhere since. */
export function knows(device: KnownDevice | undefined, memberId: string, epoch: number): boolean {
  return device?.members.some(([id, when]) => id === memberId && when === epoch) === true;
}

/**
 * Returns the `Set-Cookie` header that remembers a device after a member signed in from it (OWASP,
 * "Device cookies").
 */
export async function rememberDevice(
  device: KnownDevice | undefined,
  memberId: string,
  epoch: number,
): Promise<string> {
  const others = (device?.members ?? []).filter(([id]) => id !== memberId).slice(1 - mostMembers);
  const value = await new SignJWT({ members: [...others, [memberId, epoch]] })
    .setProtectedHeader({ alg: "HS256" })
    .setJti(device?.id ?? randomUUID())
    .setExpirationTime(`${daysKept}d`)
    .sign(ownKey("device"));
  return setCookieHeader("device", value, daysKept * 86_400);
}
