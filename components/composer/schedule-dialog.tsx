"use client";

import { CalendarClock } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { countRecipients, recipientsText } from "./recipients";
import { useExamined } from "./examined";
import { momentIn, zonesOf } from "./zoned";
import type { DraftState } from "./use-draft";

interface ScheduleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: DraftState;
}

/** When it is sent, in a time zone of one's choice. */
export function ScheduleDialog({ open, onOpenChange, draft }: ScheduleDialogProps) {
  const { body, request } = useExamined();
  const router = useRouter();
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [local, setLocal] = useState("");
  const [zone, setZone] = useState(own);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const at = momentIn(local, zone);
  const known = at !== undefined;
  const schedule = async () => {
    if (!at) return;
    setBusy(true);
    setError(undefined);
    try {
      const result = await draft.schedule(at.toISOString(), zone, body);
      if (!result.ok) setError(result.message);
      else router.push("/campaigns?state=scheduled");
    } catch {
      setError("No answer from the server. Nothing was scheduled; try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Schedule it"
      description={`To ${recipientsText(countRecipients(request.destination))}. Until then it can be taken back under Campaigns.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" loading={busy} disabled={!known} onClick={() => void schedule()}>
            <CalendarClock aria-hidden />
            Schedule
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date and time" error={error}>
          {(aria) => <Input {...aria} type="datetime-local" value={local} onChange={(event) => setLocal(event.target.value)} />}
        </Field>
        <Field label="Time zone" error={zonesOf().includes(zone) ? undefined : "Choose a zone of the list, such as Europe/Berlin"}>
          {(aria) => (
            <>
              <Input {...aria} list="time-zones" autoComplete="off" value={zone} onChange={(event) => setZone(event.target.value)} />
              <datalist id="time-zones">
                {zonesOf().map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
      {at && (
        <p className="mt-3 text-sm text-ink-muted">
          {at.toLocaleString("en", { dateStyle: "full", timeStyle: "short", timeZone: zone })} in {zone}
          {zone !== own && `, which is ${at.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })} where you are`}.
        </p>
      )}
    </Dialog>
  );
}
