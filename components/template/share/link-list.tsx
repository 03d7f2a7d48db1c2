"use client";

import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { PreviewLinkRow, revokePreviewLink } from "@/lib/directory/template/share";
import type { ActionOf } from "@/lib/verb/answer";

interface LinkListProps {
  links: readonly PreviewLinkRow[];
  revoke: ActionOf<typeof revokePreviewLink>;
}

/** Lists working links with their creator, expiry and use. */
export function LinkList({ links, revoke }: LinkListProps) {
  const { pending, run } = useCall();
  const end = (id: string) => run(() => revoke({ id }), "Link revoked");
  return (
    <section aria-labelledby="links-title" className="mt-6">
      <h3 id="links-title" className="mb-1 text-sm font-medium">
        Active links
      </h3>
      {links.length === 0 ? (
        <p className="text-sm text-ink-muted">None yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {links.map(({ id, version, by, createdAt, expiresAt, lastOpenedAt }) => {
            const what = version === null ? "Draft" : `Version ${version}`;
            return (
              <li key={id} className="flex items-center gap-3 py-2.5">
                <div className="min-w-0 flex-1 text-sm">
                  <p className="flex flex-wrap gap-x-2">
                    <span className="font-medium">{what}</span>
                    <span className="text-ink-muted">
                      expires <RelativeTime at={expiresAt} />
                    </span>
                  </p>
                  <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-faint">
                    <span>
                      created <RelativeTime at={createdAt} />
                      {by !== null && (
                        <>
                          {" "}
                          by <Verbatim>{by}</Verbatim>
                        </>
                      )}
                    </span>
                    <span>
                      {lastOpenedAt === null ? (
                        "not opened yet"
                      ) : (
                        <>
                          last opened <RelativeTime at={lastOpenedAt} />
                        </>
                      )}
                    </span>
                  </p>
                </div>
                <Button
                  size="sm"
                  disabled={pending}
                  onClick={() => end(id)}
                  aria-label={`Revoke the link to ${what.toLowerCase()}`}
                >
                  Revoke
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
