"use client";

import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import type { StagedComparison } from "@/lib/directory/audience/compare-staged";
import type { EditActions } from "./audience-actions";

/** Staged recipients, as they were compared with their list last. */
export interface StagedRecipients {
  stagedId: string;
  comparison: StagedComparison;
  /** Who edited the list since it was compared before; undefined at first. */
  editedBy: string | undefined;
}

interface ApplyOptions {
  how: "add" | "replace";
  listId: string;
  actions: Pick<EditActions, "compare" | "apply">;
  /** Receives how many recipients the list has then. */
  onApplied: (recipients: number) => void;
}

/**
 * Compares staged recipients with their list, and adds them or replaces its recipients. Where the
 * list was edited in between, compares again instead.
 */
export function useApplyStaged({ how, listId, actions, onApplied }: ApplyOptions) {
  const [staged, setStaged] = useState<StagedRecipients>();
  const { pending, run } = useCall();
  const compare = async (stagedId: string, editedBy?: string) => {
    const answer = await actions.compare({ id: listId, stagedId });
    if (answer.ok) setStaged({ stagedId, comparison: answer.value, editedBy });
    return answer;
  };
  const apply = ({ stagedId, comparison: { revision } }: StagedRecipients) =>
    run<number | undefined>(
      async () => {
        const answer = await actions.apply({ id: listId, stagedId, how, revision });
        if (answer.ok || !answer.conflict) return answer;
        const again = await compare(stagedId, answer.conflict.by);
        return again.ok ? { ok: true, value: undefined } : again;
      },
      (recipients) => {
        if (recipients !== undefined) onApplied(recipients);
      },
    );
  return { staged, compare, apply, applying: pending };
}
