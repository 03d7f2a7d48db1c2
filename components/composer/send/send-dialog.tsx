"use client";

import { Send, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTemplates } from "@/components/editor/content/templates";
import { useExamined } from "@/components/editor/examined/examined";
import { useReach } from "@/components/editor/reach/reach-state";
import { durationText } from "@/components/form/duration-text";
import { Banner } from "@/components/ui/banner";
import { useNow } from "@/components/ui/browser/clock";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { templateOf } from "@/lib/compose/template-of";
import { asciiDigits } from "@/lib/inputs/typed-number";
import { useCoverage } from "../audience/use-coverage";
import type { DraftState } from "../draft/use-campaign-draft";
import { CapsNews } from "./caps-news";
import { ApprovalNote, CoverageNews, RepeatNews } from "./confirm-news";
import { PlanNews } from "./plan-news";
import { PlanTimes } from "./plan-times";
import { sendSentence } from "./send-sentence";
import { useAskApproval } from "./use-ask-approval";
import { readyPlan, usePlan, type PlanAction } from "./use-plan";
import { ValuesNews } from "./values-news";
import { WarningNews } from "./warning-news";
import { expiryIn, ZoneNews } from "./zone-news";

/** From so many recipients on the number has to be typed. */
const manyFrom = 100;

interface SendDialogProps {
  /** Where a second person has to approve it. */
  draft: Pick<DraftState, "askApproval">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSend: (recipients: number, listRevision: number | null) => void;
  ask: PlanAction;
  /** In which a send can be undone. */
  undoSeconds: number;
}

/**
 * The digits of a number as it is typed to confirm: in any script, with any separator of thousands.
 */
function typedDigits(text: string): string {
  return asciiDigits(text).replaceAll(/[\s,.'’٬،]/g, "");
}

/** Whether a text is the number, or the beginning of it. */
function isOnTheWay(text: string, number: number): boolean {
  return String(number).startsWith(typedDigits(text));
}

function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Says in a sentence what will happen, and asks for the number where it is large. */
export function SendDialog({
  draft,
  open,
  onOpenChange,
  onSend,
  ask,
  undoSeconds,
}: SendDialogProps) {
  const asking = useAskApproval(draft);
  const view = useExamined();
  const { reach } = useReach();
  const { coverage } = useCoverage(open);
  const counted = usePlan(ask, open, view.whole, reach);
  const templateName = templateOf(useTemplates(), view.request)?.name;
  const [typed, setTyped] = useState("");
  const now = useNow() ?? 0;
  const plan = readyPlan(counted);
  const ready = plan !== undefined;
  const recipients = ready ? plan.recipients : view.recipients;
  const approval = plan?.approval.send === true;
  const again = plan !== undefined && plan.lastSent !== null && !approval;
  const many = recipients >= manyFrom && !approval;
  const sure = ready && (!many || typedDigits(typed) === String(recipients));
  const change = (next: boolean) => {
    setTyped("");
    if (!next) asking.forget();
    onOpenChange(next);
  };
  const send = () => {
    change(false);
    onSend(recipients, plan?.listRevision ?? null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="sm"
      title={approval ? "Ask for approval?" : again ? "Send it again?" : "Send this message?"}
      description={
        <>
          {sendSentence(
            { ...view, templateName },
            plan,
            coverage,
            approval ? "once it is approved" : undefined,
          )}
          {!approval && undoSeconds > 0 && ` You can undo for ${durationText(undoSeconds)}.`}
        </>
      }
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!sure}
            loading={counted.kind === "counting" || asking.busy}
            onClick={approval ? () => void asking.run(plan?.listRevision ?? null) : send}
            // Once it can be pressed.
            key={String(ready)}
            // Enter alone sends nothing twice.
            ref={many || approval || again ? undefined : focusAtOnce}
          >
            {approval ? <ShieldCheck aria-hidden /> : <Send aria-hidden />}
            {approval
              ? "Ask for approval"
              : `Send ${again ? "again " : ""}to ${recipients.toLocaleString("en")}`}
          </Button>
        </>
      }
    >
      {plan && <RepeatNews last={plan.lastSent} />}
      <PlanNews state={counted} />
      <ValuesNews plan={counted.kind === "counted" ? counted.plan : undefined} />
      {plan?.caps && <CapsNews caps={plan.caps} />}
      {ready && <WarningNews />}
      {ready && <CoverageNews open={open} />}
      {ready && <PlanTimes plan={plan} rate={reach.rate} />}
      {ready && (
        <ZoneNews times={plan.times} wall={null} at={now} expiry={expiryIn(view.request)} />
      )}
      {approval && <ApprovalNote note={asking.note} onNote={asking.setNote} />}
      {asking.refused !== undefined && (
        <Banner kind="danger" announce className="mt-3" title="Approval was not requested">
          {asking.refused}
        </Banner>
      )}
      {many && ready && (
        <LabelledInput
          label={`Type ${recipients.toLocaleString("en")} to confirm`}
          inputMode="numeric"
          autoComplete="off"
          error={
            isOnTheWay(typed, recipients)
              ? undefined
              : `This is not ${recipients.toLocaleString("en")}, so that nothing can be sent.`
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && sure) send();
          }}
        />
      )}
    </Dialog>
  );
}
