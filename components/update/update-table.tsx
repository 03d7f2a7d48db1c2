import { ListTable, RowLink, timeColumn, type Column } from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { SelectionBar } from "@/components/listing/selection-bar";
import { StatePill } from "@/components/ui/badge";
import { Code } from "@/components/ui/verbatim";
import { updateFailure } from "@/lib/describe/update-failure";
import { paths } from "@/lib/inputs/paths";
import type { UpdateRow } from "@/lib/results/list-updates";
import { updateLooks } from "./endpoint-looks";
import { ReplayButton } from "./replay-button";
import type { ReplayActions } from "./update-actions";
import { kindWords } from "./updates-text";

interface UpdateTableProps {
  serviceId: string;
  rows: readonly UpdateRow[];
  /** Absent for members who may look only. */
  replay: ReplayActions["replay"] | undefined;
}

const updateName = ({ kind, destination }: UpdateRow) =>
  `${kindWords[kind].label}${destination === "" ? "" : ` for ${destination}`}`;

const columns: readonly Column<UpdateRow>[] = [
  {
    name: "Update",
    fold: "title",
    width: "max-w-0 min-w-44 @2xl:w-1/4",
    cell: (row) => <RowLink href={paths.update(row.transid, row.id)}>{updateName(row)}</RowLink>,
  },
  {
    name: "Endpoint",
    fold: "line",
    width: "max-w-64 @max-2xl:max-w-none",
    cell: ({ url }) => (
      <Code className="block truncate text-xs" title={url}>
        {url}
      </Code>
    ),
  },
  {
    name: "State",
    fold: "corner",
    cell: ({ state }) => (
      <StatePill tone={updateLooks[state].tone}>{updateLooks[state].label}</StatePill>
    ),
  },
  {
    name: "Why",
    fold: "line",
    className: "text-ink-muted @max-2xl:text-xs",
    cell: (row) => <Why row={row} />,
  },
  timeColumn("Created", ({ createdAt }) => createdAt, { fold: "start" }),
];

/** Updates, one a row, newest first. */
export function UpdateTable({ serviceId, rows, replay }: UpdateTableProps) {
  const table = { label: "Updates", rows, columns, idOf: ({ id }: UpdateRow) => id };
  if (!replay) return <ListTable {...table} />;
  return (
    <Selection rows={rows.map((row) => ({ id: row.id, name: updateName(row) }))}>
      <ListTable {...table} selecting={selecting(table.idOf, updateName)} />
      <SelectionBar>
        <ReplayButton scope={{ of: "selected", serviceId, replay }} />
      </SelectionBar>
    </Selection>
  );
}

function Why({ row: { lastStatus, lastError, attempts } }: { row: UpdateRow }) {
  const failure = updateFailure(lastStatus, lastError);
  return (
    <>
      {failure?.headline ?? "–"}
      {attempts > 0 && (
        <span className="block text-xs text-ink-faint">
          {lastStatus !== null && (
            <>
              <Code>{lastStatus}</Code> after{" "}
            </>
          )}
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
        </span>
      )}
    </>
  );
}
