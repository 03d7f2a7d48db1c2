"use client";

import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { z } from "zod";
import type { Sent } from "@/lib/campaign/send";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { draftProblem } from "@/lib/inputs/campaign";
import type { sendSchema } from "@/lib/inputs/compose";
import type { Problem } from "@/lib/interface/problem";
import type { Answer } from "@/lib/inputs/answer";
import type { Composition } from "@/lib/compose/composition";
import { attemptWith, newAttempt, type Attempt } from "@/lib/compose/attempt";

/** Sends a request, given as the text of its body, or all that its reach takes, and keeps the draft that it was as sent. The same nonce twice is one message. */
export type SendAction = (input: z.input<typeof sendSchema>) => Promise<Answer<Sent>>;
/** Whether it was accepted, or which rules it breaks. */
export type SendResult = { ok: true } | { ok: false; problems: Problem[] };

export type SendState =
  | { kind: "idle" }
  | { kind: "sending" }
  | {
      kind: "sent";
      accepted: Sent;
      recipients: number;
      warnings: Problem[];
      /** Why it is not among the campaigns. */
      unkept: string | undefined;
      /** The button still rests. */
      resting: boolean;
    }
  | { kind: "refused"; problems: Problem[]; obstacle: string | undefined }
  /** No answer came: it may or may not have been accepted. Trying again is harmless. */
  | { kind: "broken" };

/** The button rests this long after a message was accepted, so that the second half of a double click is no second message. */
const restMs = 1_500;

/** Sends one composition at a time, under one name as long as its body is the same. */
export function useSend(send: SendAction, attemptRef: RefObject<Attempt>) {
  const [state, setState] = useState<SendState>({ kind: "idle" });
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const run = useCallback(
    async (
      body: string,
      { reach }: Pick<Composition, "reach">,
      recipients: number,
      campaign: () => Promise<CampaignDraft>,
    ): Promise<SendResult | undefined> => {
      if (busy.current) return undefined;
      busy.current = true;
      setState({ kind: "sending" });
      const tried = attemptWith(attemptRef.current, JSON.stringify([body, reach]));
      attemptRef.current = tried;
      try {
        const draft = await campaign();
        const unkept = draftProblem(draft);
        const { nonce } = tried;
        const answer = await send({ request: body, nonce, reach, ...(unkept === undefined && { campaign: draft }) });
        if (!answer.ok) {
          busy.current = false;
          const problems = answer.problems.filter((one): one is Problem => one.rule !== undefined);
          // What breaks no rule stands in the way all the same, and is told alone.
          const obstacle = answer.problems.find(({ rule }) => rule === undefined)?.message;
          setState({ kind: "refused", problems, obstacle });
          return { ok: false, problems };
        }
        const result = answer.value;
        attemptRef.current = newAttempt();
        setState({ kind: "sent", accepted: result, recipients, warnings: result.warnings, unkept, resting: true });
        timer.current = setTimeout(() => {
          busy.current = false;
          setState((now) => (now.kind === "sent" ? { ...now, resting: false } : now));
        }, restMs);
        return { ok: true };
      } catch {
        busy.current = false;
        setState({ kind: "broken" });
        return undefined;
      }
    },
    [send, attemptRef],
  );
  const forget = useCallback(() => setState((now) => (now.kind === "sending" ? now : { kind: "idle" })), []);
  const forgetFailure = useCallback(
    () => setState((now) => (now.kind === "refused" || now.kind === "broken" ? { kind: "idle" } : now)),
    [],
  );
  return { state, run, forget, forgetFailure };
}
