import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { UpcomingRow } from "@/lib/results/upcoming";

/** So many of each; the others are a click away. */
const most = 4;

/** Of these at least one more is asked for than is shown: then there are others. */
export const mostAhead = most + 1;

interface CampaignsAheadProps {
  /** The one that goes out first at the top. */
  scheduled: readonly UpcomingRow[];
  /** The one that changed last first. */
  drafts: readonly Pick<CampaignRow, "id" | "name" | "updatedAt">[];
  mayEdit: boolean;
}

/** What goes out next, and what is still being written. Nothing where there is neither. */
export function CampaignsAhead({ scheduled, drafts, mayEdit }: CampaignsAheadProps) {
  if (scheduled.length + drafts.length === 0) return null;
  return (
    <div className="grid gap-5 lg:grid-flow-col lg:auto-cols-fr">
      {scheduled.length > 0 && (
        <AheadCard
          id="up-next"
          title="Up next"
          all={paths.campaigns({ state: "scheduled" })}
          count={scheduled.length}
        >
          {scheduled.slice(0, most).map(({ id, name, startsAt, stalled }) => (
            <AheadRow key={id} href={paths.campaign(id)} name={name}>
              {stalled !== null
                ? "Held back"
                : startsAt !== null && <RelativeTime at={startsAt} focusable={false} />}
            </AheadRow>
          ))}
        </AheadCard>
      )}
      {drafts.length > 0 && (
        <AheadCard
          id="drafts-to-finish"
          title="Drafts to finish"
          all={paths.campaigns({ state: "draft" })}
          count={drafts.length}
        >
          {drafts.slice(0, most).map(({ id, name, updatedAt }) => (
            <AheadRow
              key={id}
              href={mayEdit ? paths.compose({ campaign: id }) : paths.campaign(id)}
              name={name}
            >
              <RelativeTime at={updatedAt} focusable={false} />
            </AheadRow>
          ))}
        </AheadCard>
      )}
    </div>
  );
}

interface AheadCardProps {
  id: string;
  title: string;
  /** The list of all of them. */
  all: string;
  count: number;
  children: ReactNode;
}

function AheadCard({ id, title, all, count, children }: AheadCardProps) {
  return (
    <TitledCard
      id={id}
      title={title}
      className="min-w-0"
      actions={
        count > most && (
          <SameServiceLink
            href={all}
            className="text-sm text-ink-muted hover:text-ink hover:underline"
          >
            Show all
          </SameServiceLink>
        )
      }
    >
      <ul className="divide-y divide-line">{children}</ul>
    </TitledCard>
  );
}

function AheadRow({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <li>
      <SameServiceLink
        href={href}
        className="flex items-baseline justify-between gap-3 px-4 py-2.5 hover:bg-hover"
      >
        <Verbatim className="min-w-0 truncate font-medium">{name}</Verbatim>
        <span className="shrink-0 text-xs text-ink-faint">{children}</span>
      </SameServiceLink>
    </li>
  );
}
