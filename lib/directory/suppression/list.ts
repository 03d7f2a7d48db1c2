import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { listSuppressionsSchema, type SuppressionKind } from "@/lib/inputs/suppression";
import { normalId } from "@/lib/interface/recipient-id";
import { isSendable } from "@/lib/interface/text";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { hashSuppressed, keptIosPushId, keptPushId } from "./suppressed";

/** An entry of the suppression list. */
export interface SuppressionRow {
  id: string;
  kind: SuppressionKind;
  /** A user id; of a push id its end alone. "Removed person" once their data was removed. */
  label: string;
  note: string;
  /** Name of the member who put it there; null for a program or a former member. */
  createdBy: string | null;
  createdAt: string;
}

const pageRows = 50;
const columns = `s.id, s.kind, CASE WHEN s.value = '' THEN 'Removed person' WHEN s.kind = 'userid' THEN s.value ELSE '…' || right(s.value, 6) END AS label, s.note, s.created_at AS "createdAt",
  m.name AS "createdBy"`;
const fitting = `s.service_id = $1 AND ($2::text[] IS NULL OR s.hash = ANY(SELECT decode(h, 'hex') FROM unnest($2::text[]) h)
  OR s.ios_hash = ANY(SELECT decode(h, 'hex') FROM unnest($2::text[]) h))`;
const select = `SELECT ${columns} FROM suppression s LEFT JOIN member m ON m.id = s.created_by WHERE ${fitting}`;

/**
 * The suppression list of a service, the latest first, 50 a page; with a text those that are
 * exactly it. Push ids are masked.
 */
export const listSuppressions = view({
  action: "service.view",
  input: listSuppressionsSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { text, after, before }): Promise<PageOf<SuppressionRow>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const recipientId = text === undefined ? "" : normalId("userid", text);
    const forms = new Set([
      recipientId,
      keptPushId(recipientId),
      keptIosPushId(recipientId) ?? recipientId,
    ]);
    const filterValues = [
      serviceId,
      recipientId !== "" ? [...forms].map(hashSuppressed) : null,
    ] as const;
    const page = await pageOf(
      { after, before, limit: pageRows },
      undefined,
      ({ place, back, limit }) => {
        const values = [...filterValues, place?.id ?? null, limit];
        return sql.query<WithDates<SuppressionRow, "createdAt">>(
          back
            ? `${select} AND ($3::uuid IS NULL OR s.id > $3) ORDER BY s.id LIMIT $4`
            : `${select} AND ($3::uuid IS NULL OR s.id < $3) ORDER BY s.id DESC LIMIT $4`,
          values,
        );
      },
      () =>
        sql.query<{ n: number }>(countRows(`FROM suppression s WHERE ${fitting}`), [
          ...filterValues,
        ]),
    );
    return { ...page, rows: page.rows.map(isoTimes) };
  },
});
