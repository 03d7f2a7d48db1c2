import { z } from "zod";
import { moment } from "./moment";
import { idText } from "./text";
import { mostReplayed, parkedAtSchema } from "./update-list";

const id = z.uuid();
const single = z.strictObject({ ids: z.array(id).min(1).max(1_000) });
const ofMessage = z.strictObject({ transid: id });
const ofSpan = z.strictObject({ from: moment, to: moment });

const inOrder = ({ from, to }: { from: Date; to: Date }) => from.getTime() < to.getTime();
const order = { message: "to must be later than from", path: ["to"] };
const told = { error: "One of {ids: [webhook-id, …]}, {transid} and {from, to} (ISO 8601 with Z or an offset, from 1970 to 9999)" };

/** What a program asks to be told again (contract 7): single updates by their `webhook-id`, all that are missing of one message, or all parked ones of a time span. */
export const replaySchema = z.union([single, ofMessage, ofSpan.refine(inOrder, order)], told);

const serviceId = idText;

/** The same, with the service whose updates are meant (a message says its own), and the parked ones of one of its endpoints. */
export const replayInServiceSchema = z.union(
  [
    single.extend({ serviceId }),
    ofMessage.extend({ serviceId: serviceId.optional() }),
    // Without `most` all of them: so programs were promised (contract 7).
    ofSpan.extend({ serviceId, most: z.int().min(1).max(mostReplayed).optional() }).refine(inOrder, order),
    parkedAtSchema.transform((at) => ({ ...at, most: mostReplayed })),
  ],
  told,
);
