import { networkOf } from "@/lib/config/address-list";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { knows, type KnownDevice } from "./device-cookie";
import { enforcedFor } from "./enforced";
import { authenticationOptions, relyingParty, takePasskey } from "./passkey";
import { factorsOf, takeCode, type Factors } from "./second-factor";
import { beginSession, type SessionOrigin } from "./sessions";
import { settled, type Credentials, type SignInResult } from "./sign-in";
import {
  closeStep,
  noteChallenge,
  openStep,
  openStepOf,
  stepCookie,
  takeChallenge,
  type Step,
} from "./sign-in-steps";
import { countTry, type Budget, type Try } from "./throttle";
import { isTotpCode } from "./totp";

/** What is given in a step of signing in, and from where. */
export interface StepTaken extends Pick<Credentials, "client" | "userAgent" | "device"> {
  /** Names the sign-in that is under way. */
  cookieHeader: string | null;
  /** A code of an app, a recovery code, or what a passkey signed, as the browser sends it. */
  proof: { code?: string | undefined; passkey?: string | undefined };
}

/** Ends the transaction, so that what was refused uses nothing up. */
class RefusedStep extends Error {
  readonly reason: "code" | "passkey" | "expired";
  constructor(reason: RefusedStep["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Goes on with the sign-in that a browser's cookie names, and begins the session: after the
 * password, by a code or a passkey of that very member; without one, by a passkey that verified its
 * user. Attempts with codes are counted before they are checked: from an unknown device by member
 * and network, and for the short codes of apps by member alone; from a remembered device by that
 * device. Members whose address has to use single sign-on are refused. Attempts from unknown
 * devices never lock out the member, who has the device, a passkey or a recovery code. Never
 * rejects.
 */
export async function takeStep({
  cookieHeader,
  proof,
  device,
  ...from
}: StepTaken): Promise<SignInResult> {
  return settled(async () => {
    const step = await openStepOf(cookieHeader);
    if (!step) return { ok: false, reason: "expired" };
    try {
      if (proof.passkey !== undefined) return await byPasskey(step, proof.passkey, from);
      if (!step.member) return { ok: false, reason: "expired" };
      return proof.code === undefined
        ? { ok: false, reason: "code" }
        : await byCode(step, step.member, proof.code, device, from);
    } catch (error) {
      if (error instanceof RefusedStep) return { ok: false, reason: error.reason };
      throw error;
    }
  });
}

type From = Pick<StepTaken, "client" | "userAgent">;
type StepMember = NonNullable<Step["member"]>;

async function byCode(
  step: Step,
  member: StepMember,
  code: string,
  device: KnownDevice | undefined,
  from: From,
): Promise<SignInResult> {
  const counted = await count(member, code, device, networkOf(from.client));
  if (!counted.ok) return { ok: false, reason: "paused", seconds: counted.seconds };
  await repeatedTransaction(async (tx) => {
    if (!(await closeStep(tx, step))) throw new RefusedStep("expired");
    if (!(await takeCode(tx, member.id, code))) throw new RefusedStep("code");
  });
  await counted.right();
  return begin(member, from);
}

async function byPasskey(step: Step, passkey: string, from: From): Promise<SignInResult> {
  const challenge = await takeChallenge(step);
  if (challenge === undefined) return { ok: false, reason: "expired" };
  const member = await repeatedTransaction(async (tx) => {
    if (!(await closeStep(tx, step))) throw new RefusedStep("expired");
    const signer = await takePasskey(tx, passkey, challenge, step.member?.id);
    if (signer === undefined) throw new RefusedStep("passkey");
    return step.member ?? memberNow(tx, signer);
  });
  return begin(member, from);
}

async function memberNow(tx: Sql, id: string): Promise<StepMember> {
  const [member] = await tx.query<StepMember>(
    "SELECT id, session_epoch AS epoch FROM member WHERE id = $1 AND disabled_at IS NULL",
    [id],
  );
  if (!member) throw new RefusedStep("passkey");
  return member;
}

async function begin(
  { id, epoch }: StepMember,
  { client, userAgent }: From,
): Promise<SignInResult> {
  const [member] = await database().query<{ email: string }>(
    "SELECT email FROM member WHERE id = $1",
    [id],
  );
  const provider = member && (await enforcedFor(member.email));
  if (provider) return { ok: false, reason: "signOn", connectionId: provider.id };
  const where: SessionOrigin = { address: client === "unknown" ? undefined : client, userAgent };
  return {
    ok: true,
    session: { memberId: id, sessionId: await beginSession(id, epoch, where) },
    sessionEpoch: epoch,
  };
}

/** A device that has used up its own budget counts as an unknown one. */
async function count(
  { id, epoch }: StepMember,
  code: string,
  device: KnownDevice | undefined,
  network: string,
): Promise<Try> {
  if (device !== undefined && knows(device, id, epoch)) {
    const byDevice = await countTry([
      { name: `code:device:${device.id}:${id}`, free: 10, longestSeconds: 900, cleared: true },
    ]);
    if (byDevice.ok) return byDevice;
  }
  const budgets: Budget[] = [
    { name: `code:${id}:from:${network}`, free: 5, longestSeconds: 900, cleared: true },
  ];
  // Six digits could be guessed from many networks; a recovery code cannot.
  if (isTotpCode(code)) budgets.push({ name: `code:${id}`, free: 10, longestSeconds: 900 });
  return countTry(budgets);
}

/**
 * The second factors of the user who gave the right password in the sign-in that a browser's cookie
 * names; undefined where none waits for a second step.
 */
export async function waitingFactors(cookieHeader: string | null): Promise<Factors | undefined> {
  const step = await openStepOf(cookieHeader);
  return step?.member && factorsOf(database(), step.member.id);
}

/** Ends the sign-in that a browser's cookie names. */
export async function leaveStep(cookieHeader: string | null): Promise<void> {
  const step = await openStepOf(cookieHeader);
  if (step) await closeStep(database(), step);
}

/**
 * What a browser's passkey is asked to sign: for the sign-in that its cookie names, or for one that
 * begins with it, which `token` is the cookie of. Undefined where this console can have no
 * passkeys.
 *
 * @param client the client's address
 */
export async function askForPasskey(cookieHeader: string | null, client: string) {
  const party = relyingParty();
  if (!party) return undefined;
  let step = await openStepOf(cookieHeader);
  let token: string | undefined;
  if (!step) {
    token = await openStep(networkOf(client));
    step = await openStepOf(stepCookie(token));
  }
  if (!step) return undefined;
  const options = await authenticationOptions(database(), step.member?.id, party);
  await noteChallenge(step, options.challenge);
  return { options, token };
}
