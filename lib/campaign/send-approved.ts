import type { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import type { sendSchema } from "@/lib/inputs/compose";
import { idSchema } from "@/lib/inputs/id";
import type { Subject } from "@/lib/plan/subject";
import { rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import type { Verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { scheduleCampaign } from "./schedule";
import { sendCampaign, type Sent } from "./send";

interface Approved {
  id: string;
  subject: string;
  revision: number;
  name: string;
  draft: string;
  appid: string;
}

const none =
  "This message is not approved, or its approval ended. Load the page again to see its status.";

/** What was approved for a campaign, as it is ordered. */
const readApproved = view({
  action: "campaign.send",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }) => {
    const approved = await find(sql, id, serviceId);
    return approved ?? rejectInput(none);
  },
});

async function find(sql: Sql, id: string, serviceId: string): Promise<Approved | undefined> {
  const [row] = await sql.query<Approved>(
    `SELECT p.id, p.subject, c.revision, c.name, c.draft, coalesce(a.appid, '') AS appid
     FROM approval p JOIN campaign c ON c.id = p.campaign_id LEFT JOIN app a ON a.id = c.app_id
     WHERE p.campaign_id = $1 AND c.service_id = $2 AND p.state = 'approved'`,
    [id, serviceId],
  );
  return row;
}

/**
 * Sends or schedules what was approved for a campaign: exactly that, once. It goes the way of
 * everything that is sent (`sendMessage`, `scheduleCampaign`), which judges it again and spends the
 * approval. Null where it was scheduled.
 */
export const sendApproved: Verb<typeof idSchema, Sent | null> = async (context, input) => {
  const { id, subject, revision, ...draftFields } = await readApproved(context, input);
  const {
    request,
    audience,
    moreAppids,
    columns,
    defaults,
    lacking,
    language,
    at,
    followTemplate,
  } = JSON.parse(subject) as Subject;
  const reach = {
    audienceId: audience?.id ?? null,
    moreAppids,
    columns,
    defaults,
    lacking,
    language,
  };
  if (at)
    return scheduleCampaign(context, {
      id: input.id,
      revision,
      ...at,
      request,
      reach,
      followTemplate,
    });
  const order: z.input<typeof sendSchema> = {
    request,
    nonce: id,
    reach,
    campaign: { ...draftFields, id: input.id, revision },
  };
  return sendCampaign(context, order);
};
