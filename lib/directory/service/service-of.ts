import { byId, type InService } from "@/lib/verb/service-of";

/** The service of a service key, revoked or not; undefined when there is no such key. */
export const serviceOfServiceKey = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM service_key WHERE id = $1`, [id]),
);

/** The service of a JWT secret; undefined when there is no such secret. */
export const serviceOfJwtSecret = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM jwt_secret WHERE id = $1`, [id]),
);
