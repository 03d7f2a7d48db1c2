"use client";

import { BookmarkPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { mostTestRecipients } from "@/lib/inputs/audience";
import type { TestGroup } from "@/lib/directory/audience/test-targets";
import { recipientsText } from "@/lib/compose/recipients";

interface TestGroupsProps {
  /** Undefined until they are known. */
  groups: readonly TestGroup[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Keeps what is chosen as a group; answers why not, if so. Undefined while nobody is chosen. */
  onSave: ((name: string) => Promise<string | undefined>) | undefined;
}

/** Saved lists that are meant for tests, to tick; and a way to save another one. */
export function TestGroups({ groups, chosen, onChange, onSave }: TestGroupsProps) {
  const [naming, setNaming] = useState(false);
  const back = useRef(false);
  const saveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It comes back in the place of the field that had the focus, and can be pressed once the new group is known.
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
              onCheckedChange={(next) => onChange(next ? [...chosen, id] : chosen.filter((other) => other !== id))}
              label={<span className="foreign">{name}</span>}
              hint={large ? `${recipientsText(recipients)}: a test goes to at most ${mostTestRecipients}` : recipientsText(recipients)}
            />
          );
        })}
      </div>
      {naming && onSave ? (
        <NameGroup onSave={onSave} onClose={close} />
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button ref={saveButton} size="sm" disabled={!onSave} onClick={() => setNaming(true)}>
            <BookmarkPlus aria-hidden />
            Save these as a test group …
          </Button>
          <SameServiceLink href="/audiences" className="rounded-sm text-xs text-ink-muted underline underline-offset-2 hover:text-ink">
            Manage
          </SameServiceLink>
        </div>
      )}
    </fieldset>
  );
}

function NameGroup({ onSave, onClose }: { onSave: (name: string) => Promise<string | undefined>; onClose: () => void }) {
  const [name, setName] = useState("");
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (saving || name.trim() === "") return;
    setSaving(true);
    const obstacle = await onSave(name);
    setSaving(false);
    if (obstacle === undefined) onClose();
    else setError(obstacle);
  };
  return (
    <div className="mt-2 flex flex-wrap items-start gap-2">
      <Field label="Name of the group" labelHidden error={error} className="flex-1 basis-40">
        {(aria) => (
          <Input
            {...aria}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because its button was pressed
            autoFocus
            maxLength={200}
            placeholder="Name of the group"
            className="h-8 text-sm"
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") void save();
              if (event.key !== "Escape") return;
              // Closes this, not the dialog around it.
              event.stopPropagation();
              event.preventDefault();
              onClose();
            }}
          />
        )}
      </Field>
      <Button size="sm" className="h-8" loading={saving} disabled={name.trim() === ""} onClick={() => void save()}>
        Save
      </Button>
      <Button size="sm" variant="ghost" className="h-8" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
