"use client";

import type { Composition } from "@/lib/compose/composition";
import type { ComposerStep } from "@/lib/compose/place";
import { ReachForm } from "@/components/editor/reach/reach-state";
import { ComposerFrame } from "./composer-frame";
import { DocumentForm } from "@/components/editor/document-form";
import type { DraftState } from "./draft/use-campaign-draft";
import type { ComposerProps } from "./live-composer";

export interface ComposerFormProps extends Pick<
  ComposerProps,
  "apps" | "may" | "origin" | "audiences" | "plan" | "testing" | "undoSeconds"
> {
  initial: Composition;
  draft: DraftState;
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
