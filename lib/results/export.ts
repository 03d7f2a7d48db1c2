import { database } from "@/lib/database/sql";
import { csvParts, partRows, type FileInParts } from "@/lib/directory/csv-parts";
import { exportResultsSchema } from "@/lib/inputs/campaign";
import type { DeliveryState } from "@/lib/interface/update";
import { rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import type { DeliveryRead } from "./read-deliveries";

type Row = Omit<DeliveryRead, "userid" | "model" | "language" | "attempts" | "updatedAt" | "reply">;

const columns = [
  "kind of id",
  "recipient",
  "device",
  "deviceid",
  "state",
  "code",
  "reason",
  "queued",
  "submitted",
  "delivered",
  "read",
  "button",
  "transid",
];

/**
 * Exports who got a campaign and who did not, and why, as a CSV file: a row for each delivery, or
 * for each in one state, in order of creation, times in ISO 8601 UTC. Reads its parts as they are
 * requested.
 */
export const exportResults = verb({
  action: "results.export",
  input: exportResultsSchema,
  service: serviceOfCampaign,
  run: async ({ tx }, { id, state }) => {
    const [campaign] = await tx.query<{ name: string; serviceId: string }>(
      `SELECT name, service_id AS "serviceId" FROM campaign WHERE id = $1`,
      [id],
    );
    if (!campaign) rejectInput("The campaign no longer exists. Load the page again.");
    const row: FileInParts = { name: campaign.name, parts: partsOf(id, campaign.serviceId, state) };
    return { row, entity: id, event: { name: campaign.name } };
  },
});

/**
 * Names the message of a place by itself, too: only that bounds the index that the messages are
 * read by, and each part would read all parts before it.
 */
function partsOf(
  id: string,
  serviceId: string,
  state: DeliveryState | undefined,
): FileInParts["parts"] {
  const read = (last: Row | undefined) =>
    database().query<Row>(
      `SELECT d.message_id AS "messageId", d.id, coalesce(d.destination_written, d.destination) AS destination, d.destination_type AS "destinationType", d.kind, d.deviceid, d.state, d.code, d.description,
         d.queued_at AS "queuedAt", d.submitted_at AS "submittedAt", d.delivered_at AS "deliveredAt", d.read_at AS "readAt", d.button
       FROM message m JOIN delivery d ON d.message_id = m.id
       WHERE m.campaign_id = $1 AND d.service_id = $2 AND ($3::uuid IS NULL OR (m.id >= $3 AND (m.id, d.id) > ($3, $4::uuid)))
         AND ($5::text IS NULL OR d.state = $5) ORDER BY m.id, d.id LIMIT ${partRows}`,
      [id, serviceId, last?.messageId ?? null, last?.id ?? null, state ?? null],
    );
  return csvParts(columns, read, lineOf);
}

function lineOf(row: Row): string[] {
  const {
    destinationType,
    destination,
    kind,
    deviceid,
    state,
    code,
    description,
    button,
    messageId,
  } = row;
  const times = [row.queuedAt, row.submittedAt, row.deliveredAt, row.readAt].map(
    (at) => at?.toISOString() ?? "",
  );
  return [
    destinationType,
    destination,
    kind,
    deviceid,
    state,
    code,
    description,
    ...times,
    button ?? "",
    messageId,
  ];
}
