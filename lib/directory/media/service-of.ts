import { byId, type InService } from "@/lib/verb/service-of";

/** The service of a picture of the media library; undefined when there is no such picture. */
export const serviceOfMedia = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM media WHERE id = $1`, [id]),
);
