"use client";

import { useState, type ReactNode } from "react";
import { useCall } from "@/components/form/use-call";
import { Question } from "@/components/ui/overlay/question";
import type { Answer } from "@/lib/inputs/answer";

/** One thing of a list that is ended for good. */
interface Removal {
  title: string;
  /** What it brings about. */
  description: string;
  /** What the button says that leaves it as it is. */
  keep: string;
  /** What the button says that ends it. */
  go: string;
  end: () => Promise<Answer<unknown>>;
  /** Said once it is ended. */
  done: string;
}

/** Ends things of a list, each after a question; `dialog` is rendered next to the list. */
export function useEnding(): {
  pending: boolean;
  ask: (ending: Removal) => void;
  dialog: ReactNode;
} {
  const [asking, ask] = useState<Removal>();
  const { pending, run } = useCall();
  const close = () => ask(undefined);
  const end = (ending: Removal) => {
    close();
    run(ending.end, ending.done);
  };
  const dialog = asking && (
    <Question
      onClose={close}
      size="sm"
      title={asking.title}
      description={asking.description}
      keep={asking.keep}
      go={asking.go}
      onGo={() => end(asking)}
    />
  );
  return { pending, ask, dialog };
}
