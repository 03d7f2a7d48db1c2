import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { CampaignError } from "@/lib/directory/campaign/save";
import { findService } from "@/lib/directory/service/find";
import { parseRequest } from "@/lib/interface/parse";
import type { Problem } from "@/lib/interface/problem";
import { log } from "@/lib/log/log";
import { now } from "@/lib/runtime/clock";
import { acceptRequest } from "./accept";

const lookMs = 2_000;
/** A worker that took one and died: another takes it after so long. The same name makes it the same message. */
const againSeconds = 30;

/** `problems`: the request cannot be accepted as it stands; nothing was scheduled. */
export type ScheduleResult = { ok: true } | { ok: false; problems: Problem[] };

/**
 * Sets when a draft will be sent. The request is read by the rules of its service at that moment, so that a schedule that cannot work is refused
 * now. Throws `ForbiddenError` below marketer, `CampaignError` when the time has passed or the draft was changed in between.
 *
 * @param startsAt ISO 8601
 * @param timezone IANA name in which the time was chosen, to show it again
 * @param body the request, byte for byte as it will be sent
 */
export async function scheduleCampaign(
  member: Member,
  id: string,
  { revision, startsAt, timezone, body }: { revision: number; startsAt: string; timezone: string; body: string },
): Promise<ScheduleResult> {
  assertRole(member, "marketer");
  const at = new Date(startsAt);
  if (!isId(id)) throw new CampaignError("This campaign does not exist.");
  if (Number.isNaN(at.getTime()) || at.getTime() <= now()) throw new CampaignError("Choose a time that is still to come.");
  const [campaign] = await database().query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM campaign WHERE id = $1`, [id]);
  const service = campaign && (await findService(campaign.serviceId));
  if (!service) throw new CampaignError("This campaign does not exist.");
  // Judged at the time of sending: an expiry before it is a mistake.
  const read = parseRequest(new TextEncoder().encode(body), {
    sizeRule: service.sizeRule,
    httpsOnly: service.httpsOnly,
    now: at.getTime(),
  });
  if (!read.ok) return { ok: false, problems: read.problems };
  const rows = await database().query(
    `UPDATE campaign SET state = 'scheduled', starts_at = $3, timezone = $4, request = $5, revision = revision + 1, updated_by = $6, updated_at = now()
     WHERE id = $1 AND revision = $2 AND state = 'draft' RETURNING 1`,
    [id, revision, at.toISOString(), timezone.slice(0, 100), body, member.id],
  );
  if (rows.length === 0) throw new CampaignError("The campaign was changed or sent in the meantime. Load the page again.");
  return { ok: true };
}

/** Sends what is due, here and at other workers, until the returned function is called. */
export function startCampaigns(): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = sendDue()
      .catch((error: unknown) => log().warn({ err: error }, "looking for scheduled campaigns failed; trying again"))
      .finally(() => {
        if (!stopped) timer = setTimeout(look, lookMs);
      });
  };
  look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

/** Sends the campaigns whose time has come, by the clock of the database. Each is one message, however many workers see it. */
export async function sendDue(): Promise<void> {
  const due = await database().query<{ id: string; serviceId: string; request: string }>(
    `UPDATE campaign SET starts_at = now() + interval '${againSeconds} seconds'
     WHERE id IN (SELECT id FROM campaign WHERE state = 'scheduled' AND starts_at <= now() ORDER BY starts_at LIMIT 20 FOR UPDATE SKIP LOCKED)
     RETURNING id, service_id AS "serviceId", request`,
  );
  for (const { id, serviceId, request } of due) {
    const service = await findService(serviceId);
    const reply =
      service?.active === true
        ? await acceptRequest({ service, bytes: new TextEncoder().encode(request), source: "console", idempotencyKey: `campaign ${id}` })
        : undefined;
    // A rate limit or a database that is away passes: it stays scheduled.
    if (reply && !reply.ok && (reply.status >= 500 || reply.status === 429)) continue;
    const problem = reply?.ok ? null : (reply?.problems[0]?.message ?? "The service is inactive");
    await database().query(
      `UPDATE campaign SET state = $2, transid = $3, problem = $4, starts_at = NULL, updated_at = now() WHERE id = $1 AND state = 'scheduled'`,
      [id, problem === null ? "sent" : "failed", reply?.ok ? reply.transid : null, problem],
    );
  }
}
