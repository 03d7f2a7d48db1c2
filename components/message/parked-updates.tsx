import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";

/** Delivery updates that were given up, after a day of tries or because they cannot be sent, and the way to tell them again (`children`). */
export function ParkedUpdates({ parked, children }: { parked: number; children?: ReactNode }) {
  return (
    <Banner
      kind="warning"
      title={parked === 1 ? "One delivery update was not taken" : `${parked.toLocaleString("en")} delivery updates were not taken`}
      actions={children}
    >
      Clarion stopped trying. Fix the cause shown beside each delivery, then send them again.
    </Banner>
  );
}
