import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import type { AttentionRow } from "./attention-rows";

interface AttentionCardProps {
  rows: readonly AttentionRow[];
  /**
   * Banners about what does not work: refused credentials, webhooks that are gone; nothing where
   * all do.
   */
  children: ReactNode;
}

/** What needs attention, and where. Nothing where all is well. */
export function AttentionCard({ rows, children }: AttentionCardProps) {
  if (rows.length === 0 && !children) return null;
  return (
    <TitledCard id="attention-title" title="Needs attention">
      {children && <CardBody className="space-y-3">{children}</CardBody>}
      {rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map(({ href, what, how }) => (
            <li key={href}>
              <SameServiceLink
                href={href}
                className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2.5 hover:bg-hover"
              >
                <Verbatim className="min-w-0 truncate font-medium">{what}</Verbatim>
                <span className="text-xs text-ink-muted">{how}</span>
              </SameServiceLink>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
