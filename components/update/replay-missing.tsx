"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { SearchedTo } from "@/lib/inputs/replay";
import { mostReplayed } from "@/lib/inputs/update-list";
import { ReplayQuestion } from "./replay-question";
import type { MissingWhere, ReplayMissingActions } from "./update-actions";

interface ReplayMissingProps {
  where: MissingWhere;
  actions: ReplayMissingActions;
  size?: "sm" | "md";
}

/**
 * Sends all missing updates of a message or a service again: those that were given up and those
 * that were never created. Counts them first, and asks.
 */
export function ReplayMissing({
  where,
  actions: { count, replay },
  size = "md",
}: ReplayMissingProps) {
  const [open, setOpen] = useState(false);
  const [after, setAfter] = useState<SearchedTo>();
  const ofMessage = "transid" in where;
  const close = () => {
    setOpen(false);
    setAfter(undefined);
  };
  return (
    <>
      <Button icon={RotateCw} size={size} onClick={() => setOpen(true)}>
        Send all missing again …
      </Button>
      {open && (
        <ReplayQuestion
          title="Send all missing updates again?"
          description={`Of ${ofMessage ? "this message" : "the messages of this service, newest first"}: parked updates, and updates that were never created because no receiver was set at the time. Receivers recognize repeated updates by ID.`}
          of={
            ofMessage
              ? where.transid
              : [where.serviceId, after?.transid, after?.deliveryId].join(" ")
          }
          count={() => count(ofMessage ? where : { ...where, after })}
          replay={() =>
            replay(
              ofMessage ? { ...where, most: mostReplayed } : { ...where, after, missing: true },
            )
          }
          whereText={after ? "missing in older messages" : "missing"}
          onOlder={setAfter}
          onClose={close}
        />
      )}
    </>
  );
}
