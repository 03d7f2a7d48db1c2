"use client";

import {
  Archive,
  ArchiveRestore,
  Copy,
  Share2,
  TextCursorInput,
  Trash2,
  Undo2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DialogForm } from "@/components/form/dialog-form";
import { useCall } from "@/components/form/use-call";
import { RowMenu } from "@/components/listing/row-menu";
import { useSameService } from "@/components/shell/same-service";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import type { archiveTemplate, restoreTemplate } from "@/lib/directory/template/archive";
import type { removeTemplate } from "@/lib/directory/template/remove";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { idSchema } from "@/lib/inputs/row";
import { archiveTemplateSchema } from "@/lib/inputs/template";
import type { ActionOf } from "@/lib/verb/answer";
import { DuplicateDialog, type DuplicateDialogProps } from "./duplicate-dialog";
import { NameDialog, type ChangeTemplateAction } from "./name-dialog";
import { ShareDialog, type ShareControls } from "./share/share-dialog";
import { useDiscard, type DiscardInput } from "./use-discard";

type ArchiveAction = ActionOf<typeof archiveTemplate>;

interface TemplateMenuProps {
  template: { id: string; name: string; tags: readonly string[]; archived: boolean };
  actions: TemplateActions;
}

/** What is offered; each absent for members who may not. */
interface TemplateActions {
  change?: ChangeTemplateAction | undefined;
  archiving?: { archive: ArchiveAction; restore: ActionOf<typeof restoreTemplate> } | undefined;
  sharing?: ShareControls | undefined;
  /** Where a published template has a draft. */
  discarding?: DiscardInput | undefined;
  duplicating?: Omit<DuplicateDialogProps, "name" | "open" | "onOpenChange"> | undefined;
  /** Of a template that was never published. */
  remove?: ActionOf<typeof removeTemplate> | undefined;
}

type TemplateQuestion = "name" | "share" | "duplicate" | "remove";

/** What can be done to a template as a whole. */
export function TemplateMenu({
  template: { id, name, tags, archived },
  actions,
}: TemplateMenuProps) {
  const { change, archiving, sharing, discarding, duplicating, remove } = actions;
  /** What archiving it would break. */
  const [breaks, setBreaks] = useState<string>();
  const { pending, run } = useCall();
  const archive = (call: ArchiveAction) =>
    run(
      () => archiveOrBreaks(() => call({ id })),
      (breakage) => {
        if (breakage === undefined) toast.success(`Archived ${isolated(name)}`);
        else setBreaks(breakage);
      },
    );
  const router = useRouter();
  const sameService = useSameService();
  const { pending: isDiscarding, discard } = useDiscard(id);
  if (!change && !archiving && !sharing) return null;
  return (
    <>
      <RowMenu<TemplateQuestion>
        label={`Actions for ${name}`}
        size="md"
        pending={pending || isDiscarding}
        items={[
          change && { icon: TextCursorInput, label: "Name and tags …", ask: "name" },
          sharing && { icon: Share2, label: "Share preview …", ask: "share" },
          duplicating && { icon: Copy, label: "Duplicate …", ask: "duplicate" },
          discarding && {
            icon: Undo2,
            label: "Discard changes",
            onSelect: () => discard(discarding),
          },
          archiving &&
            archived && {
              icon: ArchiveRestore,
              label: "Restore",
              onSelect: () => run(() => archiving.restore({ id }), `Restored ${isolated(name)}`),
            },
          archiving &&
            !archived && {
              icon: Archive,
              label: "Archive",
              onSelect: () => archive(archiving.archive),
            },
          remove && { icon: Trash2, label: "Delete …", ask: "remove" },
        ]}
        ask={(asking, close) => {
          const dialog = (what: TemplateQuestion) => ({
            open: asking === what,
            onOpenChange: close,
          });
          return (
            <>
              {duplicating && (
                <DuplicateDialog name={name} {...dialog("duplicate")} {...duplicating} />
              )}
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
                    router.push(sameService(paths.templates()));
                  }}
                  submit="Delete template"
                >
                  {null}
                </DialogForm>
              )}
              {sharing && <ShareDialog id={id} sharing={sharing} {...dialog("share")} />}
              {change && (
                <NameDialog template={{ id, name, tags }} change={change} {...dialog("name")} />
              )}
            </>
          );
        }}
      />
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
    </>
  );
}

/**
 * Archives a template; where that would break something, the answer is what, in a sentence, and
 * nothing was done.
 */
async function archiveOrBreaks(
  archive: () => Promise<Answer<unknown>>,
): Promise<Answer<string | undefined>> {
  const answer = await archive();
  if (answer.ok) return { ok: true, value: undefined };
  if (answer.problems[0]?.pointer !== "/anyway") return answer;
  return { ok: true, value: sentenceOf(answer) };
}
