"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { mostReplayed } from "@/lib/inputs/update-list";
import { ReplayQuestion } from "./replay-question";
import type { MissingWhere, ReplayMissingActions } from "./update-actions";

interface ReplayMissingProps {
  where: MissingWhere;
  actions: ReplayMissingActions;
  size?: "sm" | "md";
}

/** Sends all missing updates again, of a message or of a service: those that were given up and those that were never made. Counts them first, and asks. */
export function ReplayMissing({ where, actions: { count, replay }, size = "md" }: ReplayMissingProps) {
  const [open, setOpen] = useState(false);
  const ofMessage = "transid" in where;
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        <RotateCw aria-hidden />
        Send all missing again …
      </Button>
      {open && (
        <ReplayQuestion
          title="Send all missing updates again?"
          description={`Of ${ofMessage ? "this message" : "the newest messages of this service"}: those that were given up, and those that were never made because nobody was to be told at the time. A receiver that took one of them already knows it by its ID.`}
          of={ofMessage ? where.transid : where.serviceId}
          count={() => count(where)}
          replay={() => replay(ofMessage ? { ...where, most: mostReplayed } : { ...where, missing: true })}
          found="missing"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
