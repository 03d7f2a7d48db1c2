"use client";

import { ArrowLeft, ArrowRight, Eraser } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { ButtonsStep } from "./buttons-step";
import type { ComposerApp } from "./composition";
import { DeliveryStep } from "./delivery-step";
import { MessageCard } from "./message-card";
import { composerSteps, type ComposerStep, type ContentTab } from "./place";
import { RecipientsCard } from "./recipients-card";
import { ReviewStep } from "./review-step";
import { stepName } from "./step-list";
import { OverrideOffer, TemplateCard } from "./template-card";

interface StepPaneProps {
  step: ComposerStep;
  onStep: (step: ComposerStep) => void;
  tab: ContentTab;
  onTab: (tab: ContentTab) => void;
  apps: readonly ComposerApp[];
  refused: readonly Problem[];
  onJump: (pointer: string) => void;
  onStartAfresh: () => void;
}

/** The fields of one step, and the way to its neighbours. */
export function StepPane({ step, onStep, tab, onTab, apps, refused, onJump, onStartAfresh }: StepPaneProps) {
  const at = composerSteps.indexOf(step);
  const before = composerSteps[at - 1];
  const after = composerSteps[at + 1];
  return (
    <>
      {step === "audience" && <RecipientsCard apps={apps} />}
      {step === "content" && <ContentStep tab={tab} onTab={onTab} />}
      {step === "buttons" && <ButtonsStep />}
      {step === "delivery" && <DeliveryStep />}
      {step === "review" && <ReviewStep refused={refused} onJump={onJump} />}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {before && (
          <Button variant="ghost" className="-ml-2" onClick={() => onStep(before)}>
            <ArrowLeft aria-hidden />
            {stepName(before)}
          </Button>
        )}
        <Button variant="ghost" size="sm" className={before ? "" : "-ml-2"} onClick={onStartAfresh}>
          <Eraser aria-hidden />
          Start afresh
        </Button>
        {after && (
          <Button className="ml-auto" onClick={() => onStep(after)}>
            {stepName(after)}
            <ArrowRight aria-hidden />
          </Button>
        )}
      </div>
    </>
  );
}

/** A template, the content itself, or a template and what is said in other words. */
function ContentStep({ tab, onTab }: Pick<StepPaneProps, "tab" | "onTab">) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const template = useWatch({ control, name: "message.template" });
  const isWritten = useWatch({ control, name: "channels.push", compute: (push) => push !== undefined });
  return (
    <div className="space-y-5">
      <TemplateCard />
      {template && !isWritten ? <OverrideOffer /> : <MessageCard tab={tab} onTabChange={onTab} />}
    </div>
  );
}
