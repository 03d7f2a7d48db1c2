"use client";

import {
  Archive,
  ArchiveRestore,
  CalendarX2,
  CircleStop,
  Copy,
  Ellipsis,
  PenLine,
  TextCursorInput,
  Undo2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { reasonOf } from "@/components/composer/rights";
import { RenameDialog } from "@/components/form/rename-dialog";
import { useCall } from "@/components/form/use-call";
import { useSameService } from "@/components/shell/same-service";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { useFocusBack } from "@/components/ui/focus-back";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { Answer } from "@/lib/inputs/answer";
import type { changeCampaignSchema } from "@/lib/inputs/campaign";
import type { Verdict } from "@/lib/policy/can";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignRights } from "./campaign-rights";
import { EditScheduled } from "./edit-scheduled";
import { startText } from "./start-text";
import { useUnschedule } from "./use-unschedule";

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

interface Item {
  /** Whether the campaign is in a state for it; it is when left out. */
  shown?: boolean;
  icon: typeof Archive;
  label: string;
  /** Left out where the right to change campaigns is all it takes. */
  right?: Verdict;
  onSelect: () => void;
}

/** What can be done to a campaign. */
export function CampaignMenu({
  row,
  may,
  actions,
}: {
  row: CampaignRow;
  may: CampaignRights;
  actions: CampaignActions;
}) {
  const { id, state, startsAt, timezone } = row;
  const isHeld = row.heldMs !== null;
  const hasEnded = state === "sent" || state === "failed";
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  const { pending: unscheduling, unschedule, edit } = useUnschedule(row, actions.unschedule);
  const opener = useFocusBack(pending || unscheduling);
  const [naming, setNaming] = useState(false);
  const [asking, setAsking] = useState(false);
  const copy = () =>
    run(
      () => actions.duplicate({ id }),
      (made) => router.push(sameService(`/compose?campaign=${made}`)),
    );
  const undone = () => {
    toast.success("Sending undone");
    router.refresh();
  };
  const move = (kind: "archive" | "restore", done: string) =>
    run(() => actions.change({ id, change: { kind } }), done);
  const stop = () =>
    run(() => actions.stop({ id }), "Stopped. Messages already accepted are still delivered.");
  const items: readonly Item[] = [
    {
      shown: state === "draft",
      icon: PenLine,
      label: "Edit",
      onSelect: () => router.push(sameService(`/compose?campaign=${id}`)),
    },
    { icon: TextCursorInput, label: "Rename …", onSelect: () => setNaming(true) },
    { icon: Copy, label: "Duplicate", onSelect: copy },
    {
      shown: state === "scheduled",
      icon: PenLine,
      label: "Edit …",
      right: may.unschedule,
      onSelect: () => setAsking(true),
    },
    {
      shown: state === "scheduled",
      icon: CalendarX2,
      label: "Unschedule",
      right: may.unschedule,
      onSelect: unschedule,
    },
    {
      shown: isHeld,
      icon: Undo2,
      label: "Undo sending",
      right: may.undo,
      onSelect: () => run(() => actions.undo({ id }), undone),
    },
    {
      shown: state === "sending" && !isHeld,
      icon: CircleStop,
      label: "Stop sending",
      right: may.stop,
      onSelect: stop,
    },
    {
      shown: state === "archived",
      icon: ArchiveRestore,
      label: "Restore",
      onSelect: () => move("restore", "Restored"),
    },
    {
      shown: hasEnded || state === "draft",
      icon: Archive,
      label: "Archive",
      onSelect: () => move("archive", "Archived"),
    },
  ];
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            ref={opener}
            icon={Ellipsis}
            label={`Actions for ${row.name}`}
            size="sm"
            disabled={pending || unscheduling}
          />
        }
      >
        {items.map(
          ({ shown = true, icon: Icon, label, right, onSelect }) =>
            shown && (
              <MenuItem
                key={label}
                icon={<Icon aria-hidden />}
                disabled={right?.ok === false}
                title={right && reasonOf(right)}
                onSelect={onSelect}
              >
                {label}
              </MenuItem>
            ),
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
        thing={id}
        name={row.name}
        rename={({ name }) => actions.change({ id, change: { kind: "rename", name } })}
        onRenamed={() => toast.success("Renamed")}
      />
    </>
  );
}
