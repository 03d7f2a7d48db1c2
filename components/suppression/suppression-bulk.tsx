"use client";

import { BellRing } from "lucide-react";
import { useState } from "react";
import { countText } from "@/components/listing/count-text";
import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { useBulk } from "@/components/listing/use-bulk";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/question";
import type { Answer } from "@/lib/inputs/answer";

const noun = { one: "recipient", many: "recipients" };

/** Takes recipients off the suppression list; answers for each, in their order. */
export type UnsuppressEach = (
  entries: readonly { id: string }[],
) => Promise<Answer<readonly Answer<unknown>[]>>;

/** What can be done to all that are selected. */
export function SuppressionBulk({ unsuppressEach }: { unsuppressEach: UnsuppressEach }) {
  const { selected } = useSelection();
  const { busy, run } = useBulk(noun);
  const [asking, setAsking] = useState(false);
  const what = countText(selected.length, noun);
  return (
    <>
      <SelectionBar>
        <Button icon={BellRing} size="sm" loading={busy} onClick={() => setAsking(true)}>
          Remove from the list
        </Button>
      </SelectionBar>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        title={`Send to ${what} again?`}
        description={`${selected.length === 1 ? "It is" : "They are"} removed from the suppression list, and the next message reaches ${selected.length === 1 ? "it" : "them"}. Messages skipped until now are not sent.`}
        keep="Cancel"
        go={`Remove ${what}`}
        harmless
        onGo={() => {
          setAsking(false);
          run((ids) => unsuppressEach(ids.map((id) => ({ id }))), "removed from the list");
        }}
      />
    </>
  );
}
