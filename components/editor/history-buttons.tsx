"use client";

import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import type { StepInHistory } from "./use-editor-keys";

interface HistoryButtonsProps {
  can: { undo: boolean; redo: boolean };
  step: StepInHistory;
}

/** Undo and redo over a whole document. */
export function HistoryButtons({ can, step }: HistoryButtonsProps) {
  return (
    <>
      <IconButton
        icon={Undo2}
        label="Undo"
        size="sm"
        disabled={!can.undo}
        onClick={() => step({ kind: "undo" })}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        size="sm"
        disabled={!can.redo}
        onClick={() => step({ kind: "redo" })}
      />
    </>
  );
}
