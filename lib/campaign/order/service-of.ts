import type { Sql } from "@/lib/database/sql";
import { serviceOfAppid } from "@/lib/directory/app/service-of";
import type { ComposedRequest } from "@/lib/inputs/compose";
import { problem } from "@/lib/interface/problem";
import { RefusedError } from "@/lib/verb/errors";

/**
 * The service of what was composed. An app of another service is as unknown as one that does not
 * exist, in the words of the interface (7001).
 */
export const serviceOfRequest = {
  find: (sql: Sql, { request }: { request: ComposedRequest }) =>
    serviceOfAppid(sql, request.request),
  missing: () => new RefusedError(problem("appid.unknown", "/appid")),
};
