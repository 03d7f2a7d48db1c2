"use client";

import { Archive, ArchiveRestore, Ellipsis, TextCursorInput } from "lucide-react";
import { useState, useTransition } from "react";
import type { z } from "zod";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { changeTemplateSchema } from "@/lib/inputs/template";

type Change = z.input<typeof changeTemplateSchema>;
type ById = (input: { id: string }) => Promise<Answer<unknown>>;

interface TemplateMenuProps {
  template: { id: string; name: string; tags: readonly string[]; archived: boolean };
  /** Each absent for members who may not. */
  change: ((input: Change) => Promise<Answer<unknown>>) | undefined;
  archiving: { archive: ById; restore: ById } | undefined;
}

const tagsSpelling = {
  shown: (held: unknown) => (Array.isArray(held) ? held.join(", ") : ""),
  kept: (text: string) => text.split(",").map((tag) => tag.replace(/^\s+/, "")),
};

/** What can be done to a template as a whole. */
export function TemplateMenu({ template: { id, name, tags, archived }, change, archiving }: TemplateMenuProps) {
  const [asking, setAsking] = useState(false);
  const [pending, start] = useTransition();
  const run = (call: ById, done: string) =>
    start(async () => {
      try {
        const answer = await call({ id });
        if (answer.ok) toast.success(done);
        else toast.error(sentenceOf(answer));
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  if (!change && !archiving) return null;
  return (
    <>
      <DropdownMenu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} disabled={pending} />}>
        {change && (
          <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setAsking(true)}>
            Name and tags …
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
      </DropdownMenu>
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
