import { ListTable, RowLink, timeColumn, type Column } from "@/components/listing/list-table";
import { StatePill } from "@/components/ui/badge";
import type { Receipt } from "@/lib/directory/person/receipts";
import { paths } from "@/lib/inputs/paths";
import { thingLines } from "./thing-list";

const columns: readonly Column<Receipt>[] = [
  {
    name: "Person",
    fold: "title",
    className: "code",
    cell: ({ id, pseudonym }) => (
      <RowLink href={paths.removedPerson(id)}>{pseudonym.slice(0, 12)}</RowLink>
    ),
  },
  {
    name: "State",
    fold: "corner",
    cell: ({ finishedAt }) => <ReceiptPill finished={finishedAt !== null} />,
  },
  {
    name: "Changed",
    fold: "line",
    className: "max-w-96 text-ink-muted",
    cell: ({ counts }) =>
      thingLines(counts)
        .map(({ what }) => what)
        .join(", ") || "No data was stored",
  },
  {
    name: "By",
    fold: "start",
    className: "foreign max-w-40 truncate",
    cell: ({ createdBy }) => createdBy ?? "",
  },
  timeColumn("When", ({ createdAt }) => createdAt, { fold: "end", align: "end" }),
];

/** Whether a removal is finished. */
export function ReceiptPill({ finished }: { finished: boolean }) {
  return finished ? (
    <StatePill tone="green">Finished</StatePill>
  ) : (
    <StatePill tone="amber">Not finished</StatePill>
  );
}

/** Receipts of removals, one a row. */
export function ReceiptTable({ rows }: { rows: readonly Receipt[] }) {
  return <ListTable label="Removed people" rows={rows} columns={columns} idOf={({ id }) => id} />;
}
