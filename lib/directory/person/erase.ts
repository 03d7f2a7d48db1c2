import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { countsSchema, erasePersonSchema, sumOf, type Counts } from "@/lib/inputs/person";
import { serviceNamed } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { forgetUser } from "../user/store";
import { cleanApprovals } from "./approvals";
import { cleanCampaigns, firstCampaign } from "./campaigns";
import { cleanSuppressions, forgetDevices } from "./devices";
import { leaveLists } from "./lists";
import { waitingFor, type PendingWork } from "./look";
import { cleanMessages } from "./messages";
import { personOf, pseudonymOf, type Person } from "./person";
import { cleanReplies } from "./replies";
import { cleanTemplates, firstTemplate } from "./templates";

/** How far a removal is. */
export interface ErasureProgress {
  /** Of its receipt. */
  id: string;
  /** Of the whole removal so far. */
  counts: Counts;
  done: boolean;
  /** What it waits for, where all else is done; null while there is more to do at once. */
  waiting: PendingWork | null;
}

/** How long one call works (milliseconds): the caller shows the progress, and calls again. */
const callMs = 3_000;

/**
 * One of the steps: how many rows it changed in a transaction of its own, and whether there may be
 * more.
 */
interface Step {
  counts: Counts;
  more: boolean;
  /** Called once its transaction is committed: it may have run again before. */
  committed?: () => void;
}

/**
 * Erases the stored data of a person of a service, a small transaction at a time, for some seconds;
 * the caller repeats it until it is done. A later call, after a crash too, continues with the same
 * receipt. Messages that are being sent to the person, campaigns that name them, and campaigns that
 * need their list as it is are left until they are finished. Runs to come of other campaigns go to
 * their list without them. Devices are removed last, so that those messages still find them. Hashes
 * on the suppression list stay, and so do messages and deliveries, with marks in place of the
 * recipient.
 */
export const erasePerson = verbInSteps({
  action: "person.erase",
  input: erasePersonSchema,
  service: serviceNamed,
  run: async (
    { actor, serviceId, audit },
    { userid },
  ): Promise<{ row: ErasureProgress } | { unchanged: ErasureProgress }> => {
    const pseudonym = pseudonymOf(serviceId, userid);
    const begun = await repeatedTransaction(async (tx) => {
      const unfinishedId = await unfinished(tx, serviceId, pseudonym);
      if (unfinishedId) return { id: unfinishedId, fresh: false };
      const id = newId();
      await tx.prisma.erasure.create({
        data: { id, serviceId, pseudonym, createdBy: memberIdOf(actor) },
        select: { id: true },
      });
      await audit(tx, id, { pseudonym, finished: false, counts: {} });
      return { id, fresh: true };
    });
    const { id } = begun;
    const answer = (erased: ErasureProgress) =>
      begun.fresh ? { row: erased } : { unchanged: erased };
    const person = await personOf(database(), serviceId, userid);
    const until = performance.now() + callMs;
    for (const step of stepsOf(person)) {
      for (let more = true; more;) {
        if (performance.now() > until)
          return answer({ id, counts: await countsOf(database(), id), done: false, waiting: null });
        more = await counted(id, step);
      }
    }
    const waiting = await waitingFor(database(), person);
    if (waiting.messages > 0 || waiting.campaigns > 0)
      return answer({ id, counts: await countsOf(database(), id), done: false, waiting });
    while (await counted(id, async (tx) => devicesStep(tx, person)));
    const counts = await repeatedTransaction(async (tx) => {
      const [finished] = await tx.query<{ id: string }>(
        "UPDATE erasure SET finished_at = now() WHERE id = $1 AND finished_at IS NULL RETURNING id",
        [id],
      );
      const all = await countsOf(tx, id);
      if (finished) await audit(tx, id, { pseudonym, finished: true, counts: all });
      return { all, finished: finished !== undefined };
    });
    const erased: ErasureProgress = { id, counts: counts.all, done: true, waiting: null };
    return counts.finished ? { row: erased } : answer(erased);
  },
});

/** Everything but the devices, by which the rest is found. */
function stepsOf(person: Person): ((tx: Sql) => Promise<Step>)[] {
  let after: string | null = firstCampaign;
  let approval: string | null = firstCampaign;
  let template: string | null = firstTemplate;
  let reply: string | null = "";
  return [
    async (tx) => {
      const counts = await cleanMessages(tx, person);
      return { counts, more: (counts.deliveries ?? 0) > 0 };
    },
    async (tx) => {
      const { campaigns, next } = await cleanCampaigns(tx, person, after ?? firstCampaign);
      return { counts: { campaigns }, more: next !== null, committed: () => (after = next) };
    },
    async (tx) => {
      const next = await cleanApprovals(tx, person, approval ?? firstCampaign);
      return { counts: {}, more: next !== null, committed: () => (approval = next) };
    },
    async (tx) => {
      const { templates, next } = await cleanTemplates(tx, person, template ?? firstTemplate);
      return { counts: { templates }, more: next !== null, committed: () => (template = next) };
    },
    // Behind the messages: a reply says no more than what is left of its message.
    async (tx) => {
      const next = await cleanReplies(tx, person, reply ?? "");
      return { counts: {}, more: next !== null, committed: () => (reply = next) };
    },
    async (tx) => {
      const { recipients, more } = await leaveLists(tx, person);
      return { counts: { recipients }, more };
    },
    async (tx) => ({ counts: { suppressions: await cleanSuppressions(tx, person) }, more: false }),
    async (tx) => ({ counts: await userCounts(tx, person), more: false }),
  ];
}

async function devicesStep(tx: Sql, person: Person): Promise<Step> {
  const devices = await forgetDevices(tx, person);
  // Once more: one of the devices may have registered since.
  return { counts: { devices, ...(await userCounts(tx, person)) }, more: devices > 0 };
}

async function userCounts(tx: Sql, { serviceId, userid }: Person): Promise<Counts> {
  return (await forgetUser(tx, serviceId, userid)) ? { users: 1 } : {};
}

/**
 * Does a step, and adds what it changed to the receipt. Two that remove the same person take turns.
 */
async function counted(id: string, step: (tx: Sql) => Promise<Step>): Promise<boolean> {
  const { more, committed } = await repeatedTransaction(async (tx) => {
    await tx.query("SELECT FROM erasure WHERE id = $1 FOR UPDATE", [id]);
    const done = await step(tx);
    await addCounts(tx, id, done.counts);
    return done;
  });
  committed?.();
  return more;
}

async function addCounts(tx: Sql, id: string, counts: Counts): Promise<void> {
  const all = sumOf(await countsOf(tx, id), counts);
  await tx.query("UPDATE erasure SET counts = $2::jsonb WHERE id = $1", [id, JSON.stringify(all)]);
}

async function countsOf(sql: Sql, id: string): Promise<Counts> {
  const [row] = await sql.query<{ counts: unknown }>("SELECT counts FROM erasure WHERE id = $1", [
    id,
  ]);
  return countsSchema.parse(row?.counts ?? {});
}

async function unfinished(
  tx: Sql,
  serviceId: string,
  pseudonym: string,
): Promise<string | undefined> {
  // In turns: two that begin at once have one receipt.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `erasure ${serviceId} ${pseudonym}`,
  ]);
  const row = await tx.prisma.erasure.findFirst({
    where: { serviceId, pseudonym, finishedAt: null },
    select: { id: true },
  });
  return row?.id;
}
