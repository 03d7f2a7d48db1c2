import { createHmac, randomInt } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import { ownKey } from "./seal";

/** Codes that a member is given at a time. */
const many = 10;
/** Without what is easily mistaken for another. Twelve of them are 60 bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 12;

/**
 * Gives a member ten new recovery codes in the place of all that they had. They are in the answer
 * and nowhere else.
 */
export async function giveRecoveryCodes(tx: Sql, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: many }, newCode);
  await tx.query("DELETE FROM recovery_code WHERE member_id = $1", [memberId]);
  await tx.query(
    "INSERT INTO recovery_code (member_id, hash) SELECT $1, decode(h, 'base64') FROM unnest($2::text[]) h",
    [memberId, codes.map((code) => Buffer.from(hashOf(memberId, code)).toString("base64"))],
  );
  return codes;
}

/**
 * Uses up a recovery code of a member, however it is spaced. Returns whether it was one: of two who
 * try it at once it is one for the first alone.
 */
export async function useRecoveryCode(tx: Sql, memberId: string, code: string): Promise<boolean> {
  const used = await tx.query(
    "DELETE FROM recovery_code WHERE member_id = $1 AND hash = $2 RETURNING 1",
    [memberId, hashOf(memberId, code)],
  );
  return used.length > 0;
}

function newCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

/** Keyed, so that what is in the database alone reveals no code. */
function hashOf(memberId: string, code: string): Uint8Array<ArrayBuffer> {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return Uint8Array.from(
    createHmac("sha256", ownKey("recovery")).update(`${memberId}:${plain}`).digest(),
  );
}
