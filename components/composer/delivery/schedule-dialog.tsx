"use client";

import { CalendarClock, ShieldCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMessageDocument } from "@/components/editor/content-context";
import { useTemplates } from "@/components/editor/content/templates";
import { useExamined } from "@/components/editor/examined/examined";
import { useReach } from "@/components/editor/reach/reach-state";
import { DialogForm } from "@/components/form/dialog-form";
import { useSameService } from "@/components/shell/same-service";
import { useNow } from "@/components/ui/browser/clock";
import { bodyOf } from "@/lib/compose/assemble";
import { templateOf } from "@/lib/compose/template-of";
import type { Answer } from "@/lib/inputs/answer";
import {
  formTimes,
  orderTimesOf,
  scheduleFormSchema,
  type ScheduleFormInput,
} from "@/lib/inputs/order-times";
import { paths } from "@/lib/inputs/paths";
import type { PlannedTimeInput } from "@/lib/inputs/time-zone";
import { textIn } from "@/lib/interface/value-shape";
import { useCoverage } from "../audience/use-coverage";
import type { DraftState } from "../draft/use-campaign-draft";
import { CapsNews } from "../send/caps-news";
import { ApprovalNote, CoverageNews, RepeatNews } from "../send/confirm-news";
import { PlanNews } from "../send/plan-news";
import { PlanTimes } from "../send/plan-times";
import { sendSentence } from "../send/send-sentence";
import { isRefused, readyPlan, usePlan, type PlanAction } from "../send/use-plan";
import { ValuesNews } from "../send/values-news";
import { WarningNews } from "../send/warning-news";
import { formerTime } from "./former-time";
import { OrderTimesFields } from "./order-times-fields";
import { planned } from "./planned";
import { PlannedTimeFields } from "./planned-time-fields";
import { VersionChoice } from "./version-choice";
import { choiceOf } from "./zoned";

interface ScheduleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: DraftState;
  ask: PlanAction;
}

/** When it is sent, in a time zone of one's choice. */
export function ScheduleDialog({ open, onOpenChange, draft, ask }: ScheduleDialogProps) {
  const view = useExamined();
  const document = useMessageDocument();
  const { reach } = useReach();
  const { coverage } = useCoverage(open);
  const [note, setNote] = useState("");
  const router = useRouter();
  const sameService = useSameService();
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const now = useNow() ?? 0;
  const former = open ? formerTime(() => window.sessionStorage, draft.id, now) : undefined;
  const formerTimes = formTimes(former?.times);
  const [zonedChoice, setZoned] = useState<boolean>();
  const zoned = zonedChoice ?? formerTimes.zoned;
  const counted = usePlan(ask, open, view.whole, reach, zoned);
  const plan = readyPlan(counted);
  const approval = plan?.approval.schedule === true;
  const { expiry } = view.request;
  const template = templateOf(useTemplates(), view.request);
  const pins =
    template !== undefined && textIn(view.request.message?.template) === template.templateId;
  const [follows, setFollows] = useState(false);
  const momentOf = (time: PlannedTimeInput) => {
    const { at, error } = planned({ ...time, expiry, now });
    return error === undefined ? at : undefined;
  };
  const schedule = async (time: ScheduleFormInput): Promise<Answer<string | undefined>> => {
    const at = momentOf(time);
    if (!at) return refused("This time has passed. Choose a later one.", "/local");
    const moment = {
      startsAt: at.toISOString(),
      timezone: time.zone,
      ...orderTimesOf(time, zoned),
      followTemplate: follows,
    };
    const what = {
      request: bodyOf(document.get().content.request),
      reach,
      templateVersion: template?.version,
      listRevision: plan?.listRevision ?? null,
    };
    const result = approval
      ? await draft.askApproval({ ...what, at: moment, note })
      : await draft.schedule({ ...what, ...moment });
    if (result.ok) return { ok: true, value: result.value?.campaignId };
    // What was published meanwhile is shown, so that it can be looked at.
    if (result.outdated) router.refresh();
    return refused(result.message);
  };
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={approval ? "Ask for approval" : "Schedule it"}
      description={
        <>
          {sendSentence(
            view,
            plan,
            coverage,
            approval ? "at the time you choose, once it is approved" : "at the time you choose",
          )}
          {!approval && " Until then you can edit or unschedule it under Campaigns."}
        </>
      }
      schema={scheduleFormSchema}
      initial={{
        ...(former
          ? choiceOf(Date.parse(former.startsAt), former.zone)
          : { local: "", zone: own, turn: "first" }),
        ...formerTimes.form,
      }}
      action={schedule}
      // The page goes, and the dialog with it.
      closes={false}
      onDone={(campaignId) =>
        router.push(
          sameService(
            campaignId === undefined
              ? paths.campaigns({ state: "scheduled" })
              : paths.campaign(campaignId),
          ),
        )
      }
      blocked={(time) => momentOf(time) === undefined || isRefused(counted)}
      submit={
        <>
          {approval ? <ShieldCheck aria-hidden /> : <CalendarClock aria-hidden />}
          {approval ? "Ask for approval" : "Schedule"}
        </>
      }
    >
      {plan && <RepeatNews last={plan.lastSent} />}
      <PlanNews state={counted} />
      <ValuesNews plan={counted.kind === "counted" ? counted.plan : undefined} />
      {plan?.caps && <CapsNews caps={plan.caps} />}
      {plan && <WarningNews />}
      {plan && <CoverageNews open={open} />}
      {plan && <PlanTimes plan={plan} rate={reach.rate} />}
      {pins && (
        <VersionChoice
          template={template}
          follows={follows}
          onFollows={setFollows}
          severalApps={reach.moreAppids.length > 0}
        />
      )}
      <PlannedTimeFields own={own} expiry={expiry} now={now} />
      <OrderTimesFields
        zoned={zoned}
        onZoned={setZoned}
        times={plan?.times ?? null}
        expiry={expiry}
        now={now}
      />
      {approval && <ApprovalNote note={note} onNote={setNote} />}
    </DialogForm>
  );
}

function refused(message: string, pointer = ""): Answer<never> {
  return { ok: false, problems: [{ pointer, message }] };
}
