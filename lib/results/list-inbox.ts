import { z } from "zod";
import { config } from "@/lib/config/config";
import { listInboxSchema } from "@/lib/inputs/update-list";
import { deliveryStatuses, type DeliveryStatus } from "@/lib/interface/codes";
import { inboxAddress } from "@/lib/interface/inbox";
import { can } from "@/lib/policy/can";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { maskedBody } from "./read-update";

const signatures = ["valid", "invalid", "absent", "unchecked"] as const;
type ShownSignature = (typeof signatures)[number];

/** An update that arrived at an inbox. */
export interface InboxRow {
  id: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Whether another program sent it, over the network. */
  outside: boolean;
  /** `webhook-signature` of Standard Webhooks, and `x-hub-signature`. */
  signatures: { standard: ShownSignature; hub: ShownSignature };
  /** In the order they came, secret values masked. */
  headers: [name: string, value: string][];
  /** As it came; masked for those who may not read values. */
  body: string;
  masked: boolean;
  /** What its body says it is about; undefined where the body is no delivery update. */
  about: { status: DeliveryStatus; destination: string } | undefined;
}

/** The built-in inbox of a service. */
export interface InboxPage extends PageOf<InboxRow> {
  /** Null while it was not opened. */
  address: string | null;
}

interface StoredCall {
  id: string;
  at: Date;
  outside: boolean;
  standard: string;
  hub: string;
  headers: string;
  body: Uint8Array;
}

const rowsOfPage = 20;
const columns = `id, at, outside, standard_signature AS standard, hub_signature AS hub, headers, body`;
const headersSchema = z.array(z.tuple([z.string(), z.string()]));
const aboutSchema = z.object({
  deliveryInfoNotification: z.object({
    deliveryInfo: z.object({ deliveryStatus: z.enum(deliveryStatuses), destination: z.string() }),
  }),
});

/**
 * What arrived at the inbox of a service, newest first, 20 a page. Push ids, callback data and
 * replies are shown to those alone who may read values.
 */
export const listInbox = view({
  action: "service.view",
  input: listInboxSchema,
  service: serviceNamed,
  run: async ({ sql, actor, serviceId }, { after, before }): Promise<InboxPage> => {
    const [inbox] = await sql.query<{ token: string }>(
      "SELECT token FROM inbox WHERE service_id = $1",
      [serviceId],
    );
    const page = await pageOf(
      { after, before, limit: rowsOfPage },
      undefined,
      ({ place, back, limit }) =>
        sql.query<StoredCall>(
          back
            ? `SELECT ${columns} FROM inbox_update WHERE service_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`
            : `SELECT ${columns} FROM inbox_update WHERE service_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
          [serviceId, place?.id ?? null, limit],
        ),
      () =>
        sql.query<{ n: number }>(countRows(`FROM inbox_update WHERE service_id = $1`), [serviceId]),
    );
    const masked = !can(actor, "values.read", serviceId).ok;
    return {
      ...page,
      rows: page.rows.map((row) => shownRow(row, masked)),
      address: inbox ? inboxAddress(config().ORIGIN, inbox.token) : null,
    };
  },
});

function shownRow(
  { id, at, outside, standard, hub, headers, body }: StoredCall,
  masked: boolean,
): InboxRow {
  const text = Buffer.from(body).toString("utf8");
  return {
    id,
    at: at.toISOString(),
    outside,
    signatures: { standard: shownSignature(standard), hub: shownSignature(hub) },
    headers: headersSchema.parse(JSON.parse(headers)),
    body: masked ? maskedBody(text) : text,
    masked,
    about: aboutOf(text),
  };
}

function shownSignature(stored: string): ShownSignature {
  return signatures.find((one) => one === stored) ?? "unchecked";
}

function aboutOf(text: string): InboxRow["about"] {
  try {
    const { deliveryStatus, destination } = aboutSchema.parse(JSON.parse(text))
      .deliveryInfoNotification.deliveryInfo;
    return { status: deliveryStatus, destination };
  } catch {
    return undefined;
  }
}
