import { FlaskConical } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import type { AudienceRow } from "@/lib/directory/audience/rows";
import { AudienceMenu } from "./audience-menu";
import { kindsText } from "./kinds-text";
import type { ChangeActions } from "./list-actions";

interface AudienceTableProps {
  rows: readonly AudienceRow[];
  /** Absent for members who may look only. */
  actions: ChangeActions | undefined;
}

const mostParametersShown = 4;

/** Saved lists, one a row. */
export function AudienceTable({ rows, actions }: AudienceTableProps) {
  return (
    <Table label="Audiences" className="max-md:block">
      <TableHead className="max-md:sr-only">
        <tr>
          <HeaderCell>List</HeaderCell>
          <HeaderCell className="text-right">Recipients</HeaderCell>
          <HeaderCell>Who is in it</HeaderCell>
          <HeaderCell>Parameters</HeaderCell>
          <HeaderCell>Made</HeaderCell>
          {actions && (
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          )}
        </tr>
      </TableHead>
      <TableBody className="max-md:block">
        {rows.map((row) => (
          <TableRow
            key={row.id}
            className="hover:bg-hover/50 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2.5"
          >
            <Cell className="max-w-0 min-w-48 md:w-2/5 max-md:max-w-none max-md:min-w-0 max-md:p-0!">
              <span className="flex min-w-0 items-center gap-2">
                <span className="foreign truncate font-medium">{row.name}</span>
                {row.test && (
                  <Badge tone="accent" className="shrink-0">
                    <FlaskConical aria-hidden className="size-3" />
                    Test group
                  </Badge>
                )}
              </span>
            </Cell>
            <Cell className="text-right tabular-nums max-md:hidden">{row.recipients.toLocaleString("en")}</Cell>
            <Cell className="text-ink-muted max-md:order-3 max-md:p-0! max-md:pt-1! max-md:text-xs">{kindsText(row.kinds)}</Cell>
            <Cell className="max-md:order-5 max-md:col-span-2 max-md:p-0!">
              <Parameters names={row.parameters} />
            </Cell>
            <Cell className="text-xs text-ink-muted max-md:order-4 max-md:p-0! max-md:pt-1! max-md:text-right">
              <RelativeTime at={row.createdAt} focusable={false} />
              {row.createdBy !== null && <span className="foreign block truncate text-ink-faint">{row.createdBy}</span>}
            </Cell>
            {actions && (
              <Cell className="w-10 text-right max-md:order-2 max-md:w-auto max-md:p-0!">
                <AudienceMenu row={row} actions={actions} />
              </Cell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Parameters({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-xs text-ink-faint max-md:hidden">None</span>;
  const more = names.slice(mostParametersShown);
  return (
    <span className="flex flex-wrap gap-1 max-md:pt-1.5">
      {names.slice(0, mostParametersShown).map((name) => (
        <Badge key={name} className="code foreign max-w-40 truncate font-normal">
          {name}
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
