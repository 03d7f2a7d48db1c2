"use client";

import { DialogForm } from "@/components/form/dialog-form";
import { ExactField } from "@/components/form/text-field";
import { toast } from "@/components/ui/toast";
import { verbatim } from "@/components/ui/verbatim";
import { renameColumnsSchema, type RenameColumns } from "@/lib/inputs/audience-edit";
import { placeholderOf } from "@/lib/template/placeholder";
import type { EditActions, EditedList } from "./audience-actions";
import { listUseText } from "./list-use-text";

interface ColumnNamesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  list: EditedList;
  rename: EditActions["rename"];
}

/** What the columns of a list are called: the parameters that take their values from them. */
export function ColumnNamesDialog({ open, onOpenChange, list, rename }: ColumnNamesDialogProps) {
  const use = listUseText(list.use);
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title="Rename columns"
      description={`A column gives its values to the parameter of its name. Capitals and _ make no difference: ${placeholderOf("first_name")} also takes the column FirstName.${use === "" ? "" : ` ${use}`}`}
      schema={renameColumnsSchema}
      initial={{ id: list.id, columns: list.parameters.map((name) => ({ from: name, to: name })) }}
      action={rename}
      onDone={() => void toast.success("Columns renamed")}
      submit="Rename"
    >
      <div {...verbatim} className="space-y-4">
        {list.parameters.map((name, index) => (
          <ExactField<RenameColumns> key={name} path={`columns.${index}.to`} label={name} />
        ))}
      </div>
    </DialogForm>
  );
}
