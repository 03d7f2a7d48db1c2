"use client";

import type { ListAddress } from "@/components/listing/list-address";
import {
  ListTable,
  menuColumn,
  RowLink,
  timeColumn,
  type Column,
} from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { Verbatim } from "@/components/ui/verbatim";
import type { SegmentRow } from "@/lib/directory/segment/list";
import type { SegmentUse } from "@/lib/directory/segment/used-by";
import { paths } from "@/lib/inputs/paths";
import { estimateText } from "./panel/estimate-line";
import { estimateSegment, type EstimateSegment } from "./panel/measure-rule";
import type { RemoveSegmentActions } from "./segment-actions";
import { SegmentBulk, SegmentMenu } from "./segment-menu";
import { useRowEstimates, type RowEstimates } from "./use-row-estimates";

interface SegmentTableProps {
  rows: readonly SegmentRow[];
  /** How many campaigns are scheduled to each, or being sent; those without any are left out. */
  uses: readonly SegmentUse[];
  address: ListAddress;
  /** Absent for members who may look only. */
  actions: RemoveSegmentActions | undefined;
  /** Whether the member may read the audit log. */
  history: boolean;
  /** For tests. */
  estimate?: EstimateSegment;
}

const columnsWith = (
  estimates: RowEstimates,
  uses: ReadonlyMap<string, number>,
): readonly Column<SegmentRow>[] => [
  {
    name: "Segment",
    fold: "title",
    sort: "name",
    width: "max-w-0 min-w-48 @2xl:w-1/4",
    cell: ({ id, name }) => <RowLink href={paths.segment(id)}>{name}</RowLink>,
  },
  {
    name: "Who is in it",
    fold: "line",
    className: "text-ink-muted",
    width: "@2xl:w-1/2",
    cell: ({ words }) => <Verbatim className="line-clamp-2">{words}</Verbatim>,
  },
  {
    name: "Users, estimated",
    fold: "start",
    align: "end",
    className: "tabular-nums whitespace-nowrap",
    cell: ({ id }) => <RowEstimate estimate={estimates.get(id)} />,
  },
  {
    name: "Scheduled or sending",
    fold: "start",
    className: "whitespace-nowrap",
    cell: ({ id }) => <Uses campaigns={uses.get(id) ?? 0} />,
  },
  timeColumn("Changed", ({ updatedAt }) => updatedAt, { fold: "end" }),
];

/** Segments of a service, one a row. */
export function SegmentTable({
  rows,
  uses,
  address,
  actions,
  history,
  estimate = estimateSegment,
}: SegmentTableProps) {
  const columns = columnsWith(
    useRowEstimates(rows, estimate),
    new Map(uses.map(({ id, campaigns }) => [id, campaigns])),
  );
  const table = { label: "Segments", rows, address, idOf: ({ id }: SegmentRow) => id };
  if (!actions) return <ListTable {...table} columns={columns} />;
  const menu = menuColumn<SegmentRow>((row) => (
    <span className="relative z-1">
      <SegmentMenu segment={row} actions={actions} history={history} />
    </span>
  ));
  return (
    <Selection rows={rows.map(({ id, name }) => ({ id, name }))}>
      <ListTable
        {...table}
        columns={[...columns, menu]}
        selecting={selecting(table.idOf, ({ name }) => name)}
      />
      <SegmentBulk removeEach={actions.removeEach} />
    </Selection>
  );
}

function Uses({ campaigns }: { campaigns: number }) {
  if (campaigns === 0) return <span className="text-ink-faint @max-2xl:hidden">No campaign</span>;
  return (
    <>
      {campaigns.toLocaleString("en")} {campaigns === 1 ? "campaign" : "campaigns"}
      <span className="@2xl:sr-only"> scheduled or sending</span>
    </>
  );
}

function RowEstimate({ estimate }: { estimate: ReturnType<RowEstimates["get"]> }) {
  if (estimate === undefined) return <span className="text-ink-faint">Estimating …</span>;
  if (estimate === "failed") return <span className="text-ink-faint">No estimate</span>;
  return (
    <>
      {estimateText(estimate)}
      <span className="@2xl:sr-only">{estimate.users === 1 ? " user" : " users"}</span>
    </>
  );
}
