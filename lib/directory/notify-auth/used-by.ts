import { openStates } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { notifyAuthNamedSchema } from "@/lib/inputs/notify-auth";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Who names an authentication by its id. */
export interface NotifyAuthUsers {
  /** The service's own notify URL; null where it goes without, or with another. */
  notifyurl: string | null;
  /** Addresses of webhooks. */
  webhooks: string[];
  /** Names of campaigns that are yet to be sent. */
  campaigns: string[];
  /** Updates that wait to be sent with it, of the newest 20,000 that wait. */
  waiting: number;
}

/** Of each kind, listed at most. */
const most = 20;
const mostLookedThrough = 20_000;

/**
 * Who uses an authentication of a service: the service itself, webhooks, campaigns that will be
 * sent, and updates that wait.
 */
export const readNotifyAuthUsers = view({
  action: "service.view",
  input: notifyAuthNamedSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { id }) => {
    const notifyAuth = await sql.prisma.notifyAuth.findFirst({
      where: { serviceId, id, deletedAt: null },
      select: { id: true },
    });
    if (!notifyAuth) throw new NotFoundError("This authentication");
    return usersOf(sql, serviceId, id);
  },
});

/** The same, for what knows already that there is one. */
export async function usersOf(sql: Sql, serviceId: string, id: string): Promise<NotifyAuthUsers> {
  const own = await sql.prisma.service.findFirst({
    where: { id: serviceId, notifyurlAuthId: id },
    select: { notifyurl: true },
  });
  const webhooks = await sql.prisma.webhook.findMany({
    where: { serviceId, notifyAuthId: id },
    orderBy: { id: "asc" },
    take: most,
    select: { url: true },
  });
  const campaigns = await sql.query<{ name: string }>(
    `SELECT c.name FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id WHERE o.service_id = $1 AND o.state IN ${openStates} AND strpos(o.request, $2) > 0
     ORDER BY o.starts_at NULLS LAST, c.id LIMIT ${most}`,
    [serviceId, JSON.stringify(id)],
  );
  const [waiting] = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (
       SELECT notify_auth_id FROM "update" WHERE service_id = $1 AND state = 'pending' ORDER BY id DESC LIMIT ${mostLookedThrough}
     ) newest WHERE notify_auth_id = $2`,
    [serviceId, id],
  );
  return {
    notifyurl: own && (own.notifyurl ?? ""),
    webhooks: webhooks.map(({ url }) => url),
    campaigns: campaigns.map(({ name }) => name),
    waiting: waiting?.n ?? 0,
  };
}
