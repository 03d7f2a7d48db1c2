import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import type { Subject } from "@/lib/plan/subject";
import { rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verbInSteps, type Verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { orderIn } from "./approval/subject";
import { placeOrder, type PlacedOrder } from "./order/place";
import { scheduleOrder } from "./order/schedule";

interface ApprovedOrder {
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

async function find(sql: Sql, id: string, serviceId: string): Promise<ApprovedOrder | undefined> {
  const [row] = await sql.query<ApprovedOrder>(
    `SELECT p.id, p.subject, c.revision, c.name, c.draft, coalesce(a.appid, '') AS appid
     FROM approval p JOIN campaign c ON c.id = p.campaign_id LEFT JOIN app a ON a.id = c.app_id
     WHERE p.campaign_id = $1 AND c.service_id = $2 AND p.state = 'approved'`,
    [id, serviceId],
  );
  return row;
}

/**
 * Sends or schedules what was approved for a campaign: exactly that, once. It goes the way of
 * everything that is sent (`placeOrder`, `scheduleOrder`), which checks it again and spends the
 * approval. Null where it was scheduled.
 */
export const sendApproved: Verb<typeof idSchema, PlacedOrder | null> = async (context, input) => {
  const approved = await readApproved(context, input);
  const subject = JSON.parse(approved.subject) as Subject;
  return subject.at
    ? scheduleApproved(approved, subject, subject.at)(context, input)
    : sendApprovedNow(approved, subject)(context, input);
};

/** Makes the verb that sends what was approved to be sent at once. */
function sendApprovedNow(
  { id: nonce, revision, name, draft, appid }: ApprovedOrder,
  subject: Subject,
) {
  const { pattern, ...reach } = orderIn(subject);
  return verbInSteps({
    action: "campaign.send",
    input: idSchema,
    service: serviceOfCampaign,
    run: (scope, { id }) => {
      const campaign = { id, revision, name, draft, appid };
      return placeOrder(scope, { request: pattern, nonce, reach, campaign });
    },
  });
}

/** Makes the verb that schedules what was approved for a time. */
function scheduleApproved(
  { revision }: ApprovedOrder,
  subject: Subject,
  at: NonNullable<Subject["at"]>,
) {
  const { followTemplate } = subject;
  const { pattern, ...reach } = orderIn(subject);
  return verbInSteps({
    action: "campaign.schedule",
    input: idSchema,
    service: serviceOfCampaign,
    run: (scope, { id }) =>
      scheduleOrder(scope, {
        id,
        revision,
        request: pattern,
        reach,
        followTemplate,
        ...at,
      }),
  });
}
