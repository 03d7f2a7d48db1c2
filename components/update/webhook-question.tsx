"use client";

import { TriangleAlert } from "lucide-react";
import { useFound } from "@/components/form/use-found";
import { Question } from "@/components/ui/overlay/question";
import { Skeleton } from "@/components/ui/skeleton";
import { verbatim } from "@/components/ui/verbatim";
import type { WebhookWaiting } from "@/lib/directory/webhook/waiting";
import type { WebhookActions } from "./update-actions";
import { waitingText } from "./updates-text";

/** What asks before it is done: what becomes of the webhook, and what one keeps. */
const questions = {
  off: {
    title: "Switch this webhook off?",
    text: "It gets no updates until you switch it on. Updates from the time in between are not sent.",
    keep: "Leave it on",
    go: "Switch off",
  },
  reroll: {
    title: "Make a new signing secret?",
    text: "Updates are signed with the new one from now on, the old one is no longer valid. A receiver that checks signatures refuses them until it has the new one; Clarion keeps trying for 24 hours.",
    keep: "Keep the old one",
    go: "Make a new secret",
  },
  remove: {
    title: "Remove this webhook?",
    text: "It gets no more updates, and its signing secret is deleted.",
    keep: "Keep it",
    go: "Remove webhook",
  },
};
export type WebhookAsk = keyof typeof questions;

interface WebhookQuestionProps {
  what: WebhookAsk;
  webhook: { id: string; url: string };
  findWaiting: WebhookActions["findWaiting"];
  pending: boolean;
  onGo: () => void;
  onClose: () => void;
}

/**
 * Asks before something is done to a webhook: names its address, and counts what waits for it where
 * that is put off or lost.
 */
export function WebhookQuestion({
  what,
  webhook: { id, url },
  findWaiting,
  pending,
  onGo,
  onClose,
}: WebhookQuestionProps) {
  const { title, text, keep, go } = questions[what];
  const counted = what === "reroll" ? undefined : what;
  const waiting = useFound(counted && id, () => findWaiting({ id }));
  return (
    <Question
      onClose={onClose}
      title={title}
      description={text}
      keep={keep}
      go={go}
      harmless={what !== "remove"}
      pending={pending}
      disabled={counted !== undefined && waiting === undefined}
      onGo={onGo}
    >
      <p {...verbatim} className="code foreign text-sm break-all">
        {url}
      </p>
      {counted && (
        <div aria-live="polite" className="mt-2 text-sm">
          <Waiting what={counted} waiting={waiting} />
        </div>
      )}
    </Question>
  );
}

function Waiting({
  what,
  waiting,
}: {
  what: "off" | "remove";
  waiting: WebhookWaiting | "failed" | undefined;
}) {
  if (waiting === undefined) return <Skeleton className="h-5 w-56" />;
  if (waiting === "failed")
    return (
      <p className="text-red-fg">The waiting updates could not be counted. They may be lost.</p>
    );
  const isEmpty = waiting.queued + waiting.parked === 0;
  return waitingText(what, waiting).map((line) => (
    <p key={line} className="flex gap-1.5 text-ink-muted">
      {!isEmpty && (
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-solid" />
      )}
      {line}
    </p>
  ));
}
