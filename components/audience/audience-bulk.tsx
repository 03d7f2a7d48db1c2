"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { countText } from "@/components/listing/count-text";
import { useSelection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { useBulk } from "@/components/listing/use-bulk";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/question";
import type { ChangeActions } from "./list-actions";

const noun = { one: "list", many: "lists" };

/** What can be done to all lists that are selected. */
export function AudienceBulk({ removeEach }: Pick<ChangeActions, "removeEach">) {
  const { selected } = useSelection();
  const { busy, run } = useBulk(noun);
  const [asking, setAsking] = useState(false);
  const what = countText(selected.length, noun);
  return (
    <>
      <SelectionBar>
        <Button icon={Trash2} size="sm" loading={busy} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </SelectionBar>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        title={`Remove ${what}?`}
        description="They can no longer be chosen. Confirmed campaigns are still sent to their recipients."
        keep="Cancel"
        go={`Remove ${what}`}
        onGo={() => {
          setAsking(false);
          run((ids) => removeEach(ids.map((id) => ({ id }))), "removed");
        }}
      />
    </>
  );
}
