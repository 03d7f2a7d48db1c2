"use client";

import { Archive, ArchiveRestore, CalendarX2, CircleStop, Copy, Ellipsis, PenLine, TextCursorInput } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { RenameDialog } from "@/components/ui/rename-dialog";
import type { CampaignChange } from "@/lib/campaign/change";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { Answer } from "@/lib/inputs/arguments";

export interface CampaignActions {
  /** Answers what stands in the way, if anything. */
  change: (id: string, change: CampaignChange) => Promise<string | undefined>;
  /** Answers the id of the copy. */
  duplicate: (id: string) => Promise<Answer<string>>;
}

/** What can be done to a campaign. */
export function CampaignMenu({ row, change, duplicate }: CampaignActions & { row: CampaignRow }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const [naming, setNaming] = useState(false);
  const run = (what: CampaignChange, done: string) =>
    start(async () => {
      try {
        const obstacle = await change(row.id, what);
        if (obstacle === undefined) toast.success(done);
        else toast.error(obstacle);
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  const copy = () =>
    start(async () => {
      try {
        const answer = await duplicate(row.id);
        if (answer.ok) router.push(`/compose?campaign=${answer.value}`);
        else toast.error(answer.message);
      } catch {
        toast.error("It could not be copied. Try again.");
      }
    });
  return (
    <>
      <DropdownMenu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${row.name}`} size="sm" disabled={pending} />}>
        {row.state === "draft" && (
          <MenuItem icon={<PenLine aria-hidden />} onSelect={() => router.push(`/compose?campaign=${row.id}`)}>
            Go on writing
          </MenuItem>
        )}
        <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setNaming(true)}>
          Rename …
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onSelect={copy}>
          Duplicate
        </MenuItem>
        {row.state === "scheduled" && (
          <MenuItem
            icon={<CalendarX2 aria-hidden />}
            onSelect={() => run({ kind: "unschedule" }, "It is a draft again; nothing will be sent")}
          >
            Take back
          </MenuItem>
        )}
        {row.state === "sending" && (
          <MenuItem
            icon={<CircleStop aria-hidden />}
            onSelect={() => run({ kind: "stop" }, "Stopped; the requests that were accepted go on")}
          >
            Stop sending
          </MenuItem>
        )}
        {row.state === "archived" && (
          <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={() => run({ kind: "restore" }, "Restored")}>
            Restore
          </MenuItem>
        )}
        {(row.state === "draft" || row.state === "sent" || row.state === "failed") && (
          <MenuItem icon={<Archive aria-hidden />} onSelect={() => run({ kind: "archive" }, "Archived")}>
            Archive
          </MenuItem>
        )}
      </DropdownMenu>
      <RenameDialog
        open={naming}
        onOpenChange={setNaming}
        title="Rename the campaign"
        name={row.name}
        onRename={(name) => run({ kind: "rename", name }, "Renamed")}
      />
    </>
  );
}
