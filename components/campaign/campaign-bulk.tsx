"use client";

import { Archive, ArchiveRestore } from "lucide-react";
import { SelectionBar } from "@/components/listing/selection-bar";
import { useBulk } from "@/components/listing/use-bulk";
import { Button } from "@/components/ui/button";
import type { changeCampaign } from "@/lib/campaign/change";
import type { EachActionOf } from "@/lib/verb/answer";

/** What can be done to several campaigns at the server. */
export interface CampaignBulkActions {
  /** Answers for each, in their order. */
  changeEach: EachActionOf<typeof changeCampaign>;
}

/**
 * What can be done to all campaigns that are selected.
 *
 * @param archived the list shows archived ones, and none else
 */
export function CampaignBulk({
  changeEach,
  archived,
}: CampaignBulkActions & { archived: boolean }) {
  const { busy, run } = useBulk({ one: "campaign", many: "campaigns" });
  const changeAll = (kind: "archive" | "restore", done: string) =>
    run((ids) => changeEach(ids.map((id) => ({ id, change: { kind } }))), done);
  return (
    <SelectionBar>
      {archived ? (
        <Button
          icon={ArchiveRestore}
          size="sm"
          loading={busy}
          onClick={() => changeAll("restore", "restored")}
        >
          Restore
        </Button>
      ) : (
        <Button
          icon={Archive}
          size="sm"
          loading={busy}
          onClick={() => changeAll("archive", "archived")}
        >
          Archive
        </Button>
      )}
    </SelectionBar>
  );
}
