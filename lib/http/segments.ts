import type { z } from "zod";
import { addSegment } from "@/lib/directory/segment/add";
import { changeSegment } from "@/lib/directory/segment/change";
import { countSegment } from "@/lib/directory/segment/count";
import { listSegments } from "@/lib/directory/segment/list";
import { openSegment } from "@/lib/directory/segment/open";
import { removeSegment } from "@/lib/directory/segment/remove";
import {
  segmentBodySchema,
  segmentChangeBodySchema,
  segmentListQuerySchema,
} from "@/lib/inputs/segment";
import { problem } from "@/lib/interface/problem";
import { ConflictError } from "@/lib/verb/errors";
import { answers } from "./answers";
import type { ServiceCaller } from "./authenticate";
import { CallError } from "./call-error";
import { fromQuery, methods, resource, serviceKey, type Call } from "./resource";
import { idOrUnknown, ruledBody, ruledRefusal, withWarnings } from "./ruled";
import { rowReply } from "./serialize";

/** Fifty conditions with a hundred of the longest values fit about half. */
const bodyBytes = 1_048_576;

const missing = "This service has no such segment.";
const refusal = ruledRefusal({
  unknown: "segment.unknown",
  ruleAt: (pointer) => (pointer === "/name" ? "segment.name" : undefined),
  unavailable: ["segment.timeout", "segment.busy"],
});

const idOf = ({ named: { id = "" } }: Call) => idOrUnknown(id, "This segment");

/** `GET|POST /resources/v1/segments`: lists segments by name, 50 a page, or stores one. */
export const segmentsAddress = methods({
  GET: resource({
    caller: serviceKey("segment.read"),
    body: fromQuery(segmentListQuerySchema, "Invalid cursor."),
    run: async ({ caller: { actor }, body: { parsed } }) => {
      const input = { serviceId: actor.serviceId, after: parsed.cursor };
      const { rows, next } = await listSegments({ actor }, input);
      return { segments: rows, cursor: next };
    },
    answer: rowReply(answers.listSegments),
    refusal,
  }),
  POST: resource({
    caller: serviceKey("segment.add"),
    body: ruledBody(segmentBodySchema, { cap: bodyBytes }),
    run: async ({ caller: { actor }, body: value }) => {
      const { name, rule } = value;
      const row = await addSegment({ actor }, { serviceId: actor.serviceId, name, rule });
      return withWarnings(row, { schema: segmentBodySchema, value });
    },
    answer: rowReply(answers.createSegment, { status: () => 201 as const }),
    refusal,
  }),
});

interface ChangeCall {
  caller: ServiceCaller;
  body: z.input<typeof segmentChangeBodySchema>;
  call: Call;
}

async function change({ caller: { actor }, body: { revision, name, rule }, call }: ChangeCall) {
  try {
    return await changeSegment({ actor }, { id: idOf(call), revision, name, rule });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { revision: latest } = error.conflict;
    throw new CallError(409, "", [problem("segment.conflict", "/revision", { revision: latest })]);
  }
}

/** `GET|PATCH|DELETE /resources/v1/segments/{id}`: a segment with its rule (contract 9). */
export const segmentAddress = methods({
  GET: resource({
    caller: serviceKey("segment.read"),
    run: ({ caller: { actor }, call }) => openSegment({ actor }, { id: idOf(call) }),
    answer: rowReply(answers.readSegment),
    missing,
    refusal,
  }),
  PATCH: resource({
    caller: serviceKey("segment.change"),
    body: ruledBody(segmentChangeBodySchema, { cap: bodyBytes }),
    run: async (input: ChangeCall) =>
      withWarnings(await change(input), { schema: segmentChangeBodySchema, value: input.body }),
    answer: rowReply(answers.changeSegment),
    missing,
    refusal,
  }),
  DELETE: resource({
    caller: serviceKey("segment.remove"),
    run: async ({ caller: { actor }, call }) => {
      await removeSegment({ actor }, { id: idOf(call) });
      return { removed: true as const };
    },
    answer: rowReply(answers.removeSegment),
    missing,
    refusal,
  }),
});

/** `GET /resources/v1/segments/{id}/count`: how many users and devices it has now. */
export const segmentCount = methods({
  GET: resource({
    caller: serviceKey("segment.read"),
    run: ({ caller: { actor }, call }) => countSegment({ actor }, { id: idOf(call) }),
    answer: rowReply(answers.countSegment),
    missing,
    refusal,
  }),
});
