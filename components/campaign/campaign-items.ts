import {
  Archive,
  ArchiveRestore,
  CalendarX2,
  CircleStop,
  Copy,
  Pause,
  PenLine,
  Play,
  TextCursorInput,
  Undo2,
} from "lucide-react";
import { reasonOf } from "@/components/composer/rights";
import type { RowItem } from "@/components/listing/row-menu";
import type { Verdict } from "@/lib/policy/can";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignRights } from "./campaign-actions";

/** What an entry opens. */
export type CampaignAsk = "rename" | "edit" | "stop";

/** What the other entries do. */
interface CampaignSteps {
  openDraft: () => void;
  copy: () => void;
  unschedule: () => void;
  undo: () => void;
  pause: () => void;
  resume: () => void;
  restore: () => void;
  archive: () => void;
}

/** Returns the entries of the menu of a campaign for the state that it is in. */
export function campaignItems(
  { state, undoMs }: Pick<CampaignRow, "state" | "undoMs">,
  may: CampaignRights,
  steps: CampaignSteps,
): readonly (RowItem<CampaignAsk> | false)[] {
  const isUndoable = undoMs !== null;
  const hasEnded = state === "sent" || state === "failed" || state === "stopped";
  const isSending = state === "sending" && !isUndoable;
  return [
    state === "draft" && { icon: PenLine, label: "Edit", onSelect: steps.openDraft },
    { icon: TextCursorInput, label: "Rename …", ask: "rename" },
    { icon: Copy, label: "Duplicate", onSelect: steps.copy },
    state === "scheduled" && {
      icon: PenLine,
      label: "Edit …",
      ...asAllowed(may.unschedule),
      ask: "edit",
    },
    state === "scheduled" && {
      icon: CalendarX2,
      label: "Unschedule",
      ...asAllowed(may.unschedule),
      onSelect: steps.unschedule,
    },
    isUndoable && {
      icon: Undo2,
      label: "Undo sending",
      ...asAllowed(may.undo),
      onSelect: steps.undo,
    },
    isSending && {
      icon: Pause,
      label: "Pause sending",
      ...asAllowed(may.pause),
      onSelect: steps.pause,
    },
    state === "paused" && {
      icon: Play,
      label: "Resume sending",
      ...asAllowed(may.resume),
      onSelect: steps.resume,
    },
    (isSending || state === "paused") && {
      icon: CircleStop,
      label: "Stop sending …",
      ...asAllowed(may.stop),
      ask: "stop",
    },
    state === "archived" && {
      icon: ArchiveRestore,
      label: "Restore",
      onSelect: steps.restore,
    },
    (hasEnded || state === "draft") && {
      icon: Archive,
      label: "Archive",
      onSelect: steps.archive,
    },
  ];
}

/** Returns how an entry shows whether the member may: disabled, with the reason. */
function asAllowed(right: Verdict): { disabled: boolean; title: string | undefined } {
  return { disabled: !right.ok, title: reasonOf(right) };
}
