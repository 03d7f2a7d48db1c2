import {
  Archive,
  ArchiveRestore,
  CalendarX2,
  CircleStop,
  Copy,
  PenLine,
  TextCursorInput,
  Undo2,
} from "lucide-react";
import { reasonOf } from "@/components/composer/rights";
import type { RowItem } from "@/components/listing/row-menu";
import type { Verdict } from "@/lib/policy/can";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignRights } from "./campaign-actions";

/** What an entry opens. */
export type CampaignAsk = "rename" | "edit";

/** What the other entries do. */
interface CampaignSteps {
  openDraft: () => void;
  copy: () => void;
  unschedule: () => void;
  undo: () => void;
  stop: () => void;
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
  const hasEnded = state === "sent" || state === "failed";
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
    state === "sending" &&
      !isUndoable && {
        icon: CircleStop,
        label: "Stop sending",
        ...asAllowed(may.stop),
        onSelect: steps.stop,
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
