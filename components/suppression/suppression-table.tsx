import { ListTable, type Column } from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { SuppressionRow } from "@/lib/directory/suppression/list";
import { SuppressionBulk, type UnsuppressEach } from "./suppression-bulk";

const columns: readonly Column<SuppressionRow>[] = [
  {
    name: "Recipient",
    fold: "title",
    className: "code foreign max-w-80 truncate",
    cell: ({ label }) => <span title={label}>{label}</span>,
  },
  {
    name: "Kind",
    fold: "corner",
    className: "text-ink-muted",
    cell: ({ kind }) => (kind === "userid" ? "User ID" : "Push ID"),
  },
  {
    name: "Note",
    fold: "line",
    className: "foreign max-w-80",
    cell: ({ note }) =>
      note === "" ? <span className="text-ink-faint @max-2xl:hidden">No note</span> : note,
  },
  {
    name: "Suppressed",
    fold: "start",
    className: "text-xs text-ink-muted",
    cell: ({ createdAt, createdBy }) => (
      <>
        <RelativeTime at={createdAt} focusable={false} />
        {createdBy !== null && (
          <Verbatim className="block truncate text-ink-faint">{createdBy}</Verbatim>
        )}
      </>
    ),
  },
];

/**
 * The suppression list, one recipient a row; `unsuppressEach` is absent for members who may look
 * only.
 */
export function SuppressionTable({
  rows,
  unsuppressEach,
}: {
  rows: readonly SuppressionRow[];
  unsuppressEach: UnsuppressEach | undefined;
}) {
  const table = {
    label: "Suppressed recipients",
    rows,
    columns,
    idOf: ({ id }: SuppressionRow) => id,
  };
  if (!unsuppressEach) return <ListTable {...table} />;
  return (
    <Selection rows={rows.map(({ id, label }) => ({ id, name: label }))}>
      <ListTable {...table} selecting={selecting(table.idOf, ({ label }) => label)} />
      <SuppressionBulk unsuppressEach={unsuppressEach} />
    </Selection>
  );
}
