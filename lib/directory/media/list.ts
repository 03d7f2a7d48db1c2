import { isoTimes } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { listMediaSchema } from "@/lib/inputs/media";
import { isSendable } from "@/lib/interface/text";
import type { PictureFacts } from "@/lib/media/accepted";
import { countRows, pageOf, type PageOf } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { mediaColumns, type MediaRow, type ReadRow } from "./rows";
import { countUses } from "./used-by";

/** A picture in a list. */
export interface ListedMedia extends MediaRow {
  /** Templates, campaigns yet to be sent and apps that use it now. */
  uses: number;
}

const pageRows = 48;
const fitting = `d.service_id = $1 AND ($2::text IS NULL OR strpos(lower(d.name), lower($2)) > 0)`;
const select = `SELECT ${mediaColumns} FROM media d LEFT JOIN member m ON m.id = d.created_by WHERE ${fitting}`;

/**
 * The pictures of a service, the latest first, 48 a page; none for a text that no name can hold.
 */
export const listMedia = view({
  action: "service.view",
  input: listMediaSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }, { text, after, before }): Promise<PageOf<ListedMedia>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const filterValues = [serviceId, text || null] as const;
    const page = await pageOf<ReadRow>(
      { after, before, limit: pageRows },
      undefined,
      ({ place, back, limit }) => {
        const values = [...filterValues, place?.id ?? null, limit];
        return back
          ? sql.query<ReadRow>(
              `${select} AND ($3::uuid IS NULL OR d.id > $3) ORDER BY d.id LIMIT $4`,
              values,
            )
          : sql.query<ReadRow>(
              `${select} AND ($3::uuid IS NULL OR d.id < $3) ORDER BY d.id DESC LIMIT $4`,
              values,
            );
      },
      () => sql.query<{ n: number }>(countRows(`FROM media d WHERE ${fitting}`), [...filterValues]),
    );
    const uses =
      page.rows.length === 0
        ? new Map<string, number>()
        : await countUses(
            sql,
            serviceId,
            page.rows.map(({ sha256 }) => sha256),
          );
    return {
      ...page,
      rows: page.rows.map((row) => ({ ...isoTimes(row), uses: uses.get(row.sha256) ?? 0 })),
    };
  },
});

/**
 * Returns the facts of a file of any service: every client that has its address may fetch it.
 * Undefined where no service has it.
 *
 * @param serviceId the service whose name for the file is returned; "" where it does not have it
 */
export async function factsOfFile(
  sql: Sql,
  sha256: string,
  serviceId: string,
): Promise<(PictureFacts & { name: string }) | undefined> {
  const [facts] = await sql.query<PictureFacts & { name: string }>(
    `SELECT type, bytes, width, height, animated, CASE WHEN service_id = $2 THEN name ELSE '' END AS name
     FROM media WHERE sha256 = $1 ORDER BY service_id = $2 DESC LIMIT 1`,
    [sha256, serviceId],
  );
  return facts;
}
