"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import type { SaveTemplateAction } from "./editor/template-editor-props";

export interface DiscardInput {
  save: SaveTemplateAction;
  revision: number;
  /** What the draft says, and what is published; JSON text. */
  draft: string;
  published: string;
}

/** As long as what was discarded can be had back by a press. */
const undoMs = 10_000;

/**
 * Discards the changes of a template's draft, and offers to undo that; `pending` while it is under
 * way.
 */
export function useDiscard(id: string): {
  pending: boolean;
  discard: (what: DiscardInput) => void;
} {
  const [pending, start] = useTransition();
  const router = useRouter();
  /** Answers the draft's next revision; undefined, and says why, where it was not written. */
  const write = async (
    save: SaveTemplateAction,
    revision: number,
    content: string,
  ): Promise<number | undefined> => {
    const answer = await answerOf(
      save({ id, revision, content }).then((saveAnswer) => {
        router.refresh();
        return saveAnswer;
      }),
    );
    if (answer.ok) return answer.value.revision;
    toast.error(sentenceOf(answer));
    return undefined;
  };
  const discard = ({ save, revision, draft, published }: DiscardInput) =>
    start(async () => {
      const saved = await write(save, revision, published);
      if (saved === undefined) return;
      toast.success("Changes discarded", {
        action: { label: "Undo", onClick: () => void write(save, saved, draft) },
        duration: undoMs,
      });
    });
  return { pending, discard };
}
