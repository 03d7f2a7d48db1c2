"use client";

import type { ComposerApp, Composition } from "@/lib/compose/composition";
import type { ComposerStep } from "@/lib/compose/place";
import { ReachForm, type Audiences } from "@/components/editor/reach/reach-state";
import { ComposerFrame } from "./composer-frame";
import { DocumentForm } from "@/components/editor/document-form";
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

/** The fields of the message; everything else of the composer lives inside. */
export function ComposerForm(props: ComposerFormProps) {
  return (
    <DocumentForm store={props.draft.store}>
      <ReachForm audiences={props.audiences}>
        <ComposerFrame {...props} />
      </ReachForm>
    </DocumentForm>
  );
}
