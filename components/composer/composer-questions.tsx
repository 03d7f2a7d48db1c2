"use client";

import { useState } from "react";
import { useMessageDocument } from "@/components/editor/content-context";
import { useExamined } from "@/components/editor/examined/examined";
import type { useTest } from "@/components/editor/test/use-test";
import { Later, later } from "@/components/ui/browser/later";
import { couldNotLoad } from "@/components/ui/toast";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { hasPlaceholder } from "@/lib/plan/own-values";
import type { ComposerFrameProps } from "./composer-props";
import type { OrderQuestion } from "./send/use-order";

// What is asked comes with its code when it is asked: the fields do not wait for it.
const sendDialog = later(() => import("./send/send-dialog"));
const testDialog = later(() => import("@/components/editor/test/test-dialog"));
const scheduleDialog = later(() => import("./delivery/schedule-dialog"));

interface ComposerQuestionsProps extends Pick<
  ComposerFrameProps,
  "draft" | "plan" | "undoSeconds" | "testing"
> {
  asking: OrderQuestion | undefined;
  onAsked: () => void;
  onSend: (recipients: number, listRevision: number | null) => void;
  test: ReturnType<typeof useTest>;
}

/** What is asked before the message is sent, tested or scheduled. */
export function ComposerQuestions({
  draft,
  plan,
  undoSeconds,
  testing,
  asking,
  onAsked,
  onSend,
  test,
}: ComposerQuestionsProps) {
  const compose = useTestMessage();
  // Once there, a question stays: it goes away by itself.
  const [questions, setQuestions] = useState<ReadonlySet<OrderQuestion>>(new Set());
  if (asking !== undefined && !questions.has(asking)) setQuestions(new Set([...questions, asking]));
  const close = () => onAsked();
  const giveUp = (what: OrderQuestion) => () => {
    setQuestions((before) => new Set([...before].filter((one) => one !== what)));
    onAsked();
    couldNotLoad();
  };
  return (
    <>
      {questions.has("send") && (
        <Later part={sendDialog} onNotLoaded={giveUp("send")}>
          {({ SendDialog }) => (
            <SendDialog
              draft={draft}
              open={asking === "send"}
              onOpenChange={close}
              onSend={onSend}
              ask={plan}
              undoSeconds={undoSeconds}
            />
          )}
        </Later>
      )}
      {questions.has("test") && (
        <Later part={testDialog} onNotLoaded={giveUp("test")}>
          {({ TestDialog }) => (
            <TestDialog
              draftId={draft.id}
              open={asking === "test"}
              onOpenChange={close}
              compose={compose}
              actions={testing}
              busy={test.state.kind === "sending"}
              onTest={test.run}
            />
          )}
        </Later>
      )}
      {questions.has("schedule") && (
        <Later part={scheduleDialog} onNotLoaded={giveUp("schedule")}>
          {({ ScheduleDialog }) => (
            <ScheduleDialog
              open={asking === "schedule"}
              onOpenChange={close}
              draft={draft}
              ask={plan}
            />
          )}
        </Later>
      )}
    </>
  );
}

/**
 * What a test of the composed message sends: texts that take values are tested with those that are
 * drawn.
 */
export function useTestMessage(): () => PushRequestInput {
  const document = useMessageDocument();
  const { body } = useExamined();
  return () => {
    const { request } = document.get().content;
    const isFilled = request.message === undefined && hasPlaceholder(request.channels);
    return isFilled
      ? { ...request, channels: (parseJson(body) as PushRequestInput).channels }
      : request;
  };
}
