"use client";

import { Archive, ArchiveRestore, CalendarX2, CircleStop, Copy, Ellipsis, PenLine, TextCursorInput, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { useSameService } from "@/components/shell/same-service";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { useFocusBack } from "@/components/ui/focus-back";
import { IconButton } from "@/components/ui/icon-button";
import { RenameDialog } from "@/components/form/rename-dialog";
import { useCall } from "@/components/form/use-call";
import type { z } from "zod";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { changeCampaignSchema } from "@/lib/inputs/campaign";
import type { CampaignRow } from "@/lib/results/campaign-list";
import { rememberTime } from "@/components/composer/delivery/former-time";
import type { CampaignRights } from "./campaign-rights";
import { EditScheduled } from "./edit-scheduled";
import { startText } from "./start-text";

type Named<T> = (input: { id: string }) => Promise<Answer<T>>;

/** What can be done to campaigns at the server. */
export interface CampaignActions {
  change: (input: z.input<typeof changeCampaignSchema>) => Promise<Answer<null>>;
  undo: Named<{ id: string; revision: number }>;
  unschedule: Named<null>;
  stop: Named<null>;
  /** Returns the id of the copy. */
  duplicate: Named<string>;
}

/** What can be done to a campaign. */
export function CampaignMenu({ row, may, actions }: { row: CampaignRow; may: CampaignRights; actions: CampaignActions }) {
  const { id } = row;
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  const opener = useFocusBack(pending);
  const [naming, setNaming] = useState(false);
  const [asking, setAsking] = useState(false);
  const { startsAt, timezone } = row;
  const edit = async () => {
    const answer = await answerOf(actions.unschedule({ id }));
    if (!answer.ok) return void toast.error(sentenceOf(answer));
    if (startsAt !== null) rememberTime(() => window.sessionStorage, id, { startsAt, zone: timezone ?? "UTC" });
    toast.success("It is a draft again. Schedule it once more when you are done.");
    router.push(sameService(`/compose?campaign=${id}`));
  };
  const copy = () =>
    run(
      () => actions.duplicate({ id }),
      (made) => router.push(sameService(`/compose?campaign=${made}`)),
    );
  const undone = () => {
    toast.success("Sending undone");
    router.refresh();
  };
  return (
    <>
      <DropdownMenu trigger={<IconButton ref={opener} icon={Ellipsis} label={`Actions for ${row.name}`} size="sm" disabled={pending} />}>
        {row.state === "draft" && (
          <MenuItem icon={<PenLine aria-hidden />} onSelect={() => router.push(sameService(`/compose?campaign=${row.id}`))}>
            Edit
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
            icon={<PenLine aria-hidden />}
            disabled={!may.unschedule.ok}
            title={may.unschedule.ok ? undefined : may.unschedule.reason}
            onSelect={() => setAsking(true)}
          >
            Edit …
          </MenuItem>
        )}
        {row.state === "scheduled" && (
          <MenuItem
            icon={<CalendarX2 aria-hidden />}
            disabled={!may.unschedule.ok}
            title={may.unschedule.ok ? undefined : may.unschedule.reason}
            onSelect={() => run(() => actions.unschedule({ id }), "Unscheduled. It is a draft again.")}
          >
            Unschedule
          </MenuItem>
        )}
        {row.heldMs !== null && (
          <MenuItem
            icon={<Undo2 aria-hidden />}
            disabled={!may.undo.ok}
            title={may.undo.ok ? undefined : may.undo.reason}
            onSelect={() => run(() => actions.undo({ id }), undone)}
          >
            Undo sending
          </MenuItem>
        )}
        {row.state === "sending" && row.heldMs === null && (
          <MenuItem
            icon={<CircleStop aria-hidden />}
            disabled={!may.stop.ok}
            title={may.stop.ok ? undefined : may.stop.reason}
            onSelect={() => run(() => actions.stop({ id }), "Stopped. Messages already accepted are still delivered.")}
          >
            Stop sending
          </MenuItem>
        )}
        {row.state === "archived" && (
          <MenuItem
            icon={<ArchiveRestore aria-hidden />}
            onSelect={() => run(() => actions.change({ id, change: { kind: "restore" } }), "Restored")}
          >
            Restore
          </MenuItem>
        )}
        {(row.state === "draft" || row.state === "sent" || row.state === "failed") && (
          <MenuItem
            icon={<Archive aria-hidden />}
            onSelect={() => run(() => actions.change({ id, change: { kind: "archive" } }), "Archived")}
          >
            Archive
          </MenuItem>
        )}
      </DropdownMenu>
      {startsAt !== null && (
        <EditScheduled
          open={asking}
          onOpenChange={setAsking}
          name={row.name}
          starts={startText(startsAt, timezone)}
          listRemoved={row.listRemoved}
          onEdit={edit}
        />
      )}
      <RenameDialog
        open={naming}
        onOpenChange={setNaming}
        title="Rename the campaign"
        name={row.name}
        rename={({ name }) => actions.change({ id, change: { kind: "rename", name } })}
        onRenamed={() => toast.success("Renamed")}
      />
    </>
  );
}
