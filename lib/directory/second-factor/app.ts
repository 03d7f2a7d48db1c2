import { renderSVG } from "uqr";
import { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { seal, unseal, UnsealError } from "@/lib/auth/seal";
import { authenticatorSetupPlace } from "@/lib/auth/sealed-places";
import { keepAuthenticator } from "@/lib/auth/second-factor";
import { newTotpSecret, totpAddress, totpStep } from "@/lib/auth/totp";
import { database } from "@/lib/database/sql";
import { confirmAppSchema, currentPasswordSchema, proofSchema } from "@/lib/inputs/second-factor";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { provePassword } from "../member/change-self";
import { dropIdleCodes, endElsewhere, firstRecoveryCodes } from "./changed";
import { provenTwice } from "./prove";

const setupMs = 15 * 60_000;
/**
 * What a browser keeps, sealed, of an app that is being set up: of no use once the member’s
 * sessions ended, as they do when it is done.
 */
const setupSchema = z.strictObject({ secret: z.string(), until: z.number(), epoch: z.number() });

/** What is shown to set an app up; it is shown once. */
export interface AppSetup {
  /** Base32, in groups of four. */
  secret: string;
  /** A picture of the same, as a `data:` address. */
  qr: string;
  /** For `confirmApp`. */
  setup: string;
}

/**
 * Begins to set an authenticator app up, with the password of the session. Nothing counts, nor is
 * stored here, until a code has confirmed it.
 */
export const beginOwnApp = verbInSteps({
  action: "ownApp.begin",
  input: currentPasswordSchema,
  service: noService,
  run: async ({ actor }, { current }): Promise<{ unchanged: AppSetup }> => {
    const id = await provePassword(actor, current);
    const select = {
      email: true,
      sessionEpoch: true,
      authenticatorApp: { select: { createdAt: true } },
    } as const;
    const member = await database().prisma.member.findUnique({ where: { id }, select });
    if (!member || member.authenticatorApp)
      return rejectInput("You already have an authenticator app. Remove it first.");
    const secret = newTotpSecret();
    const setupText = JSON.stringify({
      secret,
      until: Date.now() + setupMs,
      epoch: member.sessionEpoch,
    });
    const picture = Buffer.from(
      renderSVG(totpAddress(secret, member.email), { border: 2 }),
    ).toString("base64");
    return {
      unchanged: {
        secret: secret.replace(/(.{4})(?=.)/g, "$1 "),
        qr: `data:image/svg+xml;base64,${picture}`,
        setup: Buffer.from(seal(setupText, authenticatorSetupPlace(id))).toString("base64"),
      },
    };
  },
});

/**
 * Turns an authenticator app on by its first code. Returns ten recovery codes, which are shown
 * once; null where the member was given some before. Every other session ends. Throws
 * `RefusedError`, at `code`.
 */
export const confirmOwnApp = verb({
  action: "ownApp.confirm",
  input: confirmAppSchema,
  service: noService,
  run: async ({ tx, actor }, { setup, code }) => {
    const id = memberIdOf(actor) ?? rejectInput("Only a person has an account.");
    const [member] = await tx.query<{ epoch: number }>(
      "SELECT session_epoch AS epoch FROM member WHERE id = $1 FOR UPDATE",
      [id],
    );
    const begun = openSetup(setup, id);
    if (!begun || begun.until < Date.now() || begun.epoch !== member?.epoch)
      return rejectInput(
        "The setup expired, or your sign-in changed in the meantime. Close it and start again.",
      );
    const step = totpStep(begun.secret, code);
    if (step === undefined)
      return rejectInput(
        "Wrong code. Use the code your app shows now, and check your phone’s clock.",
        "/code",
      );
    await keepAuthenticator(tx, id, begun.secret, step);
    const codes = await firstRecoveryCodes(tx, id);
    await endElsewhere(tx, actor, id);
    return { row: { codes }, entity: id, event: {} };
  },
});

/**
 * Turns the authenticator app of the signed-in member off, with the password and a code. With the
 * last second factor the recovery codes go. Every other session ends.
 */
export const removeOwnApp = verbInSteps({
  action: "ownApp.remove",
  input: proofSchema,
  service: noService,
  run: async ({ actor, audit }, proof) =>
    provenTwice(actor, proof, async (tx, id) => {
      const { count } = await tx.prisma.authenticatorApp.deleteMany({ where: { memberId: id } });
      if (count === 0) return rejectInput("You have no authenticator app.");
      await dropIdleCodes(tx, id);
      await endElsewhere(tx, actor, id);
      await audit(tx, id, {});
      return { row: null };
    }),
});

function openSetup(setup: string, memberId: string): z.output<typeof setupSchema> | undefined {
  try {
    return setupSchema.parse(
      JSON.parse(unseal(Buffer.from(setup, "base64"), authenticatorSetupPlace(memberId))),
    );
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
