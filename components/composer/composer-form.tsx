"use client";

import { useEffect } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { ComposerApp, Composition } from "@/lib/compose/composition";
import type { ComposerStep } from "@/lib/compose/place";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { ReachForm, type Audiences } from "@/components/editor/reach/reach-state";
import { ComposerFrame } from "./composer-frame";
import { SharedForm } from "@/components/editor/content/shared-state";
import type { DraftState } from "./draft/use-campaign-draft";
import type { ComposerRights } from "./rights";
import type { TestActions } from "@/components/editor/test/test-actions";
import type { PlanAction } from "./send/use-plan";

export interface ComposerFormProps {
  apps: readonly ComposerApp[];
  initial: Composition;
  may: ComposerRights;
  origin: string;
  audiences: Audiences;
  plan: PlanAction;
  testing: TestActions;
  draft: DraftState;
  /** In which a send can be undone. */
  undoSeconds: number;
  /** It took the place of another message, whose button had the focus. */
  at: ComposerStep | undefined;
  anew: boolean;
  onStartOver: () => void;
  /** Absent where there is nothing to go back to. */
  onUndoStartOver: (() => void) | undefined;
}

/** The form and what is written for all; everything else of the composer lives inside. */
export function ComposerForm(props: ComposerFormProps) {
  const form = useForm<PushRequestInput, unknown, PushRequest>({
    defaultValues: props.initial.request as never,
  });
  const { resetDefaultValues } = form;
  // It begins with these, and does not come back to them: a field that appears where something was taken away would put it in again.
  useEffect(() => resetDefaultValues({}), [resetDefaultValues]);
  return (
    <FormProvider {...form}>
      <ReachForm initial={props.initial.reach} audiences={props.audiences}>
        <SharedForm initial={props.initial.shared}>
          <ComposerFrame {...props} />
        </SharedForm>
      </ReachForm>
    </FormProvider>
  );
}
