"use client";

import { ArrowLeft, ArrowRight, Eraser, Sparkles, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { ButtonsStep } from "@/components/editor/buttons/buttons-step";
import { useContent, useRequest } from "@/components/editor/content-context";
import { MessageCard } from "@/components/editor/content/message-card";
import { Later, later } from "@/components/ui/browser/later";
import { Button } from "@/components/ui/button";
import { composerSteps, type ComposerStep, type ContentTab } from "@/lib/compose/place";
import type { MobilePlatform } from "@/lib/interface/device-kinds";
import { RecipientsCard } from "./audience/recipients-card";
import type { ComposerFrameProps } from "./composer-props";
import { OverridesList } from "./content/overrides-list";
import { OverrideOffer, TemplateCard } from "./content/template-card";
import { TextValues } from "./content/text-values";
import type { ScheduleControl } from "./delivery/delivery-step";
import type { ReviewStepProps } from "./review/review-step";
import { stepName } from "./step-list";

/** Fields that are not seen at first come with their step. */
const deliveryStep = later(() => import("./delivery/delivery-step"));
const reviewStep = later(() => import("./review/review-step"));
const notLoaded = (
  <p role="alert" className="text-sm text-ink-muted">
    This step could not be loaded. Check the connection, then open it again.
  </p>
);

interface StepPaneProps extends ReviewStepProps, Pick<ComposerFrameProps, "apps" | "onStartOver"> {
  step: ComposerStep;
  onStep: (step: ComposerStep) => void;
  tab: ContentTab;
  onTab: (tab: ContentTab) => void;
  schedule: ScheduleControl;
  /** Begins with the focus: what had it has just gone. */
  takesFocus?: boolean;
  /** Shows in the preview where buttons are seen. */
  onShowButtons: (platform: MobilePlatform) => void;
  /** Absent unless nothing is written yet and there is a sandbox to try it in. */
  onExample?: (() => void) | undefined;
  /** Absent where there is nothing to go back to. */
  onUndoStartOver?: (() => void) | undefined;
}

/** The fields of one step, and the way to its neighbours. */
export function StepPane({
  step,
  onStep,
  tab,
  onTab,
  apps,
  plan,
  undoSeconds,
  schedule,
  takesFocus = false,
  jumps,
  onShowButtons,
  onStartOver,
  onExample,
  onUndoStartOver,
}: StepPaneProps) {
  const at = composerSteps.indexOf(step);
  const before = composerSteps[at - 1];
  const after = composerSteps[at + 1];
  const heading = useRef<HTMLHeadingElement>(null);
  const walked = useRef(takesFocus);
  const walk = (next: ComposerStep) => {
    walked.current = true;
    onStep(next);
  };
  // The pressed button stays, or is removed, below the fields of the next step; users of a keyboard
  // or a screen reader begin at the top of these fields.
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div className="relative">
      <h2 ref={heading} tabIndex={-1} className="peer sr-only">
        Step {at + 1} of {composerSteps.length}: {stepName(step)}
      </h2>
      {/* Around the whole step. By `:has()` each key in it would have the page look who has the
          focus. */}
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 rounded-lg outline-offset-4 outline-ring/45 peer-focus-visible:outline-2"
      />
      {step === "audience" && <RecipientsCard apps={apps} />}
      {step === "content" && <ContentStep tab={tab} onTab={onTab} />}
      {step === "buttons" && <ButtonsStep onChosen={onShowButtons} />}
      {step === "delivery" && (
        <Later part={deliveryStep} notLoaded={notLoaded}>
          {({ DeliveryStep }) => <DeliveryStep schedule={schedule} />}
        </Later>
      )}
      {step === "review" && (
        <Later part={reviewStep} notLoaded={notLoaded}>
          {({ ReviewStep }) => <ReviewStep plan={plan} undoSeconds={undoSeconds} jumps={jumps} />}
        </Later>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {before && (
          <Button icon={ArrowLeft} variant="ghost" className="-ml-2" onClick={() => walk(before)}>
            {stepName(before)}
          </Button>
        )}
        <Button
          icon={Eraser}
          variant="ghost"
          size="sm"
          className={before ? "" : "-ml-2"}
          onClick={onStartOver}
        >
          Start over
        </Button>
        {onExample && (
          <Button icon={Sparkles} variant="ghost" size="sm" onClick={onExample}>
            Use an example
          </Button>
        )}
        {onUndoStartOver && (
          <span className="inline-flex items-center gap-1 text-sm text-ink-faint">
            {/* Seen in the first step: in the others its words would push the way to the next
                one into a second line. */}
            <output className={before ? "sr-only" : ""}>Started over.</output>
            <Button
              icon={Undo2}
              variant="ghost"
              size="sm"
              aria-label="Undo starting over"
              onClick={onUndoStartOver}
            >
              Undo
            </Button>
          </span>
        )}
        {after && (
          <Button className="ml-auto" onClick={() => walk(after)}>
            {stepName(after)}
            <ArrowRight aria-hidden />
          </Button>
        )}
      </div>
    </div>
  );
}

/** A template, the content itself, or a template and what is said in other words. */
function ContentStep({ tab, onTab }: Pick<StepPaneProps, "tab" | "onTab">) {
  const template = useRequest("message.template");
  const isWritten = useContent(({ request }) => request.channels?.push !== undefined);
  return (
    <div className="space-y-2 sm:space-y-5">
      <TemplateCard />
      {template && !isWritten ? <OverrideOffer /> : <MessageCard tab={tab} onTabChange={onTab} />}
      {template && isWritten && <OverridesList />}
      <TextValues />
    </div>
  );
}
