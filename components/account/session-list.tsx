"use client";

import { useTransition } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { SessionRow } from "@/lib/directory/member/sessions";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";

interface SessionListProps {
  sessions: readonly SessionRow[];
  end: (input: { id: string }) => Promise<Answer<unknown>>;
}

/** Where one is signed in; any of them but this one can be ended. */
export function SessionList({ sessions, end }: SessionListProps) {
  const [pending, start] = useTransition();
  const signOut = ({ id, browser }: SessionRow) =>
    start(async () => {
      try {
        const answer = await end({ id });
        if (answer.ok) toast.success(`Signed out ${browser}`);
        else toast.error(sentenceOf(answer));
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.id} className="flex items-center gap-3 px-4 py-2.5">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {session.browser}
              {session.here && <Badge tone="green">This browser</Badge>}
            </p>
            <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
              {session.address !== null && <span className="foreign">{session.address}</span>}
              <span>
                Last seen <RelativeTime at={session.seenAt} />
              </span>
              <span className="text-ink-faint">
                Signed in <RelativeTime at={session.signedInAt} />
              </span>
            </p>
          </div>
          {!session.here && (
            <Button
              size="sm"
              disabled={pending}
              onClick={() => signOut(session)}
              aria-label={`Sign out ${session.browser}${session.address === null ? "" : ` at ${session.address}`}`}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
