"use client";

import { useCall } from "@/components/form/use-call";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { Continuation } from "@/lib/inputs/continuation";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignActions } from "./campaign-actions";

interface ContinuationChoiceProps {
  campaign: Pick<CampaignRow, "id" | "continues">;
  action: CampaignActions["changeContinuation"];
}

const options: readonly { value: Continuation; label: string }[] = [
  { value: "itself", label: "Goes on by itself" },
  { value: "by hand", label: "Waits for you" },
];

/** How a campaign goes on after a pause that a provider caused. */
export function ContinuationChoice({ campaign, action }: ContinuationChoiceProps) {
  const { id, continues } = campaign;
  const { pending, run } = useCall();
  const choose = (next: string) => {
    const option = options.find(({ value }) => value === next);
    if (option && !pending) run(() => action({ id, continues: option.value }));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
      <span>After a provider refused or failed</span>
      <SegmentedControl
        label="After a provider refused or failed"
        size="sm"
        value={continues}
        onValueChange={choose}
        options={options}
      />
    </div>
  );
}
