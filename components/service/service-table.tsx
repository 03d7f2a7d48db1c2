import type { ListAddress } from "@/components/listing/list-address";
import { ListTable, RowLink, type Column } from "@/components/listing/list-table";
import { roleLabels } from "@/components/shell/role-labels";
import { Badge, StatePill } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ServiceRow } from "@/lib/directory/service/page";
import { paths } from "@/lib/inputs/paths";

const counted = (count: number, one: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

const columns: readonly Column<ServiceRow>[] = [
  {
    name: "Service",
    fold: "title",
    width: "max-w-0 min-w-48 @2xl:w-2/5",
    cell: ({ id, name, sandbox }) => (
      <span className="flex min-w-0 items-center gap-2">
        <RowLink href={paths.service(id, { service: id })}>{name}</RowLink>
        {sandbox && (
          <Badge tone="accent" className="shrink-0">
            Sandbox
          </Badge>
        )}
      </span>
    ),
  },
  { name: "State", fold: "corner", cell: ({ active }) => <ServiceState active={active} /> },
  {
    name: "Apps and keys",
    fold: "start",
    className: "text-ink-muted @max-2xl:text-xs",
    cell: ({ apps, keys }) => `${counted(apps, "app")}, ${counted(keys, "key")}`,
  },
  {
    name: "Last API call",
    fold: "end",
    className: "text-xs text-ink-muted",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <span className="text-ink-faint">No API calls yet</span>
      ) : (
        <RelativeTime at={lastUsedAt} focusable={false} />
      ),
  },
  {
    name: "Your role",
    fold: "hidden",
    className: "text-ink-muted",
    cell: ({ role }) => roleLabels[role],
  },
];

/** Whether a service takes calls and sends. */
export function ServiceState({ active }: { active: boolean }) {
  return active ? (
    <StatePill tone="green">Active</StatePill>
  ) : (
    <StatePill tone="neutral">Deactivated</StatePill>
  );
}

/** Services, one a row. */
export function ServiceTable({
  rows,
  address,
}: {
  rows: readonly ServiceRow[];
  address: ListAddress;
}) {
  return (
    <ListTable
      label="Services"
      rows={rows}
      address={address}
      idOf={({ id }) => id}
      columns={columns}
    />
  );
}
