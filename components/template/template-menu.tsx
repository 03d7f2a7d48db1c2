"use client";

import {
  Archive,
  ArchiveRestore,
  Copy,
  Ellipsis,
  Share2,
  TextCursorInput,
  Trash2,
  Undo2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { useSameService } from "@/components/shell/same-service";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { isolated } from "@/components/ui/isolated";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";
import { idSchema } from "@/lib/inputs/id";
import { archiveTemplateSchema } from "@/lib/inputs/template";
import { DuplicateDialog, type DuplicateDialogProps } from "./duplicate-dialog";
import { NameDialog, type ChangeTemplateAction } from "./name-dialog";
import { ShareDialog, type Sharing } from "./share/share-dialog";
import { useDiscard, type Discarding } from "./use-discard";

type ById = (input: { id: string }) => Promise<Answer<unknown>>;
type ArchiveAction = (input: z.input<typeof archiveTemplateSchema>) => Promise<Answer<unknown>>;

interface TemplateMenuProps {
  template: { id: string; name: string; tags: readonly string[]; archived: boolean };
  actions: TemplateActions;
}

/** What is offered; each absent for members who may not. */
interface TemplateActions {
  change?: ChangeTemplateAction | undefined;
  archiving?: { archive: ArchiveAction; restore: ById } | undefined;
  sharing?: Sharing | undefined;
  /** Where a published template has a draft. */
  discarding?: Discarding | undefined;
  duplicating?: Omit<DuplicateDialogProps, "name" | "open" | "onOpenChange"> | undefined;
  /** Of a template that was never published. */
  remove?: ById | undefined;
}

type Dialog = "name" | "share" | "duplicate" | "remove";

/** What can be done to a template as a whole. */
export function TemplateMenu({
  template: { id, name, tags, archived },
  actions,
}: TemplateMenuProps) {
  const { change, archiving, sharing, discarding, duplicating, remove } = actions;
  const [openDialog, setOpenDialog] = useState<Dialog>();
  /** What archiving it would break. */
  const [breaks, setBreaks] = useState<string>();
  const [pending, start] = useTransition();
  const run = (call: ById, done: string) =>
    start(async () => {
      const answer = await answerOf(call({ id }));
      if (answer.ok) toast.success(done);
      else if (answer.problems[0]?.pointer === "/anyway") setBreaks(sentenceOf(answer));
      else toast.error(sentenceOf(answer));
    });
  const router = useRouter();
  const sameService = useSameService();
  const { pending: isDiscarding, discard } = useDiscard(id);
  if (!change && !archiving && !sharing) return null;
  const items = [
    change && {
      icon: TextCursorInput,
      label: "Name and tags …",
      onSelect: () => setOpenDialog("name"),
    },
    sharing && { icon: Share2, label: "Share preview …", onSelect: () => setOpenDialog("share") },
    duplicating && { icon: Copy, label: "Duplicate …", onSelect: () => setOpenDialog("duplicate") },
    discarding && { icon: Undo2, label: "Discard changes", onSelect: () => discard(discarding) },
    archiving &&
      archived && {
        icon: ArchiveRestore,
        label: "Restore",
        onSelect: () => run(archiving.restore, `Restored ${isolated(name)}`),
      },
    archiving &&
      !archived && {
        icon: Archive,
        label: "Archive",
        onSelect: () => run(archiving.archive, `Archived ${isolated(name)}`),
      },
    remove && { icon: Trash2, label: "Delete …", onSelect: () => setOpenDialog("remove") },
  ];
  /** Opens and closes one of the dialogs. */
  const dialog = (what: Dialog) => ({
    open: openDialog === what,
    // A dialog that was left while it saves closes itself when it is done, and no other one.
    onOpenChange: (open: boolean) =>
      setOpenDialog((now) => (open ? what : now === what ? undefined : now)),
  });
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={`Actions for ${name}`}
            disabled={pending || isDiscarding}
          />
        }
      >
        {items.map(
          (item) =>
            item && (
              <MenuItem key={item.label} icon={<item.icon aria-hidden />} onSelect={item.onSelect}>
                {item.label}
              </MenuItem>
            ),
        )}
      </DropdownMenu>
      {duplicating && <DuplicateDialog name={name} {...dialog("duplicate")} {...duplicating} />}
      {remove && (
        <DialogForm
          {...dialog("remove")}
          size="sm"
          title={`Delete ${name}?`}
          description="Its draft is deleted with it. It was never published, so no message uses it. This can’t be undone."
          schema={idSchema}
          initial={{ id }}
          action={remove}
          onDone={() => {
            toast.success(`Deleted ${isolated(name)}`);
            router.push(sameService("/templates"));
          }}
          submit="Delete template"
        >
          {null}
        </DialogForm>
      )}
      {sharing && <ShareDialog id={id} sharing={sharing} {...dialog("share")} />}
      {archiving && (
        <DialogForm
          open={breaks !== undefined}
          onOpenChange={() => setBreaks(undefined)}
          size="sm"
          title={`Archive ${name}?`}
          description={breaks}
          schema={archiveTemplateSchema}
          initial={{ id, anyway: true }}
          action={archiving.archive}
          onDone={() => void toast.success(`Archived ${isolated(name)}`)}
          submit="Archive anyway"
        >
          {null}
        </DialogForm>
      )}
      {change && <NameDialog template={{ id, name, tags }} change={change} {...dialog("name")} />}
    </>
  );
}
