import { ListTable, RowLink, timeColumn, type Column } from "@/components/listing/list-table";
import type { DeviceToken } from "@/lib/directory/device/open";
import { paths } from "@/lib/inputs/paths";
import { DevicePill } from "./device-state";

const columns: readonly Column<DeviceToken>[] = [
  {
    name: "Token",
    fold: "title",
    className: "code",
    cell: ({ id, fingerprint }) => <RowLink href={paths.device(id)}>{fingerprint}</RowLink>,
  },
  { name: "State", fold: "corner", cell: ({ state }) => <DevicePill state={state} /> },
  {
    name: "Why",
    fold: "line",
    className: "foreign max-w-80 text-ink-muted",
    cell: ({ stateReason }) => stateReason ?? "",
  },
  timeColumn("Last seen", ({ lastSeenAt }) => lastSeenAt, { fold: "start", align: "end" }),
];

/** Other tokens of a device, by their fingerprints. */
export function DeviceTokens({ rows }: { rows: readonly DeviceToken[] }) {
  return <ListTable label="Other tokens" rows={rows} columns={columns} idOf={({ id }) => id} />;
}
