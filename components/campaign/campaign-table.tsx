import { lookOf } from "@/components/facts/campaign-looks";
import { totalOf } from "@/components/facts/delivery-state";
import type { ListAddress } from "@/components/listing/list-address";
import { ListTable, menuColumn, RowLink, type Column } from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { CountsLine } from "@/components/message/counts-line";
import { StatePill } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { sentence } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import { paths } from "@/lib/inputs/paths";
import type { CampaignResult } from "@/lib/results/campaign-list";
import type { CampaignActions, CampaignRights } from "./campaign-actions";
import { CampaignBulk, type CampaignBulkActions } from "./campaign-bulk";
import { CampaignMenu } from "./campaign-menu";
import { isOrdered, Ordered } from "./ordered";
import { startText } from "./start-text";

interface CampaignTableProps {
  actions: CampaignActions & CampaignBulkActions;
  rows: readonly CampaignResult[];
  may: CampaignRights;
  address: ListAddress;
}

const facts: readonly Column<CampaignResult>[] = [
  {
    name: "Campaign",
    fold: "title",
    sort: "name",
    width: "max-w-0 min-w-56 @2xl:w-2/5",
    cell: (row) => (
      <>
        <RowLink href={campaignHref(row)}>{row.name}</RowLink>
        <Verbatim className="mt-0.5 block truncate text-xs text-ink-faint">{row.appName}</Verbatim>
      </>
    ),
  },
  { name: "State", fold: "start", cell: (row) => <State row={row} /> },
  {
    name: "Devices",
    fold: "line",
    width: "w-64",
    cell: ({ state, counts, recipients }) =>
      state === "draft" || state === "scheduled" || totalOf(counts) === 0 ? (
        recipients === null ? null : (
          <span className="text-xs text-ink-muted tabular-nums">{recipientsText(recipients)}</span>
        )
      ) : (
        <CountsLine counts={counts} />
      ),
  },
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
        {row.updatedBy !== null && (
          <Verbatim className="block truncate text-ink-faint">{row.updatedBy}</Verbatim>
        )}
      </>
    ),
  },
];

/** Campaigns, one a row. */
export function CampaignTable({ rows, may, actions, address }: CampaignTableProps) {
  const table = { label: "Campaigns", rows, address, idOf: ({ id }: CampaignResult) => id };
  if (!may.change.ok) return <ListTable {...table} columns={facts} />;
  const menu = menuColumn<CampaignResult>((row) => (
    <span className="relative">
      <CampaignMenu row={row} may={may} actions={actions} />
    </span>
  ));
  return (
    <Selection rows={rows.map(({ id, name }) => ({ id, name }))}>
      <ListTable
        {...table}
        columns={[...facts, menu]}
        selecting={selecting(table.idOf, ({ name }) => name)}
      />
      <CampaignBulk
        changeEach={actions.changeEach}
        archived={address.filter["state"] === "archived"}
      />
    </Selection>
  );
}

function State({ row }: { row: CampaignResult }) {
  const look = lookOf(row);
  return (
    <>
      <StatePill tone={look.tone}>{look.label}</StatePill>
      {isOrdered(row) && row.undoMs === null && row.state !== "scheduled" && (
        <span className="mt-1 block text-xs text-ink-muted">
          <Ordered of={row} focusable={false} />
        </span>
      )}
      {row.startsAt !== null && row.state === "scheduled" && (
        <span className="mt-1 block text-xs text-ink-muted">
          {startText(row.startsAt, row.timezone, row.times?.zoned === true)}
        </span>
      )}
      {(row.state === "sending" || row.state === "paused") && row.requests > 1 && (
        <span className="mt-1 block text-xs text-ink-muted tabular-nums">
          {row.answered.toLocaleString("en")} of {row.requests.toLocaleString("en")} requests
        </span>
      )}
      {row.pauseReason !== null && (
        <span className="mt-1 block max-w-80 text-xs text-amber-fg">{row.pauseReason}</span>
      )}
      {row.refused > 0 && row.answered > 1 && (
        <span className="mt-1 block text-xs text-red-fg tabular-nums">
          {row.refused.toLocaleString("en")} of {row.answered.toLocaleString("en")} requests were
          refused
        </span>
      )}
      {row.stalled !== null && (
        <span className="mt-1 block max-w-80 text-xs text-amber-fg">{row.stalled}</span>
      )}
      {row.problem !== null && (
        <span className="foreign mt-1 block max-w-80 text-xs text-red-fg">
          {sentence(row.problem)}
        </span>
      )}
    </>
  );
}

/**
 * Where it leads: a draft to the composer, everything else and what waits for approval to its page.
 */
function campaignHref({ id, state, approval }: CampaignResult): string {
  return state === "draft" && approval !== "waiting" && approval !== "approved"
    ? paths.compose({ campaign: id })
    : paths.campaign(id);
}
