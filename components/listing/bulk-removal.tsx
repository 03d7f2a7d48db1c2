"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/overlay/question";
import type { Answer } from "@/lib/inputs/answer";
import { countText, type Noun } from "./count-text";
import { useSelection } from "./selection";
import { SelectionBar } from "./selection-bar";
import { useBulk } from "./use-bulk";

interface BulkRemovalProps {
  noun: Noun;
  icon: LucideIcon;
  /** On the button. */
  label: string;
  /** What is asked of the selected rows, as text with their number: "2 lists". */
  title: (rows: string) => string;
  /** Says what it brings about. */
  description: (count: number) => string;
  /** It takes nothing away. */
  harmless?: boolean;
  /** Removes each; answers for each, in their order. */
  removeEach: (rows: readonly { id: string }[]) => Promise<Answer<readonly Answer<unknown>[]>>;
  /** The words behind the number of removed rows. */
  done: string;
}

/** Removes all selected rows, behind a question. */
export function BulkRemoval({
  noun,
  icon,
  label,
  title,
  description,
  harmless = false,
  removeEach,
  done,
}: BulkRemovalProps) {
  const { selected } = useSelection();
  const { busy, run } = useBulk(noun);
  const [asking, setAsking] = useState(false);
  const rows = countText(selected.length, noun);
  return (
    <>
      <SelectionBar>
        <Button icon={icon} size="sm" loading={busy} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </SelectionBar>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        title={title(rows)}
        description={description(selected.length)}
        keep="Cancel"
        go={`Remove ${rows}`}
        harmless={harmless}
        onGo={() => {
          setAsking(false);
          run((ids) => removeEach(ids.map((id) => ({ id }))), done);
        }}
      />
    </>
  );
}
