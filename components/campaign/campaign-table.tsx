import { SameServiceLink } from "@/components/shell/same-service";
import { StatePill } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import type { CampaignRow } from "@/lib/results/campaign-list";
import { CampaignMenu, type CampaignActions } from "./campaign-menu";
import { campaignLooks } from "./campaign-looks";
import type { CampaignRights } from "./campaign-rights";

interface CampaignTableProps {
  actions: CampaignActions;
  rows: readonly CampaignRow[];
  may: CampaignRights;
}

/** Campaigns, one a row: its name leads to the draft, or to the message it became. */
export function CampaignTable({ rows, may, actions }: CampaignTableProps) {
  return (
    <Table label="Campaigns" className="max-md:block">
      <TableHead className="max-md:sr-only">
        <tr>
          <HeaderCell>Campaign</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell>Changed</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </tr>
      </TableHead>
      <TableBody className="max-md:block">
        {rows.map((row) => {
          const look = campaignLooks[row.state];
          return (
            <TableRow
              key={row.id}
              className="hover:bg-hover/50 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-2.5"
            >
              <Cell className="max-w-0 min-w-56 md:w-1/2 max-md:max-w-none max-md:min-w-0 max-md:p-0!">
                <Name row={row} />
                <span className="mt-0.5 block truncate text-xs text-ink-faint">{row.appName}</span>
              </Cell>
              <Cell className="max-md:order-3 max-md:p-0! max-md:pt-1.5!">
                <StatePill tone={look.tone}>{look.label}</StatePill>
                {row.startsAt !== null && row.state === "scheduled" && (
                  <span className="mt-1 block text-xs text-ink-muted">{startText(row.startsAt, row.timezone)}</span>
                )}
                {row.state === "sending" && row.requests > 1 && (
                  <span className="mt-1 block text-xs text-ink-muted tabular-nums">
                    {row.answered.toLocaleString("en")} of {row.requests.toLocaleString("en")} requests
                  </span>
                )}
                {row.refused > 0 && row.answered > 1 && (
                  <span className="mt-1 block text-xs text-red-fg tabular-nums">
                    {row.refused.toLocaleString("en")} of {row.answered.toLocaleString("en")} requests were refused
                  </span>
                )}
                {row.problem !== null && <span className="foreign mt-1 block max-w-80 text-xs text-red-fg">{row.problem}</span>}
              </Cell>
              <Cell className="text-xs text-ink-muted max-md:order-4 max-md:self-end max-md:p-0! max-md:text-right">
                <RelativeTime at={row.updatedAt} focusable={false} />
                {row.updatedBy !== null && <span className="block truncate text-ink-faint">{row.updatedBy}</span>}
              </Cell>
              <Cell className="w-10 text-right max-md:order-2 max-md:w-auto max-md:p-0!">
                {may.change.ok && <CampaignMenu row={row} may={may} actions={actions} />}
              </Cell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

/** In the zone in which it was chosen; in UTC where that is not known here. */
function startText(startsAt: string, timezone: string | null): string {
  const text = (timeZone: string) =>
    `${new Date(startsAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short", timeZone })} ${timeZone}`;
  try {
    return text(timezone ?? "UTC");
  } catch {
    return text("UTC");
  }
}

/** Where it leads: a draft to the composer, one message to its page, several to the campaign's. */
function campaignHref({ id, state, transid, requests }: CampaignRow): string | undefined {
  if (state === "draft") return `/compose?campaign=${id}`;
  if (requests > 1) return `/campaigns/${id}`;
  return transid === null ? undefined : `/messages/${transid}`;
}

function Name({ row }: { row: CampaignRow }) {
  const look = "foreign block truncate font-medium";
  const href = campaignHref(row);
  return href === undefined ? (
    <span className={look}>{row.name}</span>
  ) : (
    <SameServiceLink href={href} className={`${look} hover:underline`}>
      {row.name}
    </SameServiceLink>
  );
}
