"use client";

import { bodyOf } from "@/lib/compose/assemble";
import { CalendarClock } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useSameService } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { isTimeZone } from "@/lib/inputs/time-zone";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { obstaclesOf, PlanNews } from "../send/plan-news";
import { useReach } from "../audience/reach-state";
import { sendSentence } from "../send/send-sentence";
import { usePlan, type PlanAction } from "../send/use-plan";
import { useExamined } from "../examined";
import { planned, type Turn } from "./planned";
import { zonesOf } from "./zoned";
import type { DraftState } from "../draft/use-draft";

interface ScheduleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: DraftState;
  ask: PlanAction;
}

/** When it is sent, in a time zone of one's choice. */
export function ScheduleDialog({ open, onOpenChange, draft, ask }: ScheduleDialogProps) {
  const view = useExamined();
  const { getValues } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { reach } = useReach();
  const counted = usePlan(ask, open, view.whole, reach);
  const plan = counted.kind === "counted" ? counted.plan : undefined;
  const obstacles = obstaclesOf(plan, undefined);
  const router = useRouter();
  const sameService = useSameService();
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [local, setLocal] = useState("");
  const [zone, setZone] = useState(own);
  const [turn, setTurn] = useState<Turn>("first");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const now = useNow() ?? 0;
  const { at, error: wrong, notice, turns } = planned({ local, zone, turn, expiry: view.request.expiry, now });
  /** What the server said was about another choice. */
  const choose = (what: () => void) => {
    what();
    setError(undefined);
  };
  const schedule = async () => {
    if (!at || wrong !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const result = await draft.schedule(at.toISOString(), zone, bodyOf(getValues()), reach);
      if (!result.ok) setError(result.message);
      else router.push(sameService("/campaigns?state=scheduled"));
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
      description={
        <>
          {sendSentence(view, obstacles.length === 0 ? plan : undefined, "at the time you choose")} Until then it can be taken back under
          Campaigns.
        </>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={at === undefined || wrong !== undefined || obstacles.length > 0}
            onClick={() => void schedule()}
          >
            <CalendarClock aria-hidden />
            Schedule
          </Button>
        </>
      }
    >
      <PlanNews state={counted} obstacles={obstacles} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date and time" error={wrong ?? error} hint="As clocks show it in the zone.">
          {(aria) => (
            <Input {...aria} type="datetime-local" value={local} onChange={(event) => choose(() => setLocal(event.target.value))} />
          )}
        </Field>
        <Field label="Time zone" error={isTimeZone(zone) ? undefined : "Choose a zone of the list, such as Europe/Berlin"}>
          {(aria) => (
            <>
              <Input
                {...aria}
                list="time-zones"
                autoComplete="off"
                value={zone}
                onChange={(event) => choose(() => setZone(event.target.value))}
              />
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
      {notice !== undefined && (
        <Banner kind="warning" announce className="mt-4">
          <p>{notice}</p>
          {turns && (
            <SegmentedControl
              label="Which of the two"
              className="mt-2 max-sm:flex max-sm:flex-col max-sm:items-stretch"
              size="sm"
              value={turn}
              onValueChange={(value) => choose(() => setTurn(value as Turn))}
              options={(["first", "second"] as const).map((value) => ({ value, label: turns[value] }))}
            />
          )}
        </Banner>
      )}
      {at && wrong === undefined && (
        <p className="mt-3 text-sm text-ink-muted">
          {at.toLocaleString("en", { dateStyle: "full", timeStyle: "short", timeZone: zone })} in {zone}
          {zone !== own && `, which is ${at.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })} where you are`}.
        </p>
      )}
    </Dialog>
  );
}
