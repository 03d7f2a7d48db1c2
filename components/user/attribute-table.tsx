import { ListTable, menuColumn, type Column } from "@/components/listing/list-table";
import type { ListedAttribute } from "@/lib/directory/attribute/list";
import { AttributeMenu } from "./attribute-menu";
import { typeWords } from "./attribute-words";
import type { AttributeActions } from "./user-actions";

const columns: readonly Column<ListedAttribute>[] = [
  {
    name: "Name",
    fold: "title",
    className: "code max-w-64 truncate",
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  { name: "Type", fold: "start", cell: ({ type }) => typeWords[type] },
  {
    name: "Users who have it",
    fold: "end",
    align: "end",
    className: "tabular-nums",
    cell: ({ users }) => users.toLocaleString("en"),
  },
  {
    name: "Description",
    fold: "line",
    className: "foreign max-w-96",
    cell: ({ description }) =>
      description === "" ? (
        <span className="text-ink-faint @max-2xl:hidden">None</span>
      ) : (
        description
      ),
  },
];

interface AttributeTableProps {
  serviceId: string;
  rows: readonly ListedAttribute[];
  /** Absent for members who may look only. */
  actions: AttributeActions | undefined;
  /** Whether the member may read the audit log. */
  history: boolean;
}

/** The attributes of a service, one a row. */
export function AttributeTable({ serviceId, rows, actions, history }: AttributeTableProps) {
  const all = actions
    ? [
        ...columns,
        menuColumn<ListedAttribute>((attribute) => (
          <AttributeMenu
            serviceId={serviceId}
            attribute={attribute}
            actions={actions}
            history={history}
          />
        )),
      ]
    : columns;
  return <ListTable label="Attributes" rows={rows} columns={all} idOf={({ name }) => name} />;
}
