import { FlaskConical } from "lucide-react";
import type { ListAddress } from "@/components/listing/list-address";
import { ListTable, menuColumn, RowLink, type Column } from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { AudienceRow } from "@/lib/directory/audience/rows";
import { paths } from "@/lib/inputs/paths";
import type { ChangeActions } from "./audience-actions";
import { AudienceBulk, AudienceMenu } from "./audience-menu";
import { kindsText } from "./kinds-text";

interface AudienceTableProps {
  rows: readonly AudienceRow[];
  address: ListAddress;
  /** Absent for members who may look only. */
  actions: ChangeActions | undefined;
  /** The member may make and change test groups. */
  mayMark: boolean;
}

const mostParametersShown = 4;

const facts: readonly Column<AudienceRow>[] = [
  {
    name: "List",
    fold: "title",
    sort: "name",
    width: "max-w-0 min-w-48 @2xl:w-2/5",
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <RowLink href={paths.audience(row.id)}>{row.name}</RowLink>
        {row.test && (
          <Badge tone="accent" className="shrink-0">
            <FlaskConical aria-hidden className="size-3" />
            Test group
          </Badge>
        )}
      </span>
    ),
  },
  {
    name: "Recipients",
    // Folded, what is in the list says how many.
    fold: "hidden",
    sort: "-recipients",
    align: "end",
    className: "tabular-nums",
    cell: ({ recipients }) => recipients.toLocaleString("en"),
  },
  {
    name: "Who is in it",
    fold: "start",
    className: "text-ink-muted @max-2xl:text-xs",
    cell: ({ kinds }) => kindsText(kinds),
  },
  { name: "Parameters", fold: "line", cell: ({ parameters }) => <Parameters names={parameters} /> },
  {
    name: "Made",
    fold: "end",
    className: "text-xs text-ink-muted",
    cell: (row) => (
      <>
        <RelativeTime at={row.createdAt} focusable={false} />
        {row.createdBy !== null && (
          <Verbatim className="block truncate text-ink-faint">{row.createdBy}</Verbatim>
        )}
      </>
    ),
  },
];

/** Saved lists, one a row. */
export function AudienceTable({ rows, address, actions, mayMark }: AudienceTableProps) {
  const table = { label: "Audiences", rows, address, idOf: ({ id }: AudienceRow) => id };
  if (!actions) return <ListTable {...table} columns={facts} />;
  const menu = menuColumn<AudienceRow>((row) => (
    <span className="relative z-1">
      {(mayMark || !row.test) && <AudienceMenu row={row} actions={actions} mayMark={mayMark} />}
    </span>
  ));
  return (
    <Selection rows={rows.map(({ id, name }) => ({ id, name }))}>
      <ListTable
        {...table}
        columns={[...facts, menu]}
        selecting={selecting(table.idOf, ({ name }) => name)}
      />
      <AudienceBulk removeEach={actions.removeEach} />
    </Selection>
  );
}

function Parameters({ names }: { names: readonly string[] }) {
  if (names.length === 0)
    return <span className="text-xs text-ink-faint @max-2xl:hidden">None</span>;
  const more = names.slice(mostParametersShown);
  return (
    <span className="flex flex-wrap gap-1 @max-2xl:pt-1.5">
      {names.slice(0, mostParametersShown).map((name) => (
        <Badge key={name} className="max-w-40 font-normal">
          <Code className="truncate">{name}</Code>
        </Badge>
      ))}
      {more.length > 0 && (
        <span className="text-xs text-ink-faint" title={more.join(", ")}>
          and {more.length} more
        </span>
      )}
    </span>
  );
}
