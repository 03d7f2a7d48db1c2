import { ListTable, type Column } from "@/components/listing/list-table";
import { StatePill, type Tone } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { DeviceRow } from "@/lib/directory/device/list";
import { KindIcon, kindName } from "./kind-icon";

const states: Record<DeviceRow["state"], { tone: Tone; word: string }> = {
  active: { tone: "green", word: "Active" },
  invalid: { tone: "red", word: "Invalid" },
  removed: { tone: "neutral", word: "Removed" },
};

const columns: readonly Column<DeviceRow>[] = [
  {
    name: "Device",
    fold: "title",
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <KindIcon kind={row.kind} />
        <span className="foreign min-w-0 truncate font-medium">{row.model ?? kindName(row.kind)}</span>
        {row.os && <span className="foreign min-w-0 truncate text-ink-faint">{row.os}</span>}
      </span>
    ),
  },
  { name: "App", fold: "hidden", className: "code text-xs", cell: ({ appid }) => appid },
  {
    name: "Users",
    fold: "start",
    className: "foreign max-w-56",
    cell: ({ userids }) => (userids.length === 0 ? <span className="text-ink-faint">No user</span> : userids.join(", ")),
  },
  {
    name: "Push id",
    fold: "line",
    cell: ({ pushid }) => (
      <span className="flex max-w-64 items-center gap-0.5 @max-2xl:max-w-full">
        <code className="code truncate text-xs" title={pushid}>
          {pushid}
        </code>
        <CopyButton text={pushid} what="push id" />
      </span>
    ),
  },
  { name: "State", fold: "corner", cell: ({ state }) => <StatePill tone={states[state].tone}>{states[state].word}</StatePill> },
  {
    name: "Last seen",
    fold: "end",
    align: "end",
    className: "text-xs whitespace-nowrap text-ink-muted",
    cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} focusable={false} />,
  },
];

/** Devices that real apps and browsers registered. */
export function DeviceTable({ rows, label }: { rows: readonly DeviceRow[]; label: string }) {
  return <ListTable label={label} rows={rows} columns={columns} idOf={({ id }) => id} />;
}
