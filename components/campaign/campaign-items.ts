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
import type { Verdict } from "@/lib/policy/can";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignRights } from "./campaign-rights";

/** An entry of the menu of a campaign. */
interface CampaignItem {
  /** Whether the campaign is in a state for it; it is when left out. */
  isOffered?: boolean;
  icon: typeof Archive;
  label: string;
  /** Left out where the right to change campaigns is all it takes. */
  right?: Verdict;
  onSelect: () => void;
}

/** What each entry does. */
interface CampaignSteps {
  openDraft: () => void;
  rename: () => void;
  copy: () => void;
  editScheduled: () => void;
  unschedule: () => void;
  undo: () => void;
  stop: () => void;
  restore: () => void;
  archive: () => void;
}

/** Returns the entries of the menu of a campaign, also those for states that it is not in. */
export function campaignItems(
  { state, heldMs }: Pick<CampaignRow, "state" | "heldMs">,
  may: CampaignRights,
  steps: CampaignSteps,
): readonly CampaignItem[] {
  const isHeld = heldMs !== null;
  const hasEnded = state === "sent" || state === "failed";
  return [
    {
      isOffered: state === "draft",
      icon: PenLine,
      label: "Edit",
      onSelect: steps.openDraft,
    },
    { icon: TextCursorInput, label: "Rename …", onSelect: steps.rename },
    { icon: Copy, label: "Duplicate", onSelect: steps.copy },
    {
      isOffered: state === "scheduled",
      icon: PenLine,
      label: "Edit …",
      right: may.unschedule,
      onSelect: steps.editScheduled,
    },
    {
      isOffered: state === "scheduled",
      icon: CalendarX2,
      label: "Unschedule",
      right: may.unschedule,
      onSelect: steps.unschedule,
    },
    {
      isOffered: isHeld,
      icon: Undo2,
      label: "Undo sending",
      right: may.undo,
      onSelect: steps.undo,
    },
    {
      isOffered: state === "sending" && !isHeld,
      icon: CircleStop,
      label: "Stop sending",
      right: may.stop,
      onSelect: steps.stop,
    },
    {
      isOffered: state === "archived",
      icon: ArchiveRestore,
      label: "Restore",
      onSelect: steps.restore,
    },
    {
      isOffered: hasEnded || state === "draft",
      icon: Archive,
      label: "Archive",
      onSelect: steps.archive,
    },
  ];
}
