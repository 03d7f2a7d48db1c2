import { z } from "zod";
import { mostWebhooks } from "@/lib/inputs/webhook";
import { updateKinds, type UpdateKind } from "@/lib/interface/update";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A webhook as it may be seen. */
export interface ListedWebhook {
  id: string;
  revision: number;
  url: string;
  kinds: UpdateKind[];
  /** "" for none. */
  notifyAuthId: string;
  /** Whether what it is told is signed. */
  signed: boolean;
  /** Why it is told nothing: it said that it wants nothing more, or somebody switched it off. */
  off: { why: "gone" | "switched"; since: string } | null;
}

interface Row extends Omit<ListedWebhook, "kinds" | "off"> {
  kinds: string[];
  disabledAt: Date | null;
  switchedOff: boolean;
}

/** The webhooks of a service, oldest first. Secrets stay sealed. */
export const listWebhooks = view(
  "service.view",
  z.object({ serviceId: z.string() }),
  serviceNamed,
  async ({ sql, serviceId }): Promise<ListedWebhook[]> => {
    const rows = await sql.query<Row>(
      `SELECT id, revision, url, coalesce(kinds, '{}') AS kinds, coalesce(notify_auth_id, '') AS "notifyAuthId", signing_secret_sealed IS NOT NULL AS signed,
       disabled_at AS "disabledAt", switched_off AS "switchedOff"
     FROM webhook WHERE service_id = $1 ORDER BY id LIMIT ${mostWebhooks * 5}`,
      [serviceId],
    );
    return rows.map(({ kinds, disabledAt, switchedOff, ...row }) => ({
      ...row,
      kinds: updateKinds.filter((kind) => kinds.includes(kind)),
      off: disabledAt && { why: switchedOff ? "switched" : "gone", since: disabledAt.toISOString() },
    }));
  },
);
