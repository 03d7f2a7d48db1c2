import { database, type Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/requests";
import { log } from "@/lib/log/log";
import { acceptRequest } from "@/lib/dispatch/accept";
import { startLoop } from "@/lib/work/loop";
import { requestsOf, type OrderedRequest } from "./plan";

const lookMs = 2_000;
/** A worker that took one and died: another takes it after so long. The same names make the same messages. */
const againSeconds = 30;
/** Requests that are accepted side by side: they share transactions. */
const side = 16;
/** After each of these groups people who use the console have their turn. */
const breathMs = 10;
/** Campaigns that one worker has under way. */
const atOnce = 20;

interface Due {
  id: string;
  /** Names its requests: another order of the same campaign makes others. */
  name: string;
  request: string;
  audienceId: string | null;
  moreAppids: string[];
  cuts: Record<string, PlanOptions> | null;
  answered: number;
}

/** Sends what is due, here and at other workers, until the returned function is called; that resolves once the requests under way are answered. */
export function startCampaigns(): () => Promise<void> {
  let stopped = false;
  // A large one holds up no other: looking goes on while it is under way.
  const running = new Set<Promise<void>>();
  const loop = startLoop({
    of: "campaigns that are due",
    lane: "campaigns",
    look: async () => {
      for (const campaign of await takeDue(atOnce - running.size)) {
        const sending = send(campaign, () => stopped).finally(() => running.delete(sending));
        running.add(sending);
      }
      return lookMs;
    },
    failedMs: lookMs,
  });
  return async () => {
    stopped = true;
    await loop.stop();
    await Promise.all(running);
    loop.end();
  };
}

/**
 * Sends the campaigns whose time has come, by the clock of the database, and goes on with those that another worker left. Each request is one message, however
 * many workers see it.
 *
 * @internal
 */
export async function sendDue(stopped: () => boolean = () => false): Promise<void> {
  await Promise.all((await takeDue(atOnce)).map((campaign) => send(campaign, stopped)));
}

async function takeDue(most: number): Promise<Due[]> {
  if (most <= 0) return [];
  return database().query<Due>(
    `UPDATE campaign SET state = 'sending', starts_at = now() + interval '${againSeconds} seconds'
     WHERE id IN (SELECT id FROM campaign WHERE state IN ('scheduled', 'sending') AND starts_at <= now() ORDER BY starts_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, coalesce(nonce, id::text) AS name, request, audience_id AS "audienceId", coalesce(more_appids, '{}') AS "moreAppids", plan AS cuts, answered`,
    [most],
  );
}

async function send(campaign: Due, stopped: () => boolean): Promise<void> {
  try {
    await sendRequests(campaign, stopped);
  } catch (error) {
    log().warn({ err: error, campaign: campaign.id }, "a campaign stopped on its way; it goes on in half a minute");
  }
}

async function sendRequests(campaign: Due, stopped: () => boolean): Promise<void> {
  let answered = campaign.answered;
  let position = -1;
  let group: OrderedRequest[] = [];
  /** False when this worker has to leave it, to another time or for good. */
  const flush = async () => {
    const went = group.length === 0 || (await sendGroup(campaign, answered, group));
    answered += group.length;
    group = [];
    await new Promise((resolve) => setTimeout(resolve, breathMs));
    return went && !stopped();
  };
  const { request: body, audienceId, moreAppids, cuts } = campaign;
  for await (const request of requestsOf({ body, audienceId, moreAppids, cuts })) {
    position += 1;
    if (position < campaign.answered) continue;
    group.push(request);
    if (group.length === side && !(await flush())) return;
  }
  if (!(await flush())) return;
  await database().query(
    `UPDATE campaign SET starts_at = NULL, updated_at = now(), state = CASE WHEN answered > refused THEN 'sent' ELSE 'failed' END,
       problem = CASE WHEN answered < requests THEN coalesce(problem, 'Its app is gone') ELSE problem END
     WHERE id = $1 AND state = 'sending' AND answered = $2`,
    [campaign.id, answered],
  );
}

/** Has some requests accepted and records how they were answered; false when the rest has to wait, or somebody else has it. */
async function sendGroup({ id, name }: Pick<Due, "id" | "name">, from: number, group: readonly OrderedRequest[]): Promise<boolean> {
  const replies = await Promise.all(group.map((request, index) => answerTo(id, `campaign ${name} ${from + index}`, request)));
  const held = replies.findIndex(({ kind }) => kind === "wait");
  // What was accepted behind one that has to wait is asked for again, and answered with the message that it is.
  const answers = held === -1 ? replies : replies.slice(0, held);
  const wait = replies[held];
  // What was under way when somebody stopped it counts, too.
  const rows = await database().query<{ state: string }>(
    `UPDATE campaign SET answered = answered + $3, refused = refused + $4, transid = coalesce(transid, $5), problem = coalesce(problem, $6),
       starts_at = CASE WHEN state = 'sending' THEN now() + make_interval(secs => $7) END, updated_at = now(),
       state = CASE WHEN state = 'failed' AND $5::uuid IS NOT NULL THEN 'sent' ELSE state END
     WHERE id = $1 AND coalesce(nonce, id::text) = $8 AND state IN ('sending', 'sent', 'failed') AND answered = $2 RETURNING state`,
    [
      id,
      from,
      answers.length,
      answers.filter(({ kind }) => kind === "refused").length,
      answers.find((answer) => answer.kind === "accepted")?.transid ?? null,
      answers.find((answer) => answer.kind === "refused")?.problem ?? null,
      wait?.kind === "wait" ? wait.seconds : againSeconds,
      name,
    ],
  );
  return rows[0]?.state === "sending" && held === -1;
}

type Answer = { kind: "accepted"; transid: string } | { kind: "refused"; problem: string } | { kind: "wait"; seconds: number };

async function answerTo(id: string, idempotencyKey: string, { service, bytes }: OrderedRequest): Promise<Answer> {
  if (!service.active) return { kind: "refused", problem: "The service is inactive" };
  const reply = await acceptRequest({ service, bytes, source: "console", campaignId: id, idempotencyKey });
  if (reply.ok) return { kind: "accepted", transid: reply.transid };
  // A rate limit or a database that is away passes.
  if (reply.status >= 500 || reply.status === 429)
    return { kind: "wait", seconds: Math.min(Math.max(Number(reply.headers["retry-after"]) || 2, 1), againSeconds) };
  return { kind: "refused", problem: reply.problems[0]?.message ?? "It was refused" };
}

/** What a worker that is gone held is due at once: on the embedded database there is no other one. */
export async function endCampaignLeases(sql: Sql): Promise<void> {
  await sql.query("UPDATE campaign SET starts_at = now() WHERE state = 'sending'");
}
