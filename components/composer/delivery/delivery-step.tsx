"use client";

import { useController, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { utf8Bytes } from "@/lib/interface/bytes";
import { CORRELATIONID_BYTES } from "@/lib/interface/limits";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { isoOfLocal, localInput } from "../content/durations";
import { textIn } from "@/lib/compose/held";
import { NotifyurlCheckRow } from "./notify-check";
import { TextField } from "../text-field";

/** Until when it may be delivered, and how its sender hears of what became of it (interface 2.1). */
export function DeliveryStep() {
  return (
    <div className="space-y-5">
      <Card aria-labelledby="expiry-title">
        <CardHeader
          id="expiry-title"
          title="Until when"
          description="A message that has not reached a device by then is not sent any more."
        />
        <CardBody>
          <ExpiryField />
        </CardBody>
      </Card>
      <Card aria-labelledby="tracking-title">
        <CardHeader
          id="tracking-title"
          title="Delivery updates"
          description="For programs that follow the message. All of it is optional."
        />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <TextField
            path="correlationid"
            label="Correlation id"
            optional
            hint="Comes back in every update."
            counter={(value) => (value === "" ? "" : `${utf8Bytes(value)} / ${CORRELATIONID_BYTES} bytes`)}
          />
          <TextField path="callbackData" label="Callback data" optional hint="Any text; comes back in every update." />
          <TextField
            path="notifyurl"
            label="Notify URL"
            optional
            inputMode="url"
            placeholder="https://…"
            hint="Wins over the service’s own."
          />
          <TextField path="notifyurlAuthId" label="Notify authentication" optional hint="Id of an authentication stored for the service." />
          <NotifyurlCheckRow />
        </CardBody>
      </Card>
    </div>
  );
}

function ExpiryField() {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field, fieldState } = useController({ control, name: "expiry" });
  const value = textIn(field.value);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (hours: number) => {
    field.onChange(new Date(Date.now() + hours * 3_600_000).toISOString());
    field.onBlur();
  };
  return (
    <Field
      label="Expiry"
      optional
      error={fieldState.error?.message}
      hint={value === "" ? `In your time zone, ${zone}.` : `Sent as ${value}`}
      action={
        <span className="flex gap-1">
          {[
            ["1 h", 1],
            ["1 day", 24],
            ["1 week", 168],
          ].map(([name, hours]) => (
            <Button key={name} size="sm" variant="ghost" aria-label={`Expires in ${name}`} onClick={() => set(Number(hours))}>
              {name}
            </Button>
          ))}
          {value !== "" && (
            <Button size="sm" variant="ghost" onClick={() => field.onChange("")}>
              Clear
            </Button>
          )}
        </span>
      }
    >
      {(aria) => (
        <Input
          {...aria}
          data-path="expiry"
          type="datetime-local"
          value={localInput(value)}
          onChange={(event) => field.onChange(isoOfLocal(event.target.value))}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
