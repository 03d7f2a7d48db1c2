import { database } from "@/lib/database/sql";
import { writerName } from "@/lib/inputs/answer";
import { ConflictError } from "@/lib/verb/errors";
import { namedTemplate, type CampaignPlan, type Order } from "./plan";

/**
 * Throws `ConflictError` with the publisher when a plan uses another version of the template than
 * the caller has previewed: the previewed version is the one that is sent.
 *
 * @param drawn the previewed version; undefined where there was no preview. An order that follows
 *   its template may use any version
 */
export async function assertDrawn(
  order: Pick<Order, "pattern">,
  { versions, follows, appids: [appid = ""] }: CampaignPlan,
  drawn: number | undefined,
): Promise<void> {
  const version = versions[appid];
  if (follows || drawn === undefined || version === undefined || version === drawn) return;
  const { by, at } = await publisherOf(appid, namedTemplate(order)?.templateId ?? "");
  throw new ConflictError(
    { revision: version, by, at, theirs: { version } },
    {
      pointer: "/templateVersion",
      message: `Version ${version} of this template was published while you previewed version ${drawn}. Review the new version, then continue.`,
    },
  );
}

async function publisherOf(
  appid: string,
  templateId: string,
): Promise<{ by: string; at: string | null }> {
  const [row] = await database().query<{ name: string | null; isMember: boolean; at: Date | null }>(
    `SELECT m.name, t.published_by IS NOT NULL AS "isMember", t.published_at AS at
     FROM template t JOIN app a ON a.id = t.app_id LEFT JOIN member m ON m.id = t.published_by WHERE a.appid = $1 AND t.template_id = $2`,
    [appid, templateId],
  );
  return { by: writerName(row?.name, row?.isMember ?? true), at: row?.at?.toISOString() ?? null };
}
