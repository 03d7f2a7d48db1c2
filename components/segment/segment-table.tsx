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
import { paths } from "@/lib/inputs/paths";
import { estimateText } from "./panel/estimate-line";
import { measureRule, type MeasureRule } from "./panel/measure-rule";
import type { RemoveSegmentActions } from "./segment-actions";
import { SegmentBulk, SegmentMenu } from "./segment-menu";
import { useRowEstimates, type RowEstimates } from "./use-row-estimates";

interface SegmentTableProps {
  serviceId: string;
  rows: readonly SegmentRow[];
  address: ListAddress;
  /** Absent for members who may look only. */
  actions: RemoveSegmentActions | undefined;
  /** Whether the member may read the audit log. */
  history: boolean;
  /** For tests. */
  measure?: MeasureRule;
}

const columnsWith = (estimates: RowEstimates): readonly Column<SegmentRow>[] => [
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
  timeColumn("Changed", ({ updatedAt }) => updatedAt, { fold: "end" }),
];

/** Segments of a service, one a row. */
export function SegmentTable({
  serviceId,
  rows,
  address,
  actions,
  history,
  measure = measureRule,
}: SegmentTableProps) {
  const columns = columnsWith(useRowEstimates(serviceId, rows, measure));
  const table = { label: "Segments", rows, address, idOf: ({ id }: SegmentRow) => id };
  if (!actions) return <ListTable {...table} columns={columns} />;
  const menu = menuColumn<SegmentRow>((row) => (
    <span className="relative z-1">
      <SegmentMenu segment={row} remove={actions.remove} history={history} />
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
