import { KindIcon, kindName } from "@/components/facts/kind-icon";
import type { ListAddress } from "@/components/listing/list-address";
import { ListTable, RowLink, timeColumn, type Column } from "@/components/listing/list-table";
import { Badge } from "@/components/ui/badge";
import { Verbatim } from "@/components/ui/verbatim";
import type { RegisteredDevice } from "@/lib/directory/device/registered";
import { paths } from "@/lib/inputs/paths";
import { DevicePill } from "./device-state";

const columns: readonly Column<RegisteredDevice>[] = [
  {
    name: "Device",
    fold: "title",
    width: "max-w-64",
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <KindIcon kind={row.kind} />
        <RowLink href={paths.device(row.id)}>{row.model ?? kindName(row.kind)}</RowLink>
        {row.os && <Verbatim className="min-w-0 truncate text-ink-faint">{row.os}</Verbatim>}
        {row.simulated && <Badge className="shrink-0">Sandbox</Badge>}
      </span>
    ),
  },
  {
    name: "App",
    fold: "hidden",
    className: "code max-w-36 truncate text-xs",
    cell: ({ appid }) => appid,
  },
  {
    name: "Users",
    fold: "start",
    className: "foreign max-w-48 truncate",
    cell: ({ userids }) =>
      userids.length === 0 ? (
        <span className="text-ink-faint">No user</span>
      ) : (
        <span title={userids.join(", ")}>{userids.join(", ")}</span>
      ),
  },
  {
    name: "Device ID",
    fold: "line",
    className: "code max-w-44 truncate text-xs",
    cell: ({ deviceid }) =>
      deviceid === "" ? (
        <span className="text-ink-faint @max-2xl:hidden">None</span>
      ) : (
        <span title={deviceid}>{deviceid}</span>
      ),
  },
  {
    name: "Token",
    fold: "hidden",
    className: "code text-xs text-ink-muted",
    cell: ({ fingerprint }) => fingerprint,
  },
  {
    name: "State",
    fold: "corner",
    cell: ({ state, stateReason }) => (
      <span title={stateReason ?? undefined}>
        <DevicePill state={state} />
      </span>
    ),
  },
  timeColumn("Last seen", ({ lastSeenAt }) => lastSeenAt, {
    fold: "end",
    align: "end",
    sort: "-seen",
  }),
  timeColumn("Registered", ({ createdAt }) => createdAt, {
    fold: "hidden",
    align: "end",
    sort: "-registered",
  }),
];

/** Registered devices, one a row; of its token each shows a fingerprint. */
export function DeviceTable({
  rows,
  label,
  address,
}: {
  rows: readonly RegisteredDevice[];
  label: string;
  address: ListAddress;
}) {
  return (
    <ListTable
      label={label}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      address={address}
    />
  );
}
