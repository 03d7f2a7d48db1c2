"use client";

import { CalendarClock } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { assemble } from "./assemble";
import { useReach } from "./reach-state";
import { sendSentence } from "./send-sentence";
import { usePlan, type PlanAction } from "./use-plan";
import { useExamined } from "./examined";
import { momentIn, zonesOf } from "./zoned";
import type { DraftState } from "./use-draft";

interface ScheduleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: DraftState;
  ask: PlanAction;
}

/** When it is sent, in a time zone of one's choice. */
export function ScheduleDialog({ open, onOpenChange, draft, ask }: ScheduleDialogProps) {
  const view = useExamined();
  const { reach } = useReach();
  const request = assemble(view.request);
  const counted = usePlan(ask, open, request, reach);
  const plan = counted.kind === "counted" ? counted.plan : undefined;
  const router = useRouter();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
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
      const result = await draft.schedule(at.toISOString(), zone, request, reach);
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
      description={<>{sendSentence(view, plan, "at the time you choose")} Until then it can be taken back under Campaigns.</>}
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
