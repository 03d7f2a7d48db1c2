"use client";

import { useEnding } from "@/components/listing/use-ending";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { isolated } from "@/components/ui/sentence";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type { InvitationRow, revokeInvitation } from "@/lib/directory/member/invite";
import type { ActionOf } from "@/lib/verb/answer";
import { placeText } from "./role-text";

interface InvitationListProps {
  invitations: readonly InvitationRow[];
  revoke: ActionOf<typeof revokeInvitation>;
}

/**
 * Lists open invitations with their creator and expiry. Revoking one asks for confirmation.
 */
export function InvitationList({ invitations, revoke }: InvitationListProps) {
  const { pending, ask, dialog } = useEnding();
  const askFor = (row: InvitationRow) =>
    ask({
      title: `Revoke the invitation for ${isolated(row.email)}?`,
      description: `Its link stops working at once: ${isolated(row.email)} can’t join as ${placeText(row)}. You can send another invitation later.`,
      keep: "Keep it",
      go: "Revoke invitation",
      end: () => revoke({ id: row.id }),
      done: `Revoked the invitation for ${isolated(row.email)}`,
    });
  return (
    <TitledCard className="mb-6" id="invitations" title="Open invitations">
      <ul className="divide-y divide-line">
        {invitations.map((row) => (
          <li key={row.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p {...verbatim} className="foreign truncate font-medium">
                {row.email}
              </p>
              <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
                <span>{placeText(row)}</span>
                <span>
                  Expires <RelativeTime at={row.expiresAt} />
                </span>
                {row.by !== null && (
                  <span className="text-ink-faint">
                    by <Verbatim>{row.by}</Verbatim>
                  </span>
                )}
              </p>
            </div>
            <Button
              size="sm"
              disabled={pending}
              onClick={() => askFor(row)}
              aria-label={`Revoke the invitation for ${row.email}`}
            >
              Revoke …
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </TitledCard>
  );
}
