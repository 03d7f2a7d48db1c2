import { KindIcon, kindName } from "./kind-icon";
import { StatePill, type Tone } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import type { DeviceRow } from "@/lib/directory/device/list";

const states: Record<DeviceRow["state"], { tone: Tone; word: string }> = {
  active: { tone: "green", word: "Active" },
  invalid: { tone: "red", word: "Invalid" },
  removed: { tone: "neutral", word: "Removed" },
};

/** Devices that real apps and browsers registered. */
export function DeviceTable({ rows, label }: { rows: readonly DeviceRow[]; label: string }) {
  return (
    <Table label={label}>
      <TableHead>
        <tr>
          <HeaderCell>Device</HeaderCell>
          <HeaderCell>App</HeaderCell>
          <HeaderCell>Users</HeaderCell>
          <HeaderCell>Push id</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell>Last seen</HeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <Cell>
              <span className="flex items-center gap-2 whitespace-nowrap">
                <KindIcon kind={row.kind} />
                <span className="foreign">{row.model ?? kindName(row.kind)}</span>
                {row.os && <span className="foreign text-ink-faint">{row.os}</span>}
              </span>
            </Cell>
            <Cell className="code text-xs">{row.appid}</Cell>
            <Cell className="foreign max-w-56">
              {row.userids.length === 0 ? <span className="text-ink-faint">nobody</span> : row.userids.join(", ")}
            </Cell>
            <Cell>
              <span className="flex max-w-64 items-center gap-0.5">
                <code className="code truncate text-xs" title={row.pushid}>
                  {row.pushid}
                </code>
                <CopyButton text={row.pushid} what="push id" />
              </span>
            </Cell>
            <Cell>
              <StatePill tone={states[row.state].tone}>{states[row.state].word}</StatePill>
            </Cell>
            <Cell className="text-ink-muted">
              <RelativeTime at={row.lastSeenAt} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
