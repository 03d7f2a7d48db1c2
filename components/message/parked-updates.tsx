import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";

/**
 * Delivery updates that were given up, after a day of tries or because they cannot be sent, and the
 * way to send them again (`children`).
 */
export function ParkedUpdates({ parked, children }: { parked: number; children?: ReactNode }) {
  return (
    <Banner
      kind="warning"
      title={
        parked === 1
          ? "One delivery update was not accepted"
          : `${parked.toLocaleString("en")} delivery updates were not accepted`
      }
      actions={children}
    >
      Clarion stopped retrying. Fix the cause shown next to each delivery, then send them again.
    </Banner>
  );
}
