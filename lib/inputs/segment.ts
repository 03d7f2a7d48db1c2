import { z } from "zod";
import { wordIssue } from "@/lib/interface/issue";
import { ruleSchema } from "@/lib/segment/rule";
import { nameCursor, pageInput } from "./page";
import { revision } from "./row";
import { idText, name } from "./text";

/** Segments of a service at most. */
export const mostSegments = 1_000;

const segmentName = name(200);

/** What `POST /resources/v1/segments` takes (contract 9). */
export const segmentBodySchema = z.object({ name: segmentName, rule: ruleSchema });
/** What `PATCH /resources/v1/segments/{id}` takes: what is left out stays. */
export const segmentChangeBodySchema = z.object({
  revision: z.int({ error: wordIssue }).min(1, "must be 1 or more"),
  name: segmentName.optional(),
  rule: ruleSchema.optional(),
});

/** A new segment of a service. */
export const addSegmentSchema = segmentBodySchema.extend({ serviceId: idText });
/** What a segment is from now on; what is left out stays. */
export const changeSegmentSchema = segmentChangeBodySchema.extend({ id: idText, revision });

/** What segments can be sorted by; with a minus the other way round. */
export const segmentSorts = ["name", "-name"] as const;
/** Which segments of a service are listed. */
export const listSegmentsSchema = z.object({
  serviceId: z.string(),
  text: z.string().optional(),
  sort: z.enum(segmentSorts).default("name"),
  ...pageInput,
  limit: z.number().optional(),
});
/** What `GET /resources/v1/segments` takes. */
export const segmentListQuerySchema = z.object({
  cursor: nameCursor("cursor", "cursor").optional().describe("The `cursor` of the previous page."),
});

/** A rule that is asked about, stored or not. */
export const ruleOfServiceSchema = z.object({ serviceId: idText, rule: ruleSchema });

/** What a caller chose to cancel a count by. */
const token = z.uuid();
/** A rule to be counted. */
export const countRuleSchema = ruleOfServiceSchema.extend({ token: token.optional() });
/** A count under way. */
export const cancelCountSchema = z.object({ serviceId: idText, token });
