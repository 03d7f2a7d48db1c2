"use client";

import { BookmarkPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { TextField } from "@/components/form/text-field";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Verbatim } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import type { TestGroup } from "@/lib/directory/audience/test-targets";
import type { Answer } from "@/lib/inputs/answer";
import { mostTestRecipients } from "@/lib/inputs/audience";
import { paths } from "@/lib/inputs/paths";
import { namedSchema, type NamedInput } from "@/lib/inputs/row";

interface TestGroupsProps {
  /** Undefined until they are loaded. */
  groups: readonly TestGroup[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Undefined for a member who may not change test groups. */
  maySave: boolean;
  /** Stores the choice as a group of this name. Undefined for an empty choice. */
  onSave: ((group: NamedInput) => Promise<Answer<unknown>>) | undefined;
}

/** Shows the saved lists for tests, as checkboxes, and a button to save another one. */
export function TestGroups({ groups, chosen, onChange, maySave, onSave }: TestGroupsProps) {
  const [naming, setNaming] = useState(false);
  const back = useRef(false);
  const saveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button returns in place of the field that had the focus, and can be pressed once the new
    // group is loaded.
    if (!back.current || naming || !onSave) return;
    saveButton.current?.focus();
    back.current = false;
  }, [naming, onSave]);
  const close = () => {
    setNaming(false);
    back.current = true;
  };
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Test groups</legend>
      <div className="mt-1.5 max-h-40 space-y-1.5 overflow-y-auto">
        {groups?.length === 0 && <p className="text-xs text-ink-faint">None is saved yet.</p>}
        {groups?.map(({ id, name, recipients }) => {
          const large = recipients > mostTestRecipients;
          return (
            <Checkbox
              key={id}
              checked={!large && chosen.includes(id)}
              disabled={large}
              onCheckedChange={(next) =>
                onChange(next ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
              label={<Verbatim>{name}</Verbatim>}
              hint={
                large
                  ? `${recipientsText(recipients)}: a test goes to at most ${mostTestRecipients}`
                  : recipientsText(recipients)
              }
            />
          );
        })}
      </div>
      {naming && onSave ? (
        <NameGroup onSave={onSave} onClose={close} />
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          {maySave && (
            <Button
              icon={BookmarkPlus}
              ref={saveButton}
              size="sm"
              disabled={!onSave}
              onClick={() => setNaming(true)}
            >
              Save these as a test group …
            </Button>
          )}
          <SameServiceLink
            href={paths.audiences()}
            className="rounded-sm text-xs text-ink-muted underline underline-offset-2 hover:text-ink"
          >
            Manage
          </SameServiceLink>
        </div>
      )}
    </fieldset>
  );
}

function NameGroup({
  onSave,
  onClose,
}: {
  onSave: NonNullable<TestGroupsProps["onSave"]>;
  onClose: () => void;
}) {
  return (
    <Form
      label="Save as a test group"
      schema={namedSchema}
      initial={{ name: "" }}
      action={onSave}
      onDone={onClose}
      className="mt-2 space-y-2"
    >
      <div data-own-escape="" className="flex flex-wrap items-start gap-2">
        <TextField<NamedInput>
          path="name"
          label="Name of the group"
          labelHidden
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because its button was pressed
          autoFocus
          placeholder="Name of the group"
          className="flex-1 basis-40"
          controlClassName="h-8 text-sm"
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            onClose();
          }}
        />
        <SubmitButton variant="secondary" size="sm" className="h-8">
          Save
        </SubmitButton>
        <Button size="sm" variant="ghost" className="h-8" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
