import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { ListTable, menuColumn, type Column } from "@/components/listing/list-table";
import { selecting } from "@/components/listing/selecting";
import { Selection } from "@/components/listing/selection";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type { ListRecipient } from "@/lib/directory/audience/list-recipients";
import type { EditActions, EditedList } from "./audience-actions";
import { countText } from "./kinds-text";
import { RecipientBulk } from "./recipient-bulk";
import { recipientKey } from "./recipient-key";
import { RecipientMenu } from "./recipient-menu";

interface RecipientTableProps {
  rows: readonly ListRecipient[];
  /** Parameters that at least one recipient of the list has a value for. */
  parameters: readonly string[];
  /** The list and what can be done to its recipients; absent for members who may look only. */
  edited?: { list: EditedList; actions: EditActions } | undefined;
}

/**
 * A column of its own for each of so many; of more, the values of a recipient stand in one cell.
 */
const mostColumns = 4;

const recipient: Column<ListRecipient> = {
  name: "Recipient",
  fold: "title",
  width: "max-w-0 min-w-48 @2xl:w-1/3",
  cell: ({ destination, type }) => (
    <>
      <Verbatim className="block truncate font-medium" title={destination}>
        {destination}
      </Verbatim>
      {type !== "userid" && (
        <span className="block text-xs text-ink-faint">
          {countText(type, 1).replace(/^1 /, "")}
        </span>
      )}
    </>
  ),
};

const devices: Column<ListRecipient> = {
  name: "Devices",
  fold: "line",
  className: "text-sm text-ink-muted",
  cell: ({ kinds }) =>
    kinds === null ? (
      <span className="text-ink-faint @max-2xl:hidden">—</span>
    ) : kinds.length === 0 ? (
      <span className="text-ink-faint">No device</span>
    ) : (
      <span className="flex flex-wrap gap-x-3 gap-y-1">
        {kinds.map((kind) => (
          <span key={kind} className="inline-flex items-center gap-1.5">
            <KindIcon kind={kind} />
            {kindName(kind)}
          </span>
        ))}
      </span>
    ),
};

const values: Column<ListRecipient> = {
  name: "Values",
  fold: "line",
  className: "text-sm",
  cell: ({ parameters }) => (
    <dl className="flex flex-wrap gap-x-3 gap-y-1">
      {Object.entries(parameters).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt {...verbatim} className="foreign text-ink-faint">
            {name}
          </dt>
          <dd {...verbatim} className="foreign truncate">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  ),
};

/**
 * Who is in a list, on which devices they can be reached, and the values that they have of their
 * own.
 */
export function RecipientTable({ rows, parameters, edited }: RecipientTableProps) {
  const own =
    parameters.length > mostColumns
      ? [values]
      : parameters.map((name): Column<ListRecipient> => ({
          name,
          fold: "line",
          className: "max-w-48 text-sm",
          cell: (row) => <Value name={name} of={row} />,
        }));
  const columns = [recipient, devices, ...own];
  if (!edited)
    return <ListTable label="Recipients" rows={rows} columns={columns} idOf={recipientKey} />;
  const menu = menuColumn<ListRecipient>((row) => <RecipientMenu row={row} {...edited} />);
  return (
    <Selection rows={rows.map((row) => ({ id: recipientKey(row), name: row.destination }))}>
      <ListTable
        label="Recipients"
        rows={rows}
        columns={[...columns, menu]}
        idOf={recipientKey}
        selecting={selecting(recipientKey, ({ destination }) => destination)}
      />
      <RecipientBulk rows={rows} {...edited} />
    </Selection>
  );
}

function Value({ name, of: { parameters } }: { name: string; of: ListRecipient }) {
  if (!Object.hasOwn(parameters, name))
    return <span className="text-ink-faint @max-2xl:hidden">—</span>;
  return (
    <span className="flex min-w-0 gap-1.5">
      <Verbatim className="text-ink-faint @2xl:hidden">{name}</Verbatim>
      <Verbatim className="truncate" title={parameters[name]}>
        {parameters[name]}
      </Verbatim>
    </span>
  );
}
