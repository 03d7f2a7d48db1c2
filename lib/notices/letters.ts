import { enforcedFor } from "@/lib/auth/enforced";
import { countTry } from "@/lib/auth/throttle";
import { networkOf } from "@/lib/config/address-list";
import { config } from "@/lib/config/config";
import { database } from "@/lib/database/sql";
import { letterJob, type AccountLetter } from "@/lib/directory/member/letter-jobs";
import { hashLinkToken, newLinkToken } from "@/lib/directory/member/link-token";
import { readFields } from "@/lib/directory/member/read-fields";
import { forgotSchema } from "@/lib/inputs/member";
import { paths } from "@/lib/inputs/paths";
import { log } from "@/lib/log/log";
import { canMail, mailProblem, sendMail, type Letter } from "@/lib/outbound/mail";
import { onBehalfOf, presentClient } from "@/lib/verb/client";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { enqueue, work } from "@/lib/work/jobs";
import { wake } from "@/lib/work/wake";

/**
 * Minutes for which a link that was sent works; a letter that could not be sent for so long is
 * dropped.
 */
const linkMinutes = 30;

const moment = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/**
 * Whether a member who forgot their password can have a link sent: this installation sends e-mail.
 */
export function canAskForLink(): boolean {
  return canMail();
}

/**
 * Queues a letter with a link to a new password, whether or not the address is a member's: the
 * worker looks that up, so neither the answer nor its time shows it. Throws `RefusedError`: no
 * address, a pause (per network and per address), or an installation that sends no e-mail.
 *
 * @param input what came over the line; it may be anything
 * @param client the client's address
 */
export async function askForLink(input: unknown, client: string): Promise<void> {
  const { email } = readFields(forgotSchema, input);
  if (!canAskForLink()) rejectInput("This installation sends no e-mail. Ask an owner for a link.");
  const counted = await countTry([
    { name: `forgot:from:${networkOf(client)}`, free: 10, longestSeconds: 900 },
    { name: `forgot:${email}`, free: 3, longestSeconds: 600 },
  ]);
  if (!counted.ok)
    rejectInput(`Too many links were requested. Try again in ${counted.seconds} seconds.`);
  await database().transaction((tx) =>
    enqueue(tx, letterJob, {
      of: "reset",
      email,
      client: presentClient(),
      at: new Date().toISOString(),
    }),
  );
  wake("notices");
}

/**
 * Sends the member with an address a link that works once, for 30 minutes; one sent before works no
 * longer. Who signs in by single sign-on alone is written that instead. Sends nothing where the
 * address is no member's, or the account is disabled. Throws what the mail server said.
 */
const mailResetLink = verbInSteps({
  action: "resetLink.mail",
  input: forgotSchema,
  service: noService,
  run: async ({ audit }, { email }) => {
    const member = await database().prisma.member.findUnique({
      where: { email },
      select: { id: true, disabledAt: true },
    });
    if (!member || member.disabledAt) return { unchanged: null };
    const door = await enforcedFor(email);
    if (door) {
      await post(signOnLetter(email, door.name));
      return { unchanged: null };
    }
    const token = newLinkToken();
    await database().query(
      `INSERT INTO password_reset (member_id, mailed, token_hash, expires_at) VALUES ($1, true, $2, now() + interval '${linkMinutes} minutes')
     ON CONFLICT (member_id, mailed) DO UPDATE SET token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at`,
      [member.id, hashLinkToken(token)],
    );
    await post(linkLetter(email, token));
    // Audited once the letter is on its way: while the mail server is out of reach each try creates
    // another link, and none reaches a reader.
    await database().transaction((tx) => audit(tx, member.id, { email }));
    return { row: null };
  },
});

/** Sends letters about accounts until the returned function is called. */
export function startLetters(): () => Promise<void> {
  return work(database(), letterJob, send);
}

async function send(letter: AccountLetter): Promise<void> {
  if (!canMail()) return;
  if (Date.now() - Date.parse(letter.at) > linkMinutes * 60_000)
    return log().warn(
      { letter: letter.of },
      "a letter about an account could not be sent for half an hour",
    );
  if (letter.of === "changed") return mailChange(letter);
  const actor = { kind: "job", name: "forgotten password" } as const;
  await onBehalfOf(letter.client ?? undefined, () =>
    mailResetLink({ actor }, { email: letter.email }),
  );
}

/**
 * Hands a letter to the mail server. What that says may name the address, which the log must not
 * have: the error says it in other words.
 */
async function post(letter: Letter): Promise<void> {
  await sendMail(letter).catch((error: unknown) => {
    throw new Error(`A letter about an account was not sent: ${mailProblem(error)}`);
  });
}

async function mailChange({
  memberId,
  client,
  at,
}: Extract<AccountLetter, { of: "changed" }>): Promise<void> {
  const member = await database().prisma.member.findUnique({
    where: { id: memberId },
    select: { email: true, disabledAt: true },
  });
  if (!member || member.disabledAt) return;
  const from = client === null ? "" : `, from ${client}`;
  await post({
    to: member.email,
    subject: "[Clarion] Your password was changed",
    text: [
      `The password of ${member.email} was changed on ${moment.format(new Date(at))} UTC${from}. Other sessions were signed out.`,
      `If this was not you, set a new password now:\n${addressOf(paths.forgotPassword())}\nand inform an owner of the installation.`,
    ].join("\n\n"),
  });
}

function linkLetter(email: string, token: string): Letter {
  return {
    to: email,
    subject: "[Clarion] Set a new password",
    text: [
      `Set a new password for ${email}:\n${addressOf(paths.passwordReset(token))}`,
      `The link works once, for ${linkMinutes} minutes.`,
      "If you did not request this, ignore this e-mail. Your password stays the same.",
    ].join("\n\n"),
  };
}

function signOnLetter(email: string, door: string): Letter {
  return {
    to: email,
    subject: "[Clarion] You sign in without a password",
    text: [
      `A new password was requested for ${email}. This account signs in with ${door} and has no password to reset:\n${addressOf(paths.signIn())}`,
      "If you did not request this, ignore this e-mail.",
    ].join("\n\n"),
  };
}

function addressOf(path: string): string {
  return `${config().ORIGIN}${path}`;
}
