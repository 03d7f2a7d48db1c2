import { z } from "zod";
import type { DrawnAudience } from "@/lib/compose/chosen-audience";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { byId, type InService } from "@/lib/verb/service-of";

const recipientSchema = z.object({
  type: z.enum(destinationKeys),
  id: z.string(),
  parameters: z.record(z.string(), z.string()),
});

/** What is remembered of a list while it is filled, so that choosing it reads none of its rows. */
export const summarySchema = z.object({
  /** Recipients by kind of identifier; kinds without any are left out. */
  kinds: z.partialRecord(z.enum(destinationKeys), z.number()).default({}),
  /** Names that at least one recipient has a value for. */
  parameters: z.array(z.string()).default([]),
  /** Those whose payload may be the largest. */
  widest: z.array(recipientSchema).default([]),
  /** Of a snapshot: those of `parameters` that its recipients were stored with. */
  columns: z.array(z.string()).optional(),
});
export type AudienceSummary = z.output<typeof summarySchema>;

/** A saved list as people choose one. Times are ISO 8601 UTC. */
export interface AudienceRow extends Omit<DrawnAudience, "head" | "widest" | "segment"> {
  /** Offered when a message is tested. */
  test: boolean;
  createdAt: string;
  createdBy: string | null;
}

/** A list with what the composer draws and counts with. */
export interface OpenAudience extends AudienceRow, DrawnAudience {
  /** It is offered no longer. */
  removed: boolean;
}

/** The service of a list, removed or not; undefined when there is no such list. */
export const serviceOfAudience = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM audience WHERE id = $1`, [id]),
);
