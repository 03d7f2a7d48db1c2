import { ListTable, type Column } from "@/components/listing/list-table";
import type { ListAddress } from "@/components/listing/list-address";
import { RowLink } from "@/components/listing/row-link";
import { Selection } from "@/components/listing/selection";
import { StatePill } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { CampaignRow } from "@/lib/results/campaign-list";
import { CampaignBulk } from "./campaign-bulk";
import { CampaignMenu, type CampaignActions } from "./campaign-menu";
import { campaignLooks } from "./campaign-looks";
import { startText } from "./start-text";
import type { CampaignRights } from "./campaign-rights";

interface CampaignTableProps {
  actions: CampaignActions;
  rows: readonly CampaignRow[];
  may: CampaignRights;
  address: ListAddress;
}

const facts: readonly Column<CampaignRow>[] = [
  {
    name: "Campaign",
    fold: "title",
    sort: "name",
    width: "max-w-0 min-w-56 md:w-1/2",
    cell: (row) => (
      <>
        <Name row={row} />
        <span className="mt-0.5 block truncate text-xs text-ink-faint">{row.appName}</span>
      </>
    ),
  },
  { name: "State", fold: "start", cell: (row) => <State row={row} /> },
  {
    name: "Changed",
    fold: "end",
    sort: "-updated",
    className: "text-xs text-ink-muted",
    cell: (row) => (
      <>
        <span className="relative">
          <RelativeTime at={row.updatedAt} focusable={false} />
        </span>
        {row.updatedBy !== null && <span className="foreign block truncate text-ink-faint">{row.updatedBy}</span>}
      </>
    ),
  },
];

/** Campaigns, one a row: it leads to the draft, or to the message it became. */
export function CampaignTable({ rows, may, actions, address }: CampaignTableProps) {
  const table = { label: "Campaigns", rows, address, idOf: ({ id }: CampaignRow) => id };
  if (!may.change.ok) return <ListTable {...table} columns={facts} />;
  const menu: Column<CampaignRow> = {
    name: "Actions",
    nameHidden: true,
    fold: "corner",
    align: "end",
    width: "w-10",
    cell: (row) => (
      <span className="relative">
        <CampaignMenu row={row} may={may} actions={actions} />
      </span>
    ),
  };
  return (
    <Selection rows={rows.map(({ id, name }) => ({ id, name }))}>
      <ListTable {...table} columns={[...facts, menu]} nameOf={({ name }) => name} />
      <CampaignBulk change={actions.change} archived={address.filter["state"] === "archived"} />
    </Selection>
  );
}

function State({ row }: { row: CampaignRow }) {
  const look = campaignLooks[row.state];
  return (
    <>
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
    </>
  );
}

/** Where it leads: a draft to the composer, one message to its page, several to the campaign's. */
function campaignHref({ id, state, transid, requests }: CampaignRow): string | undefined {
  if (state === "draft") return `/compose?campaign=${id}`;
  if (requests > 1) return `/campaigns/${id}`;
  return transid === null ? undefined : `/messages/${transid}`;
}

function Name({ row }: { row: CampaignRow }) {
  const href = campaignHref(row);
  return href === undefined ? (
    <span className="foreign block truncate font-medium">{row.name}</span>
  ) : (
    <RowLink href={href}>{row.name}</RowLink>
  );
}
