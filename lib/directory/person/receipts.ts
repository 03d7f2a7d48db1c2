import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { countsSchema, erasuresSchema, type Counts } from "@/lib/inputs/person";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { byId, serviceNamed, type InService } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/**
 * What was changed when a person's data was removed, by whom and when; never whose it was. Times
 * are ISO 8601 UTC.
 */
export interface Receipt {
  id: string;
  serviceId: string;
  pseudonym: string;
  counts: Counts;
  createdBy: string | null;
  createdAt: string;
  /** Null while it is under way. */
  finishedAt: string | null;
}

type Row = WithDates<Omit<Receipt, "counts">, "createdAt" | "finishedAt"> & { counts: unknown };

const pageRows = 50;
const select = `SELECT e.id, e.service_id AS "serviceId", e.pseudonym, e.counts, m.name AS "createdBy", e.created_at AS "createdAt", e.finished_at AS "finishedAt"
  FROM erasure e LEFT JOIN member m ON m.id = e.created_by`;

/** The receipts of a service, the latest first, 50 a page. */
export const listErasures = view({
  action: "person.erase",
  input: erasuresSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { after, before }): Promise<PageOf<Receipt>> => {
    const page = await pageOf(
      { after, before, limit: pageRows },
      undefined,
      ({ place, back, limit }) =>
        sql.query<Row>(
          back
            ? `${select} WHERE e.service_id = $1 AND ($2::uuid IS NULL OR e.id > $2) ORDER BY e.id LIMIT $3`
            : `${select} WHERE e.service_id = $1 AND ($2::uuid IS NULL OR e.id < $2) ORDER BY e.id DESC LIMIT $3`,
          [serviceId, place?.id ?? null, limit],
        ),
      () =>
        sql.query<{ n: number }>(countRows(`FROM erasure e WHERE e.service_id = $1`), [serviceId]),
    );
    return { ...page, rows: page.rows.map(receiptOf) };
  },
});

/** The service of the receipt of a removal; undefined when there is no such receipt. */
const serviceOfErasure = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM erasure WHERE id = $1`, [id]),
);

/** One receipt. Throws `NotFoundError` when there is none. */
export const readErasure = view({
  action: "person.erase",
  input: idSchema,
  service: serviceOfErasure,
  run: async ({ sql, serviceId }, { id }): Promise<Receipt> => {
    const [row] = await sql.query<Row>(`${select} WHERE e.id = $1 AND e.service_id = $2`, [
      id,
      serviceId,
    ]);
    if (!row) throw new NotFoundError("This receipt");
    return receiptOf(row);
  },
});

function receiptOf({ counts, ...row }: Row): Receipt {
  const { createdAt, finishedAt, ...rest } = isoTimes(row);
  // In this order, which those that were downloaded before have.
  return { ...rest, counts: countsSchema.parse(counts), createdAt, finishedAt };
}
