import type { ListAddress } from "@/components/listing/list-address";
import { ListTable, menuColumn, type Column } from "@/components/listing/list-table";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { MemberRow } from "@/lib/directory/member/list";
import { allowed, type Looker, type MemberActions } from "./member-actions";
import { MemberMenu } from "./member-menu";
import { placeText } from "./role-text";

interface MemberTableProps {
  rows: readonly MemberRow[];
  address: ListAddress;
  serviceId: string;
  /** Name of the service. */
  service: string;
  /** All accounts of the installation, rather than those of the service. */
  everybody: boolean;
  looker: Looker;
  actions: MemberActions;
}

/** Members of a service, or all accounts, one a row. */
export function MemberTable({
  rows,
  address,
  serviceId,
  service,
  everybody,
  looker,
  actions,
}: MemberTableProps) {
  const columns: Column<MemberRow>[] = [
    {
      name: "Name",
      fold: "title",
      sort: "name",
      width: "max-w-0 min-w-48 @2xl:w-2/5",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <Verbatim className="truncate font-medium">{row.name}</Verbatim>
            {row.id === looker.id && <Badge className="shrink-0">You</Badge>}
            {row.disabled && (
              <Badge tone="red" className="shrink-0">
                Disabled
              </Badge>
            )}
          </span>
          <Verbatim className="block truncate text-xs text-ink-muted">{row.email}</Verbatim>
        </span>
      ),
    },
    {
      name: `Role in ${isolated(service)}`,
      fold: "start",
      sort: "role",
      cell: (row) => (
        <>
          {row.role === null
            ? !row.installationOwner && <span className="text-ink-faint">None</span>
            : placeText({ ...row, role: row.role })}
          {row.installationOwner && (
            <span className={row.role === null ? "block" : "block text-xs text-ink-muted"}>
              Owner of the installation
            </span>
          )}
        </>
      ),
    },
  ];
  if (everybody)
    columns.push({
      name: "Services",
      fold: "hidden",
      align: "end",
      className: "tabular-nums",
      cell: ({ services }) => services,
    });
  if (looker.keepsMembers)
    columns.push({
      name: "Two-step sign-in",
      fold: "hidden",
      cell: ({ secondFactor }) =>
        secondFactor === true ? (
          <Badge tone="green">On</Badge>
        ) : (
          <span className="text-ink-faint">Off</span>
        ),
    });
  if (looker.keepsMembers)
    columns.push({
      name: "Last seen",
      fold: "end",
      sort: "-seen",
      className: "text-xs text-ink-muted",
      cell: ({ seenAt }) => (seenAt === null ? "Never" : <RelativeTime at={seenAt} />),
    });
  if (rows.some((row) => Object.values(allowed(looker, row)).includes(true)))
    columns.push(
      menuColumn((row) => {
        const may = allowed(looker, row);
        return Object.values(may).includes(true) ? (
          <MemberMenu
            row={row}
            serviceId={serviceId}
            service={service}
            may={may}
            isSelf={row.id === looker.id}
            actions={actions}
          />
        ) : null;
      }),
    );
  return (
    <ListTable
      label={everybody ? "All accounts" : "Members"}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      address={address}
    />
  );
}
