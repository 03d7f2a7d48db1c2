import { ListTable, type Column } from "@/components/listing/list-table";
import { RowLink } from "@/components/listing/row-link";
import { reasonText } from "@/components/message/reason-text";
import { DeliveryPill } from "@/components/message/state-pills";
import { RelativeTime } from "@/components/ui/relative-time";
import type { DeviceDelivery } from "@/lib/results/device-deliveries";

const columns: readonly Column<DeviceDelivery>[] = [
  {
    name: "Message",
    fold: "title",
    width: "max-w-96",
    cell: ({ transid, words }) => (
      <RowLink href={`/messages/${transid}`}>{words === "" ? "Message" : words.charAt(0).toUpperCase() + words.slice(1)}</RowLink>
    ),
  },
  {
    name: "Outcome",
    fold: "line",
    cell: ({ state, code, description }) => (
      <>
        <DeliveryPill state={state} />
        {(state === "failed" || state === "expired") && (code !== "" || description !== "") && (
          <span className="foreign mt-1 block text-xs text-ink-muted">{reasonText({ code, description })}</span>
        )}
      </>
    ),
  },
  {
    name: "Queued",
    fold: "corner",
    align: "end",
    className: "text-xs whitespace-nowrap text-ink-muted",
    cell: ({ queuedAt }) => <RelativeTime at={queuedAt} focusable={false} />,
  },
];

/** What was sent to a device, the latest first, and what became of it. */
export function DeviceDeliveries({ rows }: { rows: readonly DeviceDelivery[] }) {
  if (rows.length === 0) return <p className="px-4 py-10 text-center text-ink-muted">Nothing was sent to this device lately.</p>;
  return <ListTable label="Recent deliveries" rows={rows} columns={columns} idOf={({ id }) => id} />;
}
