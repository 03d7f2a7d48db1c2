"use client";

import { useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

interface RenameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  name: string;
  onRename: (name: string) => void;
}

/** Asks for another name, of at most 200 characters. What was typed and not confirmed is gone with it. */
export function RenameDialog({ open, onOpenChange, title, name, onRename }: RenameDialogProps) {
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
      title={title}
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
