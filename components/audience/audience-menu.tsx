"use client";

import { Ellipsis, FlaskConical, FlaskConicalOff, TextCursorInput, Trash2 } from "lucide-react";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import type { AudienceChange } from "@/lib/directory/audience/change";
import type { AudienceRow } from "@/lib/directory/audience/rows";
import type { ChangeListAction } from "./list-actions";

/** What can be done to a list. */
export function AudienceMenu({ row, change }: { row: AudienceRow; change: ChangeListAction }) {
  const [pending, start] = useTransition();
  const [asking, setAsking] = useState<"rename" | "remove">();
  const run = (what: AudienceChange, done: string) =>
    start(async () => {
      try {
        const answer = await change(row.id, what);
        if (answer.ok) toast.success(done);
        else toast.error(answer.message);
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  const close = (open: boolean) => {
    if (!open) setAsking(undefined);
  };
  return (
    <>
      <DropdownMenu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${row.name}`} size="sm" disabled={pending} />}>
        <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => setAsking("rename")}>
          Rename …
        </MenuItem>
        {row.test ? (
          <MenuItem icon={<FlaskConicalOff aria-hidden />} onSelect={() => run({ kind: "test", test: false }, "No longer a test group")}>
            No longer a test group
          </MenuItem>
        ) : (
          <MenuItem icon={<FlaskConical aria-hidden />} onSelect={() => run({ kind: "test", test: true }, "Marked as a test group")}>
            Mark as test group
          </MenuItem>
        )}
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking("remove")}>
          Remove …
        </MenuItem>
      </DropdownMenu>
      <RenameDialog
        key={row.name}
        open={asking === "rename"}
        onOpenChange={close}
        name={row.name}
        onRename={(name) => run({ kind: "rename", name }, "Renamed")}
      />
      <Dialog
        open={asking === "remove"}
        onOpenChange={close}
        size="sm"
        title={`Remove ${row.name}?`}
        description={`The list and its ${row.recipients === 1 ? "recipient" : `${row.recipients.toLocaleString("en")} recipients`} can no longer be chosen. Campaigns already confirmed still go out to them.`}
        footer={
          <>
            <Button onClick={() => setAsking(undefined)}>Keep it</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(undefined);
                run({ kind: "remove" }, "Removed");
              }}
            >
              Remove the list
            </Button>
          </>
        }
      />
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
      onOpenChange={onOpenChange}
      size="sm"
      title="Rename the list"
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
