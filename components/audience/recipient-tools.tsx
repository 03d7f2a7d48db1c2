"use client";

import { FileInput, FilePlus, TextCursorInput, UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { EditActions, EditedList } from "./audience-actions";
import { ColumnNamesDialog } from "./column-names-dialog";
import { RecipientDialog } from "./recipient-dialog";
import type { CheckedTemplate } from "./source/value-check";
import { UploadDialog } from "./upload-dialog";

interface RecipientToolsProps {
  list: EditedList;
  templates: readonly CheckedTemplate[];
  actions: EditActions;
}

/** The ways to bring recipients to a list that is there. */
export function RecipientTools({ list, templates, actions }: RecipientToolsProps) {
  const [open, setOpen] = useState<"one" | "add" | "replace" | "names">();
  const [attempt, setAttempt] = useState(0);
  const close = () => {
    setOpen(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={UserPlus} size="sm" onClick={() => setOpen("one")}>
        Add a recipient
      </Button>
      <Button icon={FilePlus} size="sm" onClick={() => setOpen("add")}>
        Add from a file
      </Button>
      <Button icon={FileInput} size="sm" onClick={() => setOpen("replace")}>
        Replace from a file
      </Button>
      {list.parameters.length > 0 && (
        <Button icon={TextCursorInput} size="sm" onClick={() => setOpen("names")}>
          Rename columns
        </Button>
      )}
      <ColumnNamesDialog
        key={list.parameters.join(" ")}
        open={open === "names"}
        onOpenChange={close}
        list={list}
        rename={actions.rename}
      />
      <RecipientDialog open={open === "one"} onOpenChange={close} list={list} actions={actions} />
      {(open === "add" || open === "replace") && (
        <UploadDialog
          key={attempt}
          how={open}
          list={list}
          templates={templates}
          actions={actions}
          onLeave={close}
        />
      )}
    </div>
  );
}
