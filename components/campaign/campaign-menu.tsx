"use client";

import { Archive, ArchiveRestore, CalendarX2, CircleStop, Copy, Ellipsis, PenLine, TextCursorInput } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { CampaignChange } from "@/lib/directory/campaign/change";
import type { CampaignRow } from "@/lib/directory/campaign/list";

export interface CampaignActions {
  /** Answers what stands in the way, if anything. */
  change: (id: string, change: CampaignChange) => Promise<string | undefined>;
  duplicate: (id: string) => Promise<string>;
}

/** What can be done to a campaign. */
export function CampaignMenu({ row, change, duplicate }: CampaignActions & { row: CampaignRow }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const [naming, setNaming] = useState(false);
  const run = (what: CampaignChange, done: string) =>
    start(async () => {
      try {
        const obstacle = await change(row.id, what);
        if (obstacle === undefined) toast.success(done);
        else toast.error(obstacle);
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  const copy = () =>
    start(async () => {
      try {
        router.push(`/compose?campaign=${await duplicate(row.id)}`);
      } catch {
        toast.error("It could not be copied. Try again.");
      }
    });
  return (
    <>
      <DropdownMenu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${row.name}`} size="sm" disabled={pending} />}>
        {row.state === "draft" && (
          <MenuItem icon={<PenLine aria-hidden />} onSelect={() => router.push(`/compose?campaign=${row.id}`)}>
            Go on writing
          </MenuItem>
        )}
        <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setNaming(true)}>
          Rename …
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onSelect={copy}>
          Duplicate
        </MenuItem>
        {row.state === "scheduled" && (
          <MenuItem
            icon={<CalendarX2 aria-hidden />}
            onSelect={() => run({ kind: "unschedule" }, "It is a draft again; nothing will be sent")}
          >
            Take back
          </MenuItem>
        )}
        {row.state === "sending" && (
          <MenuItem
            icon={<CircleStop aria-hidden />}
            onSelect={() => run({ kind: "stop" }, "Stopped; the requests that were accepted go on")}
          >
            Stop sending
          </MenuItem>
        )}
        {row.state === "archived" && (
          <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={() => run({ kind: "restore" }, "Restored")}>
            Restore
          </MenuItem>
        )}
        {(row.state === "draft" || row.state === "sent" || row.state === "failed") && (
          <MenuItem icon={<Archive aria-hidden />} onSelect={() => run({ kind: "archive" }, "Archived")}>
            Archive
          </MenuItem>
        )}
      </DropdownMenu>
      <RenameDialog open={naming} onOpenChange={setNaming} name={row.name} onRename={(name) => run({ kind: "rename", name }, "Renamed")} />
    </>
  );
}

interface RenameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  name: string;
  onRename: (name: string) => void;
}

function RenameDialog({ open, onOpenChange, name, onRename }: RenameDialogProps) {
  const [typed, setTyped] = useState(name);
  const rename = () => {
    onOpenChange(false);
    onRename(typed);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setTyped(name);
        onOpenChange(next);
      }}
      size="sm"
      title="Rename the campaign"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" disabled={typed.trim() === ""} onClick={rename}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name" hint="Seen here only, never by recipients.">
        {(aria) => (
          <Input
            {...aria}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && typed.trim() !== "") rename();
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
