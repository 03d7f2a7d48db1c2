"use client";

import { useEnding } from "@/components/listing/use-ending";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { endOwnSession, SessionRow } from "@/lib/directory/member/sessions";
import type { ActionOf } from "@/lib/verb/answer";

interface SessionListProps {
  sessions: readonly SessionRow[];
  end: ActionOf<typeof endOwnSession>;
}

/** Where one is signed in; any of them but this one can be ended, after a question. */
export function SessionList({ sessions, end }: SessionListProps) {
  const { pending, ask, dialog } = useEnding();
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.browser}
                {session.here && <Badge tone="green">This browser</Badge>}
              </p>
              <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
                {session.address !== null && <Verbatim>{session.address}</Verbatim>}
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
                onClick={() =>
                  ask({
                    title: `Sign out ${session.browser}?`,
                    description: `${session.address === null ? "That browser" : `The browser at ${session.address}`} is signed out immediately. Unsaved input there is lost; drafts are kept.`,
                    keep: "Keep it signed in",
                    go: "Sign out",
                    end: () => end({ id: session.id }),
                    done: `Signed out ${session.browser}`,
                  })
                }
                aria-label={`Sign out ${session.browser}${session.address === null ? "" : ` at ${session.address}`}`}
              >
                Sign out …
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  );
}
