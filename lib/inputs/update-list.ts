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

const id = z.uuid();
const single = z.strictObject({ ids: z.array(id).min(1).max(1_000) });
const ofMessage = z.strictObject({ transid: id });
const ofSpan = z.strictObject({ from: moment, to: moment });

const inOrder = ({ from, to }: { from: Date; to: Date }) => from.getTime() < to.getTime();
const order = { message: "to must be later than from", path: ["to"] };
const unionError = {
  error:
    "One of {ids: [webhook-id, …]}, {transid} and {from, to} (ISO 8601 with Z or an offset, from 1970 to 9999)",
};

/**
 * What a program asks to be sent again (contract 7): single updates by their `webhook-id`, all that
 * are missing of one message, or all parked ones of a time span.
 */
export const replaySchema = z.union([single, ofMessage, ofSpan.refine(inOrder, order)], unionError);

const serviceId = idText;

/**
 * Where a search for missing updates ended: the next one goes on behind this delivery, and with
 * older messages after this one.
 */
const searchedToSchema = z.strictObject({ transid: id, deliveryId: id });
export type SearchedTo = z.output<typeof searchedToSchema>;
const after = searchedToSchema.optional();

const most = z.int().min(1).max(mostReplayed).optional();

/**
 * The same for the console, with the service of the updates (a message has its own). Adds the
 * parked updates of one of its endpoints, and all that are missing of its newest messages, or of
 * the messages after the end of a search.
 */
export const replayInServiceSchema = z.union(
  [
    single.extend({ serviceId }),
    ofMessage.extend({ serviceId: serviceId.optional(), most }),
    z
      .strictObject({ serviceId, missing: z.literal(true), after })
      .transform((all) => ({ ...all, most: mostReplayed })),
    ofSpan.extend({ serviceId, most }).refine(inOrder, order),
    parkedAtSchema.transform((at) => ({ ...at, most: mostReplayed })),
  ],
  unionError,
);

/**
 * Where missing updates are counted: in one message, or in the newest ones of a service, or in
 * those after where a search ended.
 */
export const countMissingSchema = z.union([ofMessage, z.strictObject({ serviceId, after })]);

/** Whose inbox it is. */
export const inboxOfSchema = z.strictObject({ serviceId: idText });

/** Which page of an inbox. */
export const listInboxSchema = z.object({ serviceId: z.string(), ...pageInput });
