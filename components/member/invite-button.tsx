"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { ExactField } from "@/components/form/text-field";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { inviteMember } from "@/lib/directory/member/invite";
import { invitationDays, inviteSchema } from "@/lib/inputs/member";
import type { ActionOf } from "@/lib/verb/answer";
import { OnceLink } from "./once-link";
import { PlaceFields } from "./place-fields";

type InviteInput = z.input<typeof inviteSchema>;

interface InviteButtonProps {
  serviceId: string;
  /** Name of the service. */
  service: string;
  /** Returns the link, once. */
  invite: ActionOf<typeof inviteMember>;
}

const dayOptions = invitationDays.map((value) => ({
  value,
  label: value === "1" ? "1 day" : `${value} days`,
}));

/** Asks whom to invite into the service and as what; then shows the link. */
export function InviteButton({ serviceId, service, invite }: InviteButtonProps) {
  const [open, setOpen] = useDialogOpen("invite");
  const [invitation, setInvitation] = useState<{ email: string; url: string }>();
  const close = () => {
    setOpen(false);
    setInvitation(undefined);
  };
  return (
    <>
      <Button icon={UserPlus} variant="primary" onClick={() => setOpen(true)}>
        Invite
      </Button>
      <DialogForm
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        title={`Invite to ${isolated(service)}`}
        description="You get a link to hand on. Nothing is e-mailed."
        schema={inviteSchema}
        initial={{
          serviceId,
          email: "",
          role: "marketer",
          maySend: false,
          mayApprove: false,
          days: "7",
        }}
        action={invite}
        onDone={setInvitation}
        closes={false}
        submit="Create link"
        instead={
          invitation && {
            title: "Invitation created",
            onClose: close,
            footer: (
              <Button variant="primary" onClick={close}>
                Done
              </Button>
            ),
            content: (
              <OnceLink label={`Link for ${invitation.email}`} url={invitation.url}>
                It works once. Give it only to <Verbatim>{invitation.email}</Verbatim>: the first
                person to open it chooses the password of a new account.
              </OnceLink>
            ),
          }
        }
      >
        <ExactField<InviteInput>
          path="email"
          label="E-mail address"
          hint="They sign in with it. Existing accounts keep their password."
          type="email"
        />
        <PlaceFields />
        <ChoiceField<InviteInput> path="days" label="Expires after" options={dayOptions} />
      </DialogForm>
    </>
  );
}
