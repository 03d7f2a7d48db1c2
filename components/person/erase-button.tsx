"use client";

import { UserX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DialogForm } from "@/components/form/dialog-form";
import { TextField } from "@/components/form/text-field";
import { useSameService } from "@/components/shell/same-service";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import type { ErasureProgress, erasePerson } from "@/lib/directory/person/erase";
import type { lookForPerson, PersonFound } from "@/lib/directory/person/look";
import { paths } from "@/lib/inputs/paths";
import {
  erasePersonSchema,
  personSchema,
  type ErasePersonInput,
  type PersonInput,
} from "@/lib/inputs/person";
import type { ActionOf } from "@/lib/verb/answer";
import { thingLines, ThingList, waitingText } from "./thing-list";

interface EraseButtonProps {
  serviceId: string;
  look: ActionOf<typeof lookForPerson>;
  erase: ActionOf<typeof erasePerson>;
}

/** Whom it was looked for, with what was found. */
interface PersonSearchResult extends PersonFound {
  userid: string;
}

/** Asks whose data is removed, shows what that changes, and removes it. */
export function EraseButton({ serviceId, look, erase }: EraseButtonProps) {
  const router = useRouter();
  const sameService = useSameService();
  const [asking, setAsking] = useDialogOpen("erase-person");
  const [person, setPerson] = useState<PersonSearchResult>();
  /** One call works for some seconds only. */
  const whole = async (input: ErasePersonInput) => {
    for (;;) {
      const answer = await erase(input);
      if (!answer.ok || answer.value.done || answer.value.waiting !== null) return answer;
    }
  };
  return (
    <>
      <Button icon={UserX} variant="danger" onClick={() => setAsking(true)}>
        Remove a person’s data …
      </Button>
      <DialogForm
        open={asking}
        onOpenChange={setAsking}
        title="Remove a person’s data"
        description="First see the stored data. Nothing changes yet."
        schema={personSchema}
        initial={{ serviceId, userid: "" }}
        action={look}
        onDone={(personData, { userid }) => setPerson({ ...personData, userid })}
        submit="Show data"
      >
        <TextField<PersonInput>
          path="userid"
          label="User ID"
          hint="The whole ID, as programs and apps write it."
          controlClassName="code"
          spellCheck={false}
          autoComplete="off"
        />
      </DialogForm>
      {person && (
        <DialogForm
          open
          onOpenChange={() => setPerson(undefined)}
          size="lg"
          title={`Remove the data of ${isolated(person.userid)}?`}
          description="This can’t be undone. Clarion keeps a receipt of the changes, without the user ID."
          schema={erasePersonSchema}
          initial={{ serviceId, userid: person.userid, confirmation: "" }}
          action={whole}
          onDone={(erased: ErasureProgress) => {
            if (erased.done) toast.success("Removed the person’s data");
            router.push(sameService(paths.removedPerson(erased.id)));
          }}
          submit="Remove data"
          danger
          blocked={({ confirmation }) => confirmation === ""}
        >
          <Changes person={person} />
          <TextField<ErasePersonInput>
            path="confirmation"
            label="Type the user ID to confirm"
            controlClassName="code"
            spellCheck={false}
            autoComplete="off"
          />
        </DialogForm>
      )}
    </>
  );
}

function Changes({ person: { counts, waiting, mostCounted } }: { person: PersonFound }) {
  const nothing = thingLines(counts).length === 0;
  const waits = waitingText(waiting);
  return (
    <div className="space-y-3">
      {nothing ? (
        <Banner>No data is stored for this user ID. Check the spelling.</Banner>
      ) : (
        <ThingList counts={counts} most={mostCounted} />
      )}
      {waits !== undefined && (
        <Banner kind="warning" title="Some of it has to wait">
          There {waits.startsWith("1 ") ? "is" : "are"} {waits}. All else is removed now; then
          remove this person again to finish.
        </Banner>
      )}
      <p className="text-sm text-ink-muted">
        Programs and apps that name this person again make new records. Suppress the user ID first
        to keep messages from going out. Exports, backups and log files outside of Clarion’s
        database are not touched.
      </p>
    </div>
  );
}
