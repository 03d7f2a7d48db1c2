import { byId, type InService } from "@/lib/verb/service-of";

/** The service of a list, removed or not; undefined when there is no such list. */
export const serviceOfAudience = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM audience WHERE id = $1`, [id]),
);
