"use client";

import { Archive, ArchiveRestore } from "lucide-react";
import { SelectionBar } from "@/components/listing/selection-bar";
import { useBulk } from "@/components/listing/use-bulk";
import { Button } from "@/components/ui/button";
import type { CampaignActions } from "./campaign-menu";

/**
 * What can be done to all campaigns that are selected.
 *
 * @param archived the list shows archived ones, and none else
 */
export function CampaignBulk({ change, archived }: Pick<CampaignActions, "change"> & { archived: boolean }) {
  const { busy, run } = useBulk({ one: "campaign", many: "campaigns" });
  return (
    <SelectionBar>
      {archived ? (
        <Button size="sm" loading={busy} onClick={() => run((id) => change({ id, change: { kind: "restore" } }), "restored")}>
          <ArchiveRestore aria-hidden />
          Restore
        </Button>
      ) : (
        <Button size="sm" loading={busy} onClick={() => run((id) => change({ id, change: { kind: "archive" } }), "archived")}>
          <Archive aria-hidden />
          Archive
        </Button>
      )}
    </SelectionBar>
  );
}
