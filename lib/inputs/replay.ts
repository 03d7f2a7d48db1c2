import { z } from "zod";
import { moment } from "./moment";

const id = z.uuid();

/** What a program asks to be told again (contract 7): single updates by their `webhook-id`, all that are missing of one message, or all parked ones of a time span. */
export const replaySchema = z.union(
  [
    z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    z.strictObject({ transid: id }),
    z
      .strictObject({ from: moment, to: moment })
      .refine(({ from, to }) => from.getTime() < to.getTime(), { message: "to must be later than from", path: ["to"] }),
  ],
  { error: "One of {ids: [webhook-id, …]}, {transid} and {from, to} (ISO 8601 with Z or an offset, from 1970 to 9999)" },
);
