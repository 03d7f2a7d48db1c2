import { storePlace } from "@/lib/database/place";
import { nothingSchema } from "@/lib/inputs/row";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { beginSending, currentPlace, looksLikeCopy } from "./copy-check";

/**
 * Has an installation send that looks like a copy: it is the original, moved or restored. Does
 * nothing where it does not look like one. All of its processes begin within seconds.
 */
export const confirmInstallation = verb({
  action: "installation.confirm",
  input: nothingSchema,
  service: noService,
  run: async ({ tx }) => {
    if (!looksLikeCopy()) return { unchanged: null };
    await storePlace(tx, currentPlace());
    return { row: null, entity: "installation", event: {} };
  },
  after: beginSending,
});
