"use client";

import { BellRing } from "lucide-react";
import { BulkRemoval } from "@/components/listing/bulk-removal";
import type { removeSuppression } from "@/lib/directory/suppression/remove";
import type { EachActionOf } from "@/lib/verb/answer";

/** Takes recipients off the suppression list; answers for each, in their order. */
export type UnsuppressEach = EachActionOf<typeof removeSuppression>;

/** What can be done to all that are selected. */
export function SuppressionBulk({ unsuppressEach }: { unsuppressEach: UnsuppressEach }) {
  return (
    <BulkRemoval
      noun={{ one: "recipient", many: "recipients" }}
      icon={BellRing}
      label="Remove from the list"
      title={(rows) => `Send to ${rows} again?`}
      description={(count) =>
        `${count === 1 ? "It is" : "They are"} removed from the suppression list, and the next message reaches ${count === 1 ? "it" : "them"}. Messages skipped until now are not sent.`
      }
      harmless
      removeEach={unsuppressEach}
      done="removed from the list"
    />
  );
}
