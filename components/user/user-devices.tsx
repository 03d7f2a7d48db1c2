import { DevicePill } from "@/components/device/device-state";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { ListTable, RowLink, timeColumn, type Column } from "@/components/listing/list-table";
import { SameServiceLink } from "@/components/shell/same-service";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type { OpenUser } from "@/lib/directory/user/open";
import { paths } from "@/lib/inputs/paths";
import { deviceStates, type DeviceState } from "@/lib/inputs/registered-devices";

type Row = OpenUser["devices"][number];

function stateOf({ state }: Row): DeviceState {
  return deviceStates.find((one) => one === state) ?? "removed";
}

const columns: readonly Column<Row>[] = [
  {
    name: "Device",
    fold: "title",
    width: "max-w-64",
    cell: ({ id, kind, model, os }) => (
      <span className="flex min-w-0 items-center gap-2">
        <KindIcon kind={kind} />
        <RowLink href={paths.device(id)}>{model ?? kindName(kind)}</RowLink>
        {os !== null && <Verbatim className="min-w-0 truncate text-ink-faint">{os}</Verbatim>}
      </span>
    ),
  },
  {
    name: "App",
    fold: "start",
    className: "code max-w-36 truncate text-xs",
    cell: ({ appid }) => appid,
  },
  { name: "State", fold: "corner", cell: (row) => <DevicePill state={stateOf(row)} /> },
  timeColumn("Last seen", ({ lastSeenAt }) => lastSeenAt, { fold: "end", align: "end" }),
];

/** The devices of a user, one a row. */
export function UserDevices({ devices }: { devices: OpenUser["devices"] }) {
  if (devices.length === 0)
    return <p className="px-4 py-10 text-center text-ink-muted">No devices yet.</p>;
  return <ListTable label="Devices" rows={devices} columns={columns} idOf={({ id }) => id} />;
}

/** The lists that a user is in. */
export function UserLists({ lists }: { lists: OpenUser["lists"] }) {
  if (lists.length === 0) return <p className="text-ink-muted">In no list.</p>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {lists.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <SameServiceLink
            href={paths.audience(id)}
            {...verbatim}
            className="foreign underline underline-offset-2"
          >
            {name}
          </SameServiceLink>
        </li>
      ))}
    </ul>
  );
}
