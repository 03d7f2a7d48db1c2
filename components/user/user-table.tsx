import { ListTable, RowLink, type Column } from "@/components/listing/list-table";
import { RelativeTime } from "@/components/ui/relative-time";
import { languageName } from "@/lib/compose/language-name";
import type { UserRow } from "@/lib/directory/user/list";
import { paths } from "@/lib/inputs/paths";

const columns: readonly Column<UserRow>[] = [
  {
    name: "User ID",
    fold: "title",
    width: "max-w-80",
    cell: ({ id, userid }) => <RowLink href={paths.user(id)}>{userid}</RowLink>,
  },
  {
    name: "Language",
    fold: "start",
    cell: ({ language }) =>
      language === null ? (
        <span className="text-ink-faint @max-2xl:hidden">Unknown</span>
      ) : (
        languageName(language)
      ),
  },
  {
    name: "Time zone",
    fold: "line",
    className: "max-w-56 truncate",
    cell: ({ timezone }) =>
      timezone ?? <span className="text-ink-faint @max-2xl:hidden">Unknown</span>,
  },
  {
    name: "Attributes",
    fold: "hidden",
    align: "end",
    className: "tabular-nums",
    cell: ({ attributes }) => attributes,
  },
  {
    name: "Devices",
    fold: "corner",
    align: "end",
    className: "tabular-nums",
    cell: ({ devices }) => (
      <>
        {devices}
        <span className="@2xl:sr-only"> {devices === 1 ? "device" : "devices"}</span>
      </>
    ),
  },
  {
    name: "Last seen",
    fold: "end",
    align: "end",
    className: "text-xs whitespace-nowrap text-ink-muted",
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? "Never" : <RelativeTime at={lastSeenAt} focusable={false} />,
  },
];

/** The users of a service, one a row. */
export function UserTable({ rows }: { rows: readonly UserRow[] }) {
  return <ListTable label="Users" rows={rows} columns={columns} idOf={({ id }) => id} />;
}
