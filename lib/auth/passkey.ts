import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { config } from "@/lib/config/config";
import { database, type Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";

/** How long a browser may take to answer a challenge, in milliseconds. */
export const challengeMs = 5 * 60_000;

/** The site that passkeys are created for (WebAuthn Level 3, "Relying Party"). */
interface RelyingParty {
  rpID: string;
  origin: string;
}

/**
 * This console, as passkeys know it: the host of ORIGIN. Undefined where browsers make none, at a
 * bare address and without TLS.
 */
export function relyingParty(): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(config().ORIGIN);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (!isLocal && (protocol !== "https:" || /^[\d.]+$|^\[/.test(hostname))) return undefined;
  return { rpID: hostname, origin };
}

/** Whether a passkey may sign anybody in here. */
export async function passkeysUsed(): Promise<boolean> {
  return (
    relyingParty() !== undefined &&
    (await database().query("SELECT 1 FROM passkey LIMIT 1")).length > 0
  );
}

/** A passkey as the database keeps it. */
export interface NewPasskey {
  credentialId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** Passkeys of a member, as options name them. */
async function passkeyDescriptors(sql: Sql, memberId: string) {
  const rows = await sql.query<{ credentialId: Uint8Array; transports: string[] }>(
    `SELECT credential_id AS "credentialId", coalesce(transports, '{}') AS transports FROM passkey WHERE member_id = $1 ORDER BY id`,
    [memberId],
  );
  return rows.map(({ credentialId, transports }) => ({ id: base64url(credentialId), transports }));
}

/**
 * What a member's browser is asked to make a passkey with: one that signs in by itself where it
 * can, and none that the member has already.
 */
export async function registrationOptions(
  sql: Sql,
  member: { id: string; email: string; name: string },
  { rpID }: RelyingParty,
) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: "Clarion",
    rpID,
    // The 16 bytes of an id, which reveal nothing about the member (WebAuthn Level 3, section
    // 14.6.1).
    userID: Uint8Array.from(Buffer.from(member.id.replaceAll("-", ""), "hex")),
    userName: member.email,
    userDisplayName: member.name,
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: await passkeyDescriptors(sql, member.id),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Returns the passkey that a browser created for a challenge; undefined for any other answer. */
export async function readRegistration(
  answer: string,
  challenge: string,
): Promise<NewPasskey | undefined> {
  const party = relyingParty();
  const response = parsed<RegistrationResponseJSON>(answer);
  if (!party || !response) return undefined;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpID,
      requireUserVerification: false,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: Uint8Array.from(Buffer.from(id, "base64url")),
      publicKey: Uint8Array.from(publicKey),
      counter,
      transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 10),
    };
  } catch (error) {
    log().info({ err: error }, "a passkey was not made as asked");
    return undefined;
  }
}

/**
 * What a browser is asked to sign.
 *
 * @param memberId whose passkeys may sign it; undefined where any may, that verifies its user
 */
export async function authenticationOptions(
  sql: Sql,
  memberId: string | undefined,
  { rpID }: RelyingParty,
) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID,
    timeout: challengeMs,
    userVerification: memberId === undefined ? "required" : "preferred",
    ...(memberId !== undefined && { allowCredentials: await passkeyDescriptors(sql, memberId) }),
  });
}

interface Signer {
  id: string;
  memberId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  counter: string;
  transports: string[];
}

/**
 * Whose passkey signed a challenge: the member's id; undefined where what the browser answered is
 * no such signature. A signature whose counter did not grow is refused (WebAuthn Level 3, section
 * 6.1.1: the authenticator may have been cloned).
 *
 * @param memberId who must have signed; undefined for anybody, verified by the passkey itself
 */
export async function takePasskey(
  tx: Sql,
  answer: string,
  challenge: string,
  memberId: string | undefined,
): Promise<string | undefined> {
  const party = relyingParty();
  const response = parsed<AuthenticationResponseJSON>(answer);
  if (!party || typeof response?.id !== "string") return undefined;
  const [signer] = await tx.query<Signer>(
    `SELECT id, member_id AS "memberId", credential_id AS "credentialId", public_key AS "publicKey", counter::text AS counter, coalesce(transports, '{}') AS transports
     FROM passkey WHERE credential_id = $1 AND ($2::uuid IS NULL OR member_id = $2::uuid) FOR UPDATE`,
    [Uint8Array.from(Buffer.from(response.id, "base64url")), memberId ?? null],
  );
  if (!signer) return undefined;
  const counter = await signedCounter(signer, response, {
    challenge,
    verified: memberId === undefined,
    party,
  });
  if (counter === undefined) return undefined;
  await tx.query("UPDATE passkey SET counter = $2, used_at = now() WHERE id = $1", [
    signer.id,
    counter,
  ]);
  return signer.memberId;
}

/**
 * The counter that came with a signature, which has grown where there is one; undefined where it is
 * not this passkey's signature of that challenge.
 */
async function signedCounter(
  signer: Signer,
  response: AuthenticationResponseJSON,
  {
    challenge,
    verified: userVerified,
    party,
  }: { challenge: string; verified: boolean; party: RelyingParty },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpID,
      requireUserVerification: userVerified,
      credential: {
        id: base64url(signer.credentialId),
        publicKey: Uint8Array.from(signer.publicKey),
        counter: Number(signer.counter),
        transports: signer.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    log().warn({ err: error, passkey: signer.id }, "a passkey was not taken");
    return undefined;
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** What a browser sent. It may be anything: the library looks at each member, and throws. */
function parsed<T>(answer: string): T | undefined {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
