"use client";

import { Archive, ArchiveRestore, Copy, Ellipsis, Share2, TextCursorInput, Trash2, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { idSchema } from "@/lib/inputs/id";
import { archiveTemplateSchema, changeTemplateSchema } from "@/lib/inputs/template";
import { useSameService } from "@/components/shell/same-service";
import { DuplicateDialog, type DuplicateDialogProps } from "./duplicate-dialog";
import type { SaveTemplateAction } from "./editor/use-template-draft";
import { ShareDialog, type Sharing } from "./share/share-dialog";

type Change = z.input<typeof changeTemplateSchema>;
type ById = (input: { id: string }) => Promise<Answer<unknown>>;
type ArchiveAction = (input: z.input<typeof archiveTemplateSchema>) => Promise<Answer<unknown>>;

interface TemplateMenuProps {
  template: { id: string; name: string; tags: readonly string[]; archived: boolean };
  actions: TemplateActions;
}

/** What is offered; each absent for members who may not. */
interface TemplateActions {
  change?: ((input: Change) => Promise<Answer<unknown>>) | undefined;
  archiving?: { archive: ArchiveAction; restore: ById } | undefined;
  sharing?: Sharing | undefined;
  /** Where a published template has a draft. */
  discarding?: Discarding | undefined;
  duplicating?: Omit<DuplicateDialogProps, "name" | "open" | "onOpenChange"> | undefined;
  /** Of a template that was never published. */
  remove?: ById | undefined;
}

interface Discarding {
  save: SaveTemplateAction;
  revision: number;
  /** What the draft says, and what is published; JSON text. */
  draft: string;
  published: string;
}

/** As long as what was discarded can be had back by a press. */
const undoMs = 10_000;
const noAnswer = "No answer from the server. Try again.";

const tagsSpelling = {
  shown: (held: unknown) => (Array.isArray(held) ? held.join(", ") : ""),
  kept: (text: string) => text.split(",").map((tag) => tag.replace(/^\s+/, "")),
};

/** What can be done to a template as a whole. */
export function TemplateMenu({ template: { id, name, tags, archived }, actions }: TemplateMenuProps) {
  const { change, archiving, sharing, discarding, duplicating, remove } = actions;
  const [asking, setAsking] = useState(false);
  const [isDuplicating, setDuplicating] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  /** What archiving it would break. */
  const [breaks, setBreaks] = useState<string>();
  const [pending, start] = useTransition();
  const run = (call: ById, done: string) =>
    start(async () => {
      try {
        const answer = await call({ id });
        if (answer.ok) toast.success(done);
        else if (answer.problems[0]?.pointer === "/anyway") setBreaks(sentenceOf(answer));
        else toast.error(sentenceOf(answer));
      } catch {
        toast.error(noAnswer);
      }
    });
  const router = useRouter();
  const sameService = useSameService();
  /** Answers the draft's next revision; undefined, and says why, where it was not written. */
  const write = async (save: SaveTemplateAction, revision: number, content: string): Promise<number | undefined> => {
    try {
      const answer = await save({ id, revision, content });
      router.refresh();
      if (answer.ok) return answer.value.revision;
      toast.error(sentenceOf(answer));
    } catch {
      toast.error(noAnswer);
    }
    return undefined;
  };
  const discard = ({ save, revision, draft, published }: Discarding) =>
    start(async () => {
      const saved = await write(save, revision, published);
      if (saved === undefined) return;
      toast.success("Changes discarded", { action: { label: "Undo", onClick: () => void write(save, saved, draft) }, duration: undoMs });
    });
  if (!change && !archiving && !sharing) return null;
  return (
    <>
      <DropdownMenu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} disabled={pending} />}>
        {change && (
          <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setAsking(true)}>
            Name and tags …
          </MenuItem>
        )}
        {sharing && (
          <MenuItem icon={<Share2 aria-hidden />} onSelect={() => setIsSharing(true)}>
            Share preview …
          </MenuItem>
        )}
        {duplicating && (
          <MenuItem icon={<Copy aria-hidden />} onSelect={() => setDuplicating(true)}>
            Duplicate …
          </MenuItem>
        )}
        {discarding && (
          <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => discard(discarding)}>
            Discard changes
          </MenuItem>
        )}
        {archiving &&
          (archived ? (
            <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={() => run(archiving.restore, `Restored ${name}`)}>
              Restore
            </MenuItem>
          ) : (
            <MenuItem icon={<Archive aria-hidden />} onSelect={() => run(archiving.archive, `Archived ${name}`)}>
              Archive
            </MenuItem>
          ))}
        {remove && (
          <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => setRemoving(true)}>
            Delete …
          </MenuItem>
        )}
      </DropdownMenu>
      {duplicating && <DuplicateDialog name={name} open={isDuplicating} onOpenChange={setDuplicating} {...duplicating} />}
      {remove && (
        <DialogForm
          open={isRemoving}
          onOpenChange={setRemoving}
          size="sm"
          title={`Delete ${name}?`}
          description="Its draft is deleted with it. It was never published, so no message uses it. This can’t be undone."
          schema={idSchema}
          initial={{ id }}
          action={remove}
          onDone={() => {
            toast.success(`Deleted ${name}`);
            router.push(sameService("/templates"));
          }}
          submit="Delete template"
        >
          {null}
        </DialogForm>
      )}
      {sharing && <ShareDialog id={id} sharing={sharing} open={isSharing} onOpenChange={setIsSharing} />}
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
          onDone={() => void toast.success(`Archived ${name}`)}
          submit="Archive anyway"
        >
          {null}
        </DialogForm>
      )}
      {change && (
        <DialogForm
          open={asking}
          onOpenChange={setAsking}
          size="sm"
          title="Name and tags"
          schema={changeTemplateSchema}
          initial={{ id, name, tags: [...tags] }}
          action={(input) => change({ ...input, tags: input.tags.map((tag) => tag.trim()).filter((tag) => tag !== "") })}
          onDone={() => void toast.success("Saved")}
          submit="Save"
        >
          <TextField<Change> path="name" label="Name" hint="Only your team sees this name." />
          <TextField<Change> path="tags" label="Tags" hint="Separate them with commas." spelling={tagsSpelling} optional />
        </DialogForm>
      )}
    </>
  );
}
