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
import { Checkbox } from "@/components/ui/checkbox";
import { bodyOf } from "@/lib/compose/assemble";
import { templateOf } from "@/lib/compose/template-of";
import type { Answer } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { plannedTimeSchema, type PlannedTimeInput } from "@/lib/inputs/time-zone";
import { textIn } from "@/lib/interface/value-shape";
import { useCoverage } from "../audience/use-coverage";
import type { DraftState } from "../draft/use-campaign-draft";
import { ApprovalNote, CoverageNews, RepeatNews } from "../send/confirm-news";
import { PlanNews } from "../send/plan-news";
import { sendSentence } from "../send/send-sentence";
import { isRefused, readyPlan, usePlan, type PlanAction } from "../send/use-plan";
import { ValuesNews } from "../send/values-news";
import { WarningNews } from "../send/warning-news";
import { formerTime } from "./former-time";
import { planned } from "./planned";
import { PlannedTimeFields } from "./planned-time-fields";
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
  const counted = usePlan(ask, open, view.whole, reach);
  const plan = readyPlan(counted);
  const approval = plan?.approval.schedule === true;
  const [note, setNote] = useState("");
  const router = useRouter();
  const sameService = useSameService();
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const now = useNow() ?? 0;
  const former = open ? formerTime(() => window.sessionStorage, draft.id, now) : undefined;
  const { expiry } = view.request;
  const template = templateOf(useTemplates(), view.request);
  const pins =
    template !== undefined && textIn(view.request.message?.template) === template.templateId;
  const [follows, setFollows] = useState(false);
  const momentOf = (time: PlannedTimeInput) => {
    const { at, error } = planned({ ...time, expiry, now });
    return error === undefined ? at : undefined;
  };
  const schedule = async (time: PlannedTimeInput): Promise<Answer<string | undefined>> => {
    const at = momentOf(time);
    if (!at) return refused("This time has passed. Choose a later one.", "/local");
    const moment = { startsAt: at.toISOString(), timezone: time.zone, followTemplate: follows };
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
      schema={plannedTimeSchema}
      initial={
        former
          ? choiceOf(Date.parse(former.startsAt), former.zone)
          : { local: "", zone: own, turn: "first" }
      }
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
      {plan && <WarningNews />}
      {plan && <CoverageNews open={open} />}
      {pins && (
        <Checkbox
          checked={follows}
          onCheckedChange={setFollows}
          label={`Use the newest version of “${template.name}” when it is sent`}
          hint={
            follows
              ? "The version published at that time is sent."
              : reach.moreAppids.length === 0
                ? `Version ${template.version} is sent, even if a newer one is published before then.`
                : "Each app keeps the version that it has published now."
          }
        />
      )}
      <PlannedTimeFields own={own} expiry={expiry} now={now} />
      {approval && <ApprovalNote note={note} onNote={setNote} />}
    </DialogForm>
  );
}

function refused(message: string, pointer = ""): Answer<never> {
  return { ok: false, problems: [{ pointer, message }] };
}
