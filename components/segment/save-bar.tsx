"use client";

import { HistoryButtons } from "@/components/editor/history-buttons";
import type { StepInHistory } from "@/components/editor/use-editor-keys";
import { Button } from "@/components/ui/button";
import { PageBar } from "@/components/ui/page-bar";
import { EstimateLine } from "./panel/estimate-line";
import type { EstimateState } from "./panel/use-estimate";

interface SaveBarProps {
  can: { undo: boolean; redo: boolean };
  step: StepInHistory;
  estimate: EstimateState;
  /** Whether the rule is finished. */
  isFinished: boolean;
  isSaving: boolean;
  isUnsaved: boolean;
  isNew: boolean;
  onSave: () => void;
}

/** Always in sight: how many users the rule is about true of, undo, and the way to save. */
export function SaveBar({
  can,
  step,
  estimate,
  isFinished,
  isSaving,
  isUnsaved,
  isNew,
  onSave,
}: SaveBarProps) {
  return (
    <PageBar className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6 md:bottom-0 lg:-mx-8 lg:px-8 [@media(max-height:30rem)]:static">
      <span className="flex">
        <HistoryButtons can={can} step={step} />
      </span>
      <EstimateLine {...estimate} isFinished={isFinished} />
      <span className="ml-auto flex items-center gap-3">
        {!isNew && (
          <span className="text-xs text-ink-faint max-sm:sr-only">
            {isUnsaved ? "Not saved yet" : "Saved"}
          </span>
        )}
        <Button
          variant="primary"
          loading={isSaving}
          aria-keyshortcuts="Control+Enter"
          onClick={onSave}
        >
          {isNew ? "Add segment" : "Save"}
        </Button>
      </span>
    </PageBar>
  );
}
