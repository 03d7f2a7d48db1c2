import { masked } from "@/lib/describe/description";
import { notifyAuths, type NotifyAuthKind } from "@/lib/describe/notify-auths";
import { mostNotifyAuths, notifyAuthKinds } from "@/lib/inputs/notify-auth";
import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** An authentication as it may be seen. */
export interface ListedNotifyAuth {
  id: string;
  revision: number;
  name: string;
  kind: NotifyAuthKind;
  /** What is no secret. */
  settings: Record<string, string>;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** The service's own notify URL is called with it. */
  isDefault: boolean;
  /** How many webhooks are called with it. */
  webhooks: number;
}

interface Row extends Omit<ListedNotifyAuth, "settings" | "createdAt" | "kind"> {
  kind: string;
  settings: Record<string, unknown>;
  createdAt: Date;
}

/** The authentications of a service by name. Secrets stay sealed. */
export const listNotifyAuths = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<ListedNotifyAuth[]> => {
    const rows = await sql.query<Row>(
      `SELECT n.id, n.revision, n.name, n.kind, n.settings, n.created_at AS "createdAt",
         EXISTS (SELECT 1 FROM service s WHERE s.id = n.service_id AND s.notifyurl_auth_id = n.id) AS "isDefault",
         (SELECT count(*)::int FROM webhook w WHERE w.service_id = n.service_id AND w.notify_auth_id = n.id) AS webhooks
       FROM notify_auth n WHERE n.service_id = $1 AND n.deleted_at IS NULL ORDER BY lower(n.name), n.id LIMIT ${mostNotifyAuths}`,
      [serviceId],
    );
    return rows.flatMap(({ kind, settings, createdAt, ...row }) => {
      const listedKind = notifyAuthKinds.find((one) => one === kind);
      return listedKind
        ? [
            {
              ...row,
              kind: listedKind,
              settings: masked(notifyAuths[listedKind], settings),
              createdAt: createdAt.toISOString(),
            },
          ]
        : [];
    });
  },
});
