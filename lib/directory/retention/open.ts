import { nothingSchema } from "@/lib/inputs/row";
import { noService } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { readRetention, type StoredRetention } from "./stored";

/** How long the installation keeps what, for its owners. */
export const openRetention = view({
  action: "retention.change",
  input: nothingSchema,
  service: noService,
  run: ({ sql }): Promise<StoredRetention> => readRetention(sql),
});
