import { DeliveryPill } from "@/components/facts/state-pills";
import { ListTable, RowLink, timeColumn, type Column } from "@/components/listing/list-table";
import { LinkButton } from "@/components/shell/link-button";
import { failureOf } from "@/lib/describe/failure";
import { paths } from "@/lib/inputs/paths";
import type { DeviceDelivery, DeviceDeliveryPage } from "@/lib/results/device-deliveries";

const columns: readonly Column<DeviceDelivery>[] = [
  {
    name: "Message",
    fold: "title",
    width: "max-w-96",
    cell: ({ transid, words }) => (
      <RowLink href={paths.message(transid)}>
        {words === "" ? "Message" : words.charAt(0).toUpperCase() + words.slice(1)}
      </RowLink>
    ),
  },
  {
    name: "Outcome",
    fold: "line",
    cell: ({ state, code, description }) => (
      <>
        <DeliveryPill state={state} />
        {(state === "failed" || state === "expired" || state === "capped") &&
          (code !== "" || description !== "") && (
            <span className="foreign mt-1 block text-xs text-ink-muted">
              {failureOf({ code, description }).says}
            </span>
          )}
      </>
    ),
  },
  timeColumn("Queued", ({ queuedAt }) => queuedAt, { fold: "corner", align: "end" }),
];

interface DeviceDeliveriesProps {
  page: DeviceDeliveryPage;
  /** Of the device or the user. */
  path: string;
  /** Whether newer ones were left out. */
  isLater: boolean;
  recipient?: "device" | "user";
}

/**
 * What was sent to a device or a user, the latest first, and what became of it; with the way to
 * what is older.
 */
export function DeviceDeliveries({
  page: { rows, next },
  path,
  isLater,
  recipient = "device",
}: DeviceDeliveriesProps) {
  return (
    <>
      {rows.length > 0 ? (
        <ListTable label="Deliveries" rows={rows} columns={columns} idOf={({ id }) => id} />
      ) : (
        <p className="px-4 py-10 text-center text-ink-muted">
          {nothingText(recipient, next !== null, isLater)}
        </p>
      )}
      {(next !== null || isLater) && (
        <nav
          aria-label="Pages of deliveries"
          className="flex justify-end gap-2 border-t border-line px-4 py-2.5"
        >
          {isLater && (
            <LinkButton size="sm" href={`${path}#history-title`}>
              Latest
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton size="sm" href={`${path}?after=${next}#history-title`}>
              {rows.length > 0 ? "Older" : "Look further back"}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  );
}

function nothingText(recipient: string, isMore: boolean, isLater: boolean): string {
  if (isMore)
    return `Nothing was sent to this ${recipient} lately. Older messages were not looked through yet.`;
  return isLater
    ? `Nothing older was sent to this ${recipient}.`
    : `Nothing was sent to this ${recipient} yet.`;
}
