"use client";

import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { ExactField, TextField } from "@/components/form/text-field";
import { toast } from "@/components/ui/toast";
import type { ListedAttribute } from "@/lib/directory/attribute/list";
import { attributeFormSchema, type AttributeWritten } from "@/lib/inputs/attribute";
import { typeOptions, typeWords } from "./attribute-words";
import type { AttributeActions } from "./user-actions";

interface AttributeDialogProps {
  serviceId: string;
  /** The one that is described; absent for a new one. */
  attribute?: ListedAttribute;
  actions: AttributeActions;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for an attribute, or for what is said of one. */
export function AttributeDialog({
  serviceId,
  attribute,
  actions,
  open,
  onOpenChange,
}: AttributeDialogProps) {
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={attribute ? "Describe attribute" : "New attribute"}
      thing={attribute?.name}
      description={
        attribute
          ? `${typeWords[attribute.type]}. Name and type stay: the values of users depend on them.`
          : "Programs and files can add attributes, too. The first value of one decides its type."
      }
      schema={attributeFormSchema}
      initial={{
        name: attribute?.name ?? "",
        type: attribute?.type ?? "text",
        description: attribute?.description ?? "",
      }}
      action={async ({ name, type, description, revision }) => {
        if (!attribute) return actions.add({ serviceId, name, type, description });
        const answer = await actions.change({ serviceId, name, description, revision });
        return answer.ok ? { ok: true, value: { name } } : answer;
      }}
      revision={attribute?.revision}
      onDone={() => void toast.success(attribute ? "Saved" : "Attribute added")}
      submit={attribute ? "Save" : "Add attribute"}
    >
      {!attribute && (
        <>
          <ExactField<AttributeWritten>
            path="name"
            label="Name"
            hint="Letters, digits and _, such as plan or last_order. It can’t be changed later."
            controlClassName="code"
          />
          <ChoiceField<AttributeWritten> path="type" label="Type" options={typeOptions} />
        </>
      )}
      <TextField<AttributeWritten>
        path="description"
        label="Description"
        hint="What it means and where it comes from, for your team."
        optional
        multiline
      />
    </DialogForm>
  );
}
