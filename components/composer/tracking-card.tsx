"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { utf8Bytes } from "@/lib/interface/bytes";
import { CORRELATIONID_BYTES } from "@/lib/interface/limits";
import { TextField } from "./text-field";

/** How the sender hears of what became of it. */
export function TrackingCard() {
  return (
    <Card aria-labelledby="tracking-title">
      <CardHeader id="tracking-title" title="Delivery updates" description="Optional: for programs that follow the message." />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <TextField
          path="correlationid"
          label="Correlation id"
          optional
          hint="Comes back in every update."
          counter={(value) => (value === "" ? "" : `${utf8Bytes(value)} / ${CORRELATIONID_BYTES} bytes`)}
        />
        <TextField
          path="notifyurl"
          label="Notify URL"
          optional
          inputMode="url"
          placeholder="https://…"
          hint="Wins over the service’s own."
        />
      </CardBody>
    </Card>
  );
}
