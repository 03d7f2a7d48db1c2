import { randomInt, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { hashPassword } from "@/lib/auth/password";
import { hashServiceKey } from "@/lib/auth/service-key";
import { countTry } from "@/lib/auth/throttle";
import { networkOf } from "@/lib/config/address-list";
import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { setupSchema, type ownerSchema } from "@/lib/inputs/member";
import { audit } from "../audit";

const codeSetting = "setup_code_hash";
const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 12;

/** What came of making the owner: `path` names the field, `message` what to do. */
export type SetupResult = { ok: true } | { ok: false; problems: { path: string; message: string }[] };

/** Whether nobody has been made yet. */
export async function setupNeeded(): Promise<boolean> {
  // By hand: each start asks, and Prisma's first query takes a quarter of a second.
  return (await database().query("SELECT 1 FROM member LIMIT 1")).length === 0;
}

/**
 * Makes the one-time code that guards `/setup` and returns it, to be printed on the terminal and nowhere else; undefined when there is a
 * member already. A code made before, by an earlier start, no longer works.
 */
export async function issueSetupCode(): Promise<string | undefined> {
  if (!(await setupNeeded())) return undefined;
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
  const value = Buffer.from(hashServiceKey(code)).toString("base64");
  await database().query("INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", [
    codeSetting,
    value,
  ]);
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * Makes the owner, once: needs the code that was printed at start.
 *
 * @param input what came over the line; it may be anything
 * @param client the client's address: whoever tries wrong codes has to pause, nobody else
 */
export async function createOwner(input: unknown, client: string): Promise<SetupResult> {
  const parsed = setupSchema.safeParse(input);
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
  const counted = await countTry([{ name: `setup:from:${networkOf(client)}`, free: 5, longestSeconds: 900, cleared: true }]);
  if (!counted.ok) return refuse("code", `Too many wrong codes. Try again in ${counted.seconds} seconds.`);
  if (!(await codeMatches(parsed.data.code)))
    return refuse("code", "This is not the code that was printed when Clarion started. Look for “Setup code” in the terminal or the log.");
  await counted.right();
  return makeOwner(parsed.data);
}

/** Makes the owner from the configuration (`ADMIN_EMAIL`, `ADMIN_PASSWORD`) on the first start; does nothing when there is a member. */
export async function makeOwner(owner: z.output<typeof ownerSchema>): Promise<SetupResult> {
  const passwordHash = await hashPassword(owner.password);
  return database().transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(7105100, 2)");
    const [members] = await tx.query<{ n: number }>("SELECT count(*)::int AS n FROM member");
    if ((members?.n ?? 0) > 0) return refuse("code", "The owner has been made already. Sign in instead.");
    const id = newId();
    await tx.query(`INSERT INTO member (id, email, name, password_hash, role) VALUES ($1, $2, $3, $4, 'owner')`, [
      id,
      owner.email,
      owner.name,
      passwordHash,
    ]);
    await tx.query("DELETE FROM setting WHERE name = $1", [codeSetting]);
    await audit(tx, { kind: "job", name: "setup" }, "member.create", id, null, { email: owner.email, role: "owner" });
    return { ok: true };
  });
}

async function codeMatches(given: string): Promise<boolean> {
  const rows = await database().query<{ value: string }>("SELECT value FROM setting WHERE name = $1", [codeSetting]);
  const wanted = Buffer.from(rows[0]?.value ?? "", "base64");
  const got = Buffer.from(hashServiceKey(given.toUpperCase().replace(/[^A-Z0-9]/g, "")));
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

function refuse(path: string, message: string): SetupResult {
  return { ok: false, problems: [{ path, message }] };
}

function problemsOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
}
