"use client";

import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import type { Sent } from "@/lib/campaign/send";
import { attemptWith, newAttempt, type Attempt } from "@/lib/compose/attempt";
import type { Composition } from "@/lib/compose/composition";
import { recipientsText } from "@/lib/compose/recipients";
import type { Answer } from "@/lib/inputs/answer";
import { draftProblem } from "@/lib/inputs/campaign";
import type { sendSchema } from "@/lib/inputs/compose";
import type { Problem } from "@/lib/interface/problem";
import type { SendFate } from "@/lib/results/send-fate";
import type { DraftState } from "../draft/use-campaign-draft";
import { onEscape } from "./on-escape";
import { isOutdated } from "@/lib/compose/template-of";
import { followOrder, type FollowedOrder, type OrderActions, type Outcome } from "./follow-order";

/** What the server does with what is sent. */
export interface SendActions extends OrderActions {
  /** Orders a request, given as the text of its body, or all that its reach takes, with the draft that it was. The same nonce twice is one order. */
  send: (input: z.input<typeof sendSchema>) => Promise<Answer<Sent>>;
}

export type SendState =
  | { kind: "idle" }
  | { kind: "sending" }
  /** Ordered; it has not left, or nobody knows yet. */
  | { kind: "held"; recipients: number }
  | {
      kind: "sent";
      campaignId: string;
      /** Undefined when nobody answered what became of it. */
      fate: SendFate | undefined;
      recipients: number;
      /** Why its content cannot be opened again. */
      unkept: string | undefined;
      /** The button still rests. */
      resting: boolean;
    }
  /** It was ordered, and then not accepted. */
  | { kind: "failed"; campaignId: string; problem: string }
  | {
      kind: "refused";
      problems: Problem[];
      obstacle: string | undefined;
      /** Another version of its template is published than the one that was looked at. */
      outdated: boolean;
    }
  /** No answer came: it may or may not have been ordered. Trying again is harmless. */
  | { kind: "broken" };

/** The button rests this long after a message was accepted, so that the second half of a double click is no second message. */
const restMs = 1_500;

/** Sends one composition at a time, under one name as long as its body is the same. What was ordered is the service's: it leaves whether or not this page stays. */
export function useSend(actions: SendActions, attemptRef: RefObject<Attempt>, draft: Pick<DraftState, "hold" | "release">) {
  const [state, setState] = useState<SendState>({ kind: "idle" });
  const [left, setLeft] = useState<number>();
  const busy = useRef(false);
  const order = useRef<FollowedOrder & { label: string }>(undefined);
  const notice = useRef<string | number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isGone = useRef(false);
  /** Where the composer is not on the page any longer, a notice has the button. */
  const offerUndo = useCallback(() => {
    const { current } = order;
    if (!current || !isGone.current) return;
    const undoIt = () => void current.undo().then((why) => why !== undefined && toast.error(why));
    notice.current = toast.pending(`Sending to ${current.label}`, {
      description: "You can undo it until then, also with Esc.",
      action: { label: "Undo sending", onClick: undoIt },
    });
    const quiet = onEscape(undoIt);
    void current.done.then(quiet, quiet);
  }, []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      clearTimeout(timer.current);
      isGone.current = true;
      offerUndo();
    };
  }, [offerUndo]);

  const tell = useCallback((label: string, outcome: Outcome) => {
    if (outcome.kind === "undone") toast.success("Sending undone");
    if (notice.current === undefined) return;
    toast.dismiss(notice.current);
    if (outcome.kind === "left") toast.success(`Accepted, on its way to ${label}`);
    if (outcome.kind === "failed") toast.error("The message was not sent. Its content is kept under Campaigns.", { duration: Infinity });
    if (outcome.kind === "unknown") toast.info(`On its way to ${label}`, { description: "See under Campaigns what became of it." });
  }, []);

  const run = useCallback(
    /** Answers the rules that it breaks, in the service's words. */
    async (body: string, confirmed: Composition, recipients: number, templateVersion: number | undefined): Promise<readonly Problem[]> => {
      // A second order while one is under way is the second half of a double click.
      if (busy.current) return [];
      busy.current = true;
      setState({ kind: "sending" });
      const { reach } = confirmed;
      const tried = attemptWith(attemptRef.current, JSON.stringify([body, reach]));
      attemptRef.current = tried;
      try {
        const campaign = await draft.hold(confirmed);
        const unkept = draftProblem(campaign);
        // Far too large a one would not even arrive.
        const kept = unkept === undefined ? campaign : { ...campaign, draft: "" };
        const answer = await actions.send({ request: body, nonce: tried.nonce, reach, campaign: kept, templateVersion });
        if (!answer.ok) {
          busy.current = false;
          draft.release();
          const problems = answer.problems.filter((one): one is Problem => one.rule !== undefined);
          // What breaks no rule stands in the way all the same, and is told alone.
          const obstacle = answer.problems.find(({ rule }) => rule === undefined)?.message;
          setState({ kind: "refused", problems, obstacle, outdated: isOutdated(answer.problems) });
          return problems;
        }
        attemptRef.current = newAttempt();
        const { campaignId } = answer.value;
        const label = recipientsText(recipients);
        setState({ kind: "held", recipients });
        const followed = followOrder(actions, answer.value, setLeft);
        order.current = { ...followed, label };
        // The page was left before the service had answered.
        offerUndo();
        void followed.done.then((outcome) => {
          order.current = undefined;
          tell(label, outcome);
          if (outcome.kind === "undone") draft.release({ confirmed, draft: outcome });
          else draft.release({ confirmed });
          busy.current = outcome.kind === "left" || outcome.kind === "unknown";
          if (outcome.kind === "undone") return setState({ kind: "idle" });
          if (outcome.kind === "failed") return setState({ kind: "failed", campaignId, problem: outcome.problem });
          const fate = outcome.kind === "left" ? outcome.fate : undefined;
          setState({ kind: "sent", campaignId, fate, recipients, unkept, resting: true });
          timer.current = setTimeout(() => {
            busy.current = false;
            setState((now) => (now.kind === "sent" ? { ...now, resting: false } : now));
          }, restMs);
        });
      } catch {
        busy.current = false;
        draft.release();
        setState({ kind: "broken" });
      }
      return [];
    },
    [actions, attemptRef, draft, offerUndo, tell],
  );
  const undo = useCallback(() => {
    void order.current?.undo().then((why) => why !== undefined && toast.error(why));
  }, []);
  const goAhead = useCallback(() => order.current?.goAhead(), []);
  const forget = useCallback(() => setState((now) => (now.kind === "sending" || now.kind === "held" ? now : { kind: "idle" })), []);
  const forgetFailure = useCallback(
    () => setState((now) => (now.kind === "refused" || now.kind === "broken" || now.kind === "failed" ? { kind: "idle" } : now)),
    [],
  );
  return { state, left, run, undo, goAhead, forget, forgetFailure };
}
