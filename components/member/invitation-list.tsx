"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { InvitationRow } from "@/lib/directory/member/invite";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { placeText } from "./role-text";

interface InvitationListProps {
  invitations: readonly InvitationRow[];
  revoke: (input: { id: string }) => Promise<Answer<unknown>>;
}

/** Invitations that nobody has accepted yet, with who made them and until when they work. One is revoked after a question. */
export function InvitationList({ invitations, revoke }: InvitationListProps) {
  const [pending, start] = useTransition();
  const [asking, setAsking] = useState<InvitationRow>();
  const close = () => setAsking(undefined);
  const end = ({ id, email }: InvitationRow) =>
    start(async () => {
      close();
      try {
        const answer = await revoke({ id });
        if (answer.ok) toast.success(`Revoked the invitation for ${email}`);
        else toast.error(sentenceOf(answer));
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  return (
    <Card aria-labelledby="invitations" className="mb-6">
      <CardHeader id="invitations" title="Open invitations" />
      <ul className="divide-y divide-line">
        {invitations.map((row) => (
          <li key={row.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="foreign truncate font-medium">{row.email}</p>
              <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
                <span>{placeText(row)}</span>
                <span>
                  Expires <RelativeTime at={row.expiresAt} />
                </span>
                {row.by !== null && <span className="foreign text-ink-faint">by {row.by}</span>}
              </p>
            </div>
            <Button size="sm" disabled={pending} onClick={() => setAsking(row)} aria-label={`Revoke the invitation for ${row.email}`}>
              Revoke …
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <Dialog
          open
          onOpenChange={close}
          size="sm"
          title={`Revoke the invitation for ${asking.email}?`}
          description={`Its link stops working at once: ${asking.email} can’t join as ${placeText(asking)}. You can send another invitation later.`}
          footer={
            <>
              <Button onClick={close}>Keep it</Button>
              <Button variant="danger" onClick={() => end(asking)}>
                Revoke invitation
              </Button>
            </>
          }
        />
      )}
    </Card>
  );
}
