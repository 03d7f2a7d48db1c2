"use client";

import { SquarePen, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { historyItem } from "@/components/audit/history-link";
import { useCall } from "@/components/form/use-call";
import { BulkRemoval } from "@/components/listing/bulk-removal";
import { RowMenu } from "@/components/listing/row-menu";
import { useSameService } from "@/components/shell/same-service";
import { Question } from "@/components/ui/overlay/question";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { RemoveSegmentActions } from "./segment-actions";

interface SegmentMenuProps {
  segment: { id: string; name: string };
  remove: RemoveSegmentActions["remove"];
  /** Whether the member may read the audit log. */
  history: boolean;
  /** Where to go once it is gone, from a page that is about nothing else. */
  removedTo?: string;
}

/** What can be done to a segment. */
export function SegmentMenu({
  segment: { id, name },
  remove,
  history,
  removedTo,
}: SegmentMenuProps) {
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  const leave = () => {
    if (removedTo !== undefined) router.push(sameService(removedTo));
  };
  return (
    <RowMenu<"remove">
      label={`Actions for ${name}`}
      pending={pending}
      items={[
        removedTo === undefined && { icon: SquarePen, label: "Edit", href: paths.segment(id) },
        history && historyItem(id),
        { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
      ]}
      ask={(asking, close) => (
        <Question
          open={asking === "remove"}
          onClose={close}
          size="sm"
          title={
            <>
              Remove <Verbatim>{name}</Verbatim>?
            </>
          }
          description={removalText}
          go="Remove the segment"
          onGo={() => {
            close();
            run(() => remove({ id }), "Removed", { done: leave });
          }}
        />
      )}
    />
  );
}

const removalText =
  "It can no longer be chosen, and no user is removed with it. Confirmed campaigns still go out with its rule.";

/** What can be done to all segments that are selected. */
export function SegmentBulk({ removeEach }: Pick<RemoveSegmentActions, "removeEach">) {
  return (
    <BulkRemoval
      noun={{ one: "segment", many: "segments" }}
      icon={Trash2}
      label="Remove"
      title={(rows) => `Remove ${rows}?`}
      description={() =>
        "They can no longer be chosen. Confirmed campaigns still go out with their rules."
      }
      removeEach={removeEach}
      done="removed"
    />
  );
}
