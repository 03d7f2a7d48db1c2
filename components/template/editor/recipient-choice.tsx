"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { AudienceRow, OpenAudience } from "@/lib/directory/audience/rows";
import type { Answer } from "@/lib/inputs/answer";
import type { PlannedRecipient } from "@/lib/plan/requests";

export interface TemplateLists {
  rows: readonly Pick<AudienceRow, "id" | "name">[];
  open: (input: { id: string }) => Promise<Answer<OpenAudience>>;
}

interface RecipientChoiceProps {
  lists: TemplateLists;
  recipient: PlannedRecipient | undefined;
  onChoose: (recipient: PlannedRecipient | undefined) => void;
}

/** As many as a person reads through. */
const mostShown = 100;

/** Whose values of a list a template is looked at with. */
export function RecipientChoice({ lists, recipient, onChoose }: RecipientChoiceProps) {
  const [id, setId] = useState<string>();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<
    { id: string; recipients: readonly PlannedRecipient[] } | { id: string; problem: true }
  >();
  const { open } = lists;
  useEffect(() => {
    if (id === undefined) return undefined;
    let current = true;
    const put = (answer?: Answer<OpenAudience>) => {
      if (!current) return;
      if (!answer?.ok) return setFound({ id, problem: true });
      const { head, widest } = answer.value;
      // Those with the most to show are worth a look first.
      const recipients = [
        ...widest,
        ...head.filter((one) => !widest.some((other) => keyOf(other) === keyOf(one))),
      ].slice(0, mostShown);
      setFound({ id, recipients });
      onChoose(recipients[0]);
    };
    open({ id }).then(put, () => put());
    return () => {
      current = false;
    };
  }, [id, round, open, onChoose]);
  const shown = found?.id === id ? found : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 text-sm text-ink-muted">
      <Select
        aria-label="List"
        size="sm"
        className="w-52"
        value={id ?? ""}
        onValueChange={(next) => {
          onChoose(undefined);
          setId(next);
        }}
        placeholder="Choose a list"
        options={lists.rows.map(({ id: value, name }) => ({ value, label: name }))}
      />
      {shown && "recipients" in shown && shown.recipients.length > 0 && (
        <Select
          aria-label="Recipient"
          size="sm"
          className="w-52"
          value={recipient ? keyOf(recipient) : ""}
          onValueChange={(key) => onChoose(shown.recipients.find((one) => keyOf(one) === key))}
          options={shown.recipients.map((one) => ({ value: keyOf(one), label: one.id }))}
        />
      )}
      {shown && "recipients" in shown && shown.recipients.length === 0 && (
        <p>This list has no recipients.</p>
      )}
      {shown && "problem" in shown && (
        <>
          <p role="alert">This list could not be opened.</p>
          <Button size="sm" variant="ghost" onClick={() => setRound(round + 1)}>
            Try again
          </Button>
        </>
      )}
      {id !== undefined && !shown && <p>Opening the list …</p>}
    </div>
  );
}

function keyOf({ type, id }: PlannedRecipient): string {
  return `${type} ${id}`;
}
