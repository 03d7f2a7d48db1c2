"use client";

import { Trash2 } from "lucide-react";
import { BulkRemoval } from "@/components/listing/bulk-removal";
import type { ChangeActions } from "./list-actions";

/** What can be done to all lists that are selected. */
export function AudienceBulk({ removeEach }: Pick<ChangeActions, "removeEach">) {
  return (
    <BulkRemoval
      noun={{ one: "list", many: "lists" }}
      icon={Trash2}
      label="Remove"
      title={(rows) => `Remove ${rows}?`}
      description={() =>
        "They can no longer be chosen. Confirmed campaigns are still sent to their recipients."
      }
      removeEach={removeEach}
      done="removed"
    />
  );
}
