import { memberIdOf } from "@/lib/auth/member";
import { relyingParty } from "@/lib/auth/passkey";
import { isoTimes } from "@/lib/database/iso-times";
import { nothingSchema } from "@/lib/inputs/row";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A passkey in the list of its member. */
export interface PasskeyRow {
  id: string;
  name: string;
  /** ISO 8601, UTC, as the next one. */
  createdAt: string;
  /** Null where it was never used. */
  usedAt: string | null;
}

/** The second factors of a member, without their secrets. */
export interface OwnFactors {
  /** Since when there is an authenticator app: ISO 8601, UTC. */
  appSince: string | null;
  passkeys: PasskeyRow[];
  /** Recovery codes that were not used. */
  codesLeft: number;
  /** Whether browsers make passkeys for this console. */
  passkeysPossible: boolean;
}

/** Lists the second factors of the signed-in member. */
export const listOwnFactors = view({
  action: "ownApp.begin",
  input: nothingSchema,
  service: noService,
  run: async ({ sql, actor }): Promise<OwnFactors> => {
    const memberId = memberIdOf(actor) ?? rejectInput("Only a person has an account.");
    const app = await sql.prisma.authenticatorApp.findUnique({
      where: { memberId },
      select: { createdAt: true },
    });
    const select = { id: true, name: true, createdAt: true, usedAt: true } as const;
    const passkeys = await sql.prisma.passkey.findMany({
      where: { memberId },
      orderBy: { id: "asc" },
      select,
    });
    return {
      appSince: app?.createdAt.toISOString() ?? null,
      passkeys: passkeys.map(isoTimes),
      codesLeft: await sql.prisma.recoveryCode.count({ where: { memberId } }),
      passkeysPossible: relyingParty() !== undefined,
    };
  },
});
