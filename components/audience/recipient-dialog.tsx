"use client";

import { useState } from "react";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { KeyValueField, type PairSpelling } from "@/components/form/key-value-field";
import { ExactField } from "@/components/form/text-field";
import { toast } from "@/components/ui/toast";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import type { Answer } from "@/lib/inputs/answer";
import { editRecipientSchema, type EditRecipient } from "@/lib/inputs/audience-edit";
import { destinationKeys } from "@/lib/interface/device-kinds";
import type { EditActions, EditedList } from "./audience-actions";
import { identifierName } from "./kinds-text";
import { listUseText } from "./list-use-text";

interface RecipientDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  list: EditedList;
  /** Whose values are edited; undefined for a new one. */
  recipient?: ListRecipient | undefined;
  actions: Pick<EditActions, "add" | "edit">;
}

/** A recipient of a list: who it is, where it is new, and the values that it has of its own. */
export function RecipientDialog({
  open,
  onOpenChange,
  list,
  recipient,
  actions,
}: RecipientDialogProps) {
  const [spelling] = useState(() => spellingOf(list.parameters));
  const { type = "userid", destination = "", parameters = {} } = recipient ?? {};
  const add = async ({ id, recipient: one }: EditRecipient): Promise<Answer<unknown>> => {
    const answer = await actions.add({ id, recipients: [one] });
    return answer.ok && answer.value.added === 0 ? alreadyListed : answer;
  };
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={recipient ? "Edit values" : "Add a recipient"}
      thing={recipient && `${type} ${destination}`}
      description={[recipient ? destination : `To ${list.name}.`, listUseText(list.use)]
        .filter((text) => text !== "")
        .join(" · ")}
      schema={editRecipientSchema}
      initial={{
        id: list.id,
        recipient: { type, id: destination, parameters },
        ...(recipient && { was: { parameters } }),
      }}
      action={recipient ? actions.edit : add}
      revision={recipient && list.revision}
      onDone={() => void toast.success(recipient ? "Values saved" : "Recipient added")}
      submit={recipient ? "Save values" : "Add recipient"}
    >
      {!recipient && (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <ExactField<EditRecipient> path="recipient.id" label="Identifier" />
          <ChoiceField<EditRecipient>
            path="recipient.type"
            label="Kind of recipient"
            options={destinationKeys.map((key) => ({
              value: key,
              label: identifierName(key),
              description: key,
            }))}
          />
        </div>
      )}
      <KeyValueField<EditRecipient>
        path="recipient.parameters"
        label="Values"
        hint="For the parameters of a template, or for ${name} in a text. Leave a value empty for none."
        spelling={spelling}
        noun="value"
      />
    </DialogForm>
  );
}

const alreadyListed: Answer<never> = {
  ok: false,
  problems: [{ pointer: "/recipient/id", message: "This recipient is in the list already." }],
};

/** Each column of the list is there to be filled in; what is empty is no value. */
function spellingOf(columns: readonly string[]): PairSpelling {
  return {
    toPairs: (fieldValue) => {
      const values = (fieldValue ?? {}) as Readonly<Record<string, string>>;
      const names = [...new Set([...columns, ...Object.keys(values)])];
      return names.map((key) => ({
        key,
        value: Object.hasOwn(values, key) ? String(values[key]) : "",
      }));
    },
    toValue: (pairs) =>
      Object.fromEntries(
        pairs
          .filter(({ value }) => value.trim() !== "")
          .map(({ key, value }) => [key.trim(), value]),
      ),
  };
}
