import { randomInt, timingSafeEqual } from "node:crypto";
import { hashServiceKey } from "@/lib/auth/service-key";
import { database, type Sql } from "@/lib/database/sql";

const setting = "setup_code_hash";
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 12;

/** Whether there is no member yet. */
export async function setupNeeded(): Promise<boolean> {
  // By hand: each start asks, and Prisma's first query takes a third of a second or more.
  return (await database().query("SELECT 1 FROM member LIMIT 1")).length === 0;
}

/**
 * Creates the one-time code that guards `/setup` and returns it, to be printed on the terminal and
 * nowhere else; undefined when there is a member already. The code of an earlier start no longer
 * works.
 */
export async function issueSetupCode(): Promise<string | undefined> {
  if (!(await setupNeeded())) return undefined;
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  await database().query(
    "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [setting, Buffer.from(hashServiceKey(code)).toString("base64")],
  );
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Whether this is the code that was printed, however it is spaced. */
export async function isSetupCode(code: string): Promise<boolean> {
  const row = await database().prisma.setting.findUnique({
    where: { name: setting },
    select: { value: true },
  });
  const expectedHash = Buffer.from(row?.value ?? "", "base64");
  const got = Buffer.from(hashServiceKey(code.toUpperCase().replace(/[^A-Z0-9]/g, "")));
  return expectedHash.length === got.length && timingSafeEqual(expectedHash, got);
}

/** Takes the code away: it was for once. */
export async function forgetSetupCode(tx: Sql): Promise<void> {
  await tx.query("DELETE FROM setting WHERE name = $1", [setting]);
}
