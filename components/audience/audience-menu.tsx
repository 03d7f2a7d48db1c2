"use client";

import { FlaskConical, FlaskConicalOff, TextCursorInput, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { RenameDialog } from "@/components/form/rename-dialog";
import { useCall } from "@/components/form/use-call";
import { BulkRemoval } from "@/components/listing/bulk-removal";
import { RowMenu } from "@/components/listing/row-menu";
import { useSameService } from "@/components/shell/same-service";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import { Verbatim } from "@/components/ui/verbatim";
import type { AudienceRow } from "@/lib/directory/audience/rows";
import type { ChangeActions } from "./audience-actions";

interface AudienceMenuProps {
  row: AudienceRow;
  actions: Pick<ChangeActions, "change" | "remove">;
  /** The member may make and change test groups. */
  mayMark: boolean;
  /** Where to go once it is gone, from a page that is about nothing else. */
  removedTo?: string;
}

/** What changes whether a list is a test group, by whether it is one. */
const marks = {
  off: { icon: FlaskConicalOff, label: "No longer a test group", done: "No longer a test group" },
  on: { icon: FlaskConical, label: "Mark as test group", done: "Marked as a test group" },
};

/** What can be done to a list. */
export function AudienceMenu({ row, actions, mayMark, removedTo }: AudienceMenuProps) {
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  const { id } = row;
  const mark = marks[row.test ? "off" : "on"];
  const leave = () => {
    if (removedTo !== undefined) router.push(sameService(removedTo));
  };
  return (
    <RowMenu<"rename" | "remove">
      label={`Actions for ${row.name}`}
      pending={pending}
      items={[
        { icon: TextCursorInput, label: "Rename …", ask: "rename" },
        mayMark && {
          icon: mark.icon,
          label: mark.label,
          onSelect: () => run(() => actions.change({ id, test: !row.test }), mark.done),
        },
        { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
      ]}
      ask={(asking, close) => (
        <>
          <RenameDialog
            open={asking === "rename"}
            onOpenChange={close}
            title="Rename the list"
            thing={id}
            name={row.name}
            rename={({ name }) => actions.change({ id, name })}
            onRenamed={() => toast.success("Renamed")}
          />
          <Question
            open={asking === "remove"}
            onClose={close}
            size="sm"
            title={
              <>
                Remove <Verbatim>{row.name}</Verbatim>?
              </>
            }
            description={`The list and its ${row.recipients === 1 ? "recipient" : `${row.recipients.toLocaleString("en")} recipients`} can no longer be chosen. Confirmed campaigns are still sent to them.`}
            go="Remove the list"
            onGo={() => {
              close();
              run(() => actions.remove({ id }), "Removed", { done: leave });
            }}
          />
        </>
      )}
    />
  );
}

/** What can be done to all lists that are selected. */
export function AudienceBulk({ removeEach }: Pick<ChangeActions, "removeEach">) {
  return (
    <BulkRemoval
      noun={{ one: "list", many: "lists" }}
      icon={Trash2}
      label="Remove"
      title={(rows) => `Remove ${rows}?`}
      description={() =>
        "They can no longer be chosen. Confirmed campaigns are still sent to their recipients."
      }
      removeEach={removeEach}
      done="removed"
    />
  );
}
