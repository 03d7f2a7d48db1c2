import { z } from "zod";
import { updateKinds } from "@/lib/interface/update";
import { moment } from "./moment";
import { pageInput } from "./page";
import { idText } from "./text";

/**
 * States by which updates of a service are listed: given up, tried again after a failure, not tried
 * yet, accepted.
 */
export const updateStates = ["parked", "retrying", "waiting", "sent"] as const;
export type UpdateState = (typeof updateStates)[number];

/** Which updates of a service are listed. */
export const listUpdatesSchema = z.object({
  serviceId: z.string(),
  state: z.enum(updateStates),
  kind: z.enum(updateKinds).optional(),
  /** "notifyurl", or the id of a webhook. */
  receiver: z.string().optional(),
  /** Of a notify URL. */
  origin: z.string().optional(),
  ...pageInput,
});

/** One update, as its address names it. */
export const updateNamedSchema = z.object({ transid: z.string(), id: z.string() });

/** An endpoint of a service, whose updates were parked. */
export const parkedAtSchema = z.strictObject({
  serviceId: idText,
  receiver: z.string().min(1).max(100),
  origin: z.string().max(2_100),
});

/** The time span in which updates were created; its end is not part of it. */
export const parkedWithinSchema = z
  .strictObject({ serviceId: idText, from: moment, to: moment })
  .refine(({ from, to }) => from.getTime() < to.getTime(), {
    message: "must be later than the beginning",
    path: ["to"],
  });

/** Updates sent again in one go at most, the oldest first. */
export const mostReplayed = 10_000;
