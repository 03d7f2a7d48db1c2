"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { openAudience } from "@/lib/directory/audience/list";
import type { AudienceRow, OpenAudience } from "@/lib/directory/audience/rows";
import type { Answer } from "@/lib/inputs/answer";
import type { PlannedRecipient } from "@/lib/plan/requests";
import type { ActionOf } from "@/lib/verb/answer";

export interface TemplateLists {
  rows: readonly Pick<AudienceRow, "id" | "name">[];
  open: ActionOf<typeof openAudience>;
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
  const [attempt, setAttempt] = useState(0);
  const [openedList, setOpenedList] = useState<
    { id: string; recipients: readonly PlannedRecipient[] } | { id: string; problem: true }
  >();
  const { open } = lists;
  useEffect(() => {
    if (id === undefined) return undefined;
    let current = true;
    const put = (answer?: Answer<OpenAudience>) => {
      if (!current) return;
      if (!answer?.ok) return setOpenedList({ id, problem: true });
      const { head, widest } = answer.value;
      // Those with the most to show are worth a look first.
      const recipients = [
        ...widest,
        ...head.filter((one) => !widest.some((other) => keyOf(other) === keyOf(one))),
      ].slice(0, mostShown);
      setOpenedList({ id, recipients });
      onChoose(recipients[0]);
    };
    open({ id }).then(put, () => put());
    return () => {
      current = false;
    };
  }, [id, attempt, open, onChoose]);
  const chosenList = openedList?.id === id ? openedList : undefined;
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
      {chosenList && "recipients" in chosenList && chosenList.recipients.length > 0 && (
        <Select
          aria-label="Recipient"
          size="sm"
          className="w-52"
          value={recipient ? keyOf(recipient) : ""}
          onValueChange={(key) => onChoose(chosenList.recipients.find((one) => keyOf(one) === key))}
          options={chosenList.recipients.map((one) => ({ value: keyOf(one), label: one.id }))}
        />
      )}
      {chosenList && "recipients" in chosenList && chosenList.recipients.length === 0 && (
        <p>This list has no recipients.</p>
      )}
      {chosenList && "problem" in chosenList && (
        <>
          <p role="alert">This list could not be opened.</p>
          <Button size="sm" variant="ghost" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </>
      )}
      {id !== undefined && !chosenList && <p>Opening the list …</p>}
    </div>
  );
}

function keyOf({ type, id }: PlannedRecipient): string {
  return `${type} ${id}`;
}
