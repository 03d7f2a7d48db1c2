import { serviceIdSchema } from "@/lib/inputs/service";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { readRetention, type Retention } from "../retention/stored";
import type { ServiceRecord } from "./find";
import { sendingTimesColumns, type SendingTimes } from "./sending-times";

/** A service with all that is set of it, but for its secrets. */
export interface OpenedService
  extends Omit<ServiceRecord, "id" | "sendingTimes">, Retention, SendingTimes {
  serviceId: string;
  /** Of its settings. */
  revision: number;
  /** A send to more recipients needs a second person; null: none does for its size. */
  approvalAbove: number | null;
  /** Every scheduled send needs one. */
  approvalScheduled: boolean;
  /** Hours in which what was approved can be sent. */
  approvalHours: number;
  /** Devices that a member may test on in a day (UTC). */
  testsPerDay: number;
  /** What the installation keeps; the service's own settings can only be shorter. */
  installationKeeps: Retention;
  /** Members who may approve, owners of the installation among them. */
  approvers: number;
  hasSigningSecret: boolean;
  /** Campaigns that are scheduled, and those on their way. */
  scheduled: number;
  sending: number;
  /** Authentications that can be chosen for its notify URL. */
  notifyAuths: { id: string; name: string }[];
}

type Row = Omit<OpenedService, "notifyAuths" | "installationKeeps">;

const mostAuths = 500;

/** What is set of a service. Throws `NotFoundError` when there is none. */
export const openService = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<OpenedService> => {
    const [row] = await sql.query<Row>(
      `SELECT s.id AS "serviceId", s.revision, s.name, s.active, s.sandbox, s.notifyurl, s.notifyurl_auth_id AS "notifyurlAuthId", s.https_only AS "httpsOnly",
       s.size_rule AS "sizeRule", s.always_200 AS "always200", s.ids_per_second AS "idsPerSecond", s.frequency_caps AS "frequencyCaps", coalesce(s.ip_allow, '{}') AS "ipAllow",
       s.approval_above AS "approvalAbove", s.approval_scheduled AS "approvalScheduled", s.approval_hours AS "approvalHours", s.tests_per_day AS "testsPerDay",
       ${sendingTimesColumns},
       s.keep_messages AS "keepMessages", s.keep_deliveries AS "keepDeliveries", s.keep_attempts AS "keepAttempts",
       (SELECT count(*)::int FROM member m LEFT JOIN membership p ON p.member_id = m.id AND p.service_id = s.id
        WHERE m.disabled_at IS NULL AND (m.installation_owner OR p.role IN ('admin', 'owner') OR (p.role = 'marketer' AND p.may_approve))) AS approvers,
       s.signing_secret_sealed IS NOT NULL AS "hasSigningSecret",
       (SELECT count(*)::int FROM campaign_order o WHERE o.service_id = s.id AND o.state = 'scheduled') AS scheduled,
       (SELECT count(*)::int FROM campaign_order o WHERE o.service_id = s.id AND o.state IN ('sending', 'paused')) AS sending
     FROM service s WHERE s.id = $1`,
      [serviceId],
    );
    if (!row) throw new NotFoundError("This service");
    const notifyAuths = await sql.query<{ id: string; name: string }>(
      `SELECT id, name FROM notify_auth WHERE service_id = $1 AND deleted_at IS NULL ORDER BY lower(name), id LIMIT ${mostAuths}`,
      [serviceId],
    );
    const { revision: _, ...installationKeeps } = await readRetention(sql);
    return { ...row, notifyAuths, installationKeeps };
  },
});
