"use client";

import { SquarePen, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { historyItem } from "@/components/audit/history-link";
import { useCall } from "@/components/form/use-call";
import { useFound } from "@/components/form/use-found";
import { BulkRemoval } from "@/components/listing/bulk-removal";
import { RowMenu } from "@/components/listing/row-menu";
import { useSameService } from "@/components/shell/same-service";
import { Question } from "@/components/ui/overlay/question";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { RemoveSegmentActions } from "./segment-actions";
import { SegmentUsers } from "./segment-users";

interface SegmentMenuProps {
  segment: { id: string; name: string };
  actions: Pick<RemoveSegmentActions, "remove" | "findUsers">;
  /** Whether the member may read the audit log. */
  history: boolean;
  /** Where to go once it is gone, from a page that is about nothing else. */
  removedTo?: string;
}

/** What can be done to a segment. */
export function SegmentMenu({ segment, actions, history, removedTo }: SegmentMenuProps) {
  const { id, name } = segment;
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
      ask={(asking, close) =>
        asking === "remove" && (
          <RemoveSegment
            segment={segment}
            findUsers={actions.findUsers}
            onClose={close}
            onRemove={() => {
              close();
              run(() => actions.remove({ id }), "Removed", { done: leave });
            }}
          />
        )
      }
    />
  );
}

interface RemoveSegmentProps {
  segment: SegmentMenuProps["segment"];
  findUsers: RemoveSegmentActions["findUsers"];
  onClose: () => void;
  onRemove: () => void;
}

/** Asks before a segment is removed, and says who uses it. */
function RemoveSegment({
  segment: { id, name },
  findUsers,
  onClose,
  onRemove,
}: RemoveSegmentProps) {
  const users = useFound(id, async () => findUsers({ id }));
  return (
    <Question
      onClose={onClose}
      title={
        <>
          Remove <Verbatim>{name}</Verbatim>?
        </>
      }
      description="It can no longer be chosen. Users stay, and confirmed campaigns still go out with the rule that they were confirmed with."
      go="Remove the segment"
      disabled={users === undefined}
      onGo={onRemove}
    >
      <SegmentUsers users={users} />
    </Question>
  );
}

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
