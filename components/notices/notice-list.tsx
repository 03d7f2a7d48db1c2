"use client";

import { KeyRound, Layers, PlugZap, ShieldAlert, UserCheck, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useEffect } from "react";
import { recountUnseen } from "@/components/shell/use-unseen";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { NoticeKind } from "@/lib/inputs/notice";
import type { NoticeRow } from "@/lib/notices/list";
import type { seeNotices } from "@/lib/notices/see";
import type { ActionOf } from "@/lib/verb/answer";

interface NoticeListProps {
  notices: readonly NoticeRow[];
  /** Whether the member is in more than one service. */
  several: boolean;
  markSeen: ActionOf<typeof seeNotices>;
}

const pictures: Record<NoticeKind, LucideIcon> = {
  credential: ShieldAlert,
  campaign: Layers,
  approval: UserCheck,
  receiver: PlugZap,
  key: KeyRound,
};

/** The notices, the latest first; once one is on the screen it is seen. */
export function NoticeList({ notices, several, markSeen }: NoticeListProps) {
  const latest = notices.find(({ unseen }) => unseen)?.at;
  useEffect(() => {
    if (latest === undefined) return;
    markSeen({ until: latest }).then(recountUnseen, () => undefined);
  }, [latest, markSeen]);
  return (
    <Card>
      <ul className="divide-y divide-line">
        {notices.map(({ id, kind, title, body, service, at, href, unseen }) => {
          const Picture = pictures[kind];
          return (
            <li
              key={id}
              className="relative flex gap-3 px-4 py-3.5 transition-colors hover:bg-hover/60"
            >
              <span
                aria-hidden
                className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-ink-muted"
              >
                <Picture className="size-4" />
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Link
                    href={href}
                    className="min-w-0 font-medium break-words text-ink after:absolute after:inset-0"
                  >
                    {title}
                  </Link>
                  {unseen && <Badge tone="accent">New</Badge>}
                </p>
                <p className="mt-0.5 text-sm break-words text-ink-muted">{body}</p>
                <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-faint">
                  {several && <Verbatim className="break-words">{service}</Verbatim>}
                  <RelativeTime at={at} focusable={false} />
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
