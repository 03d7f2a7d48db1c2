"use client";

import { CircleCheck, Send } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { recipientsText } from "@/lib/compose/recipients";
import type { SendState } from "@/lib/editor/order";
import type { Verdict } from "@/lib/policy/can";
import type { CampaignContent } from "../draft/campaign-kind";
import { reasonOf } from "../rights";

interface SendButtonProps {
  may: Verdict;
  state: SendState<CampaignContent>;
  recipients: number;
  /** It was sent from elsewhere. */
  gone: boolean;
  busy: boolean;
  /** It is still the message that was just sent. */
  isSent: boolean;
  onPress: () => void;
}

/** Sends the message; it has the focus again once that was undone. */
export function SendButton({
  may,
  state,
  recipients,
  gone,
  busy,
  isSent,
  onPress,
}: SendButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<SendState<CampaignContent>["kind"]>(state.kind);
  useEffect(() => {
    // The send was undone: its undo button is gone, so the focus returns to this one.
    if (
      before.current === "undoable" &&
      state.kind === "idle" &&
      document.activeElement === document.body
    )
      button.current?.focus();
    before.current = state.kind;
  }, [state.kind]);
  return (
    <Button
      ref={button}
      variant={isSent ? "secondary" : "primary"}
      // As wide with recipients as without: the buttons next to it do not move away from under the
      // pointer while the recipients are counted.
      className="max-sm:min-w-0 max-sm:flex-1 sm:min-w-48"
      loading={state.kind === "sending"}
      disabled={!may.ok || busy}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title={reasonOf(may) ?? (gone ? "It was sent from elsewhere." : "Ctrl Enter")}
      onClick={onPress}
    >
      {isSent ? <CircleCheck aria-hidden /> : <Send aria-hidden />}
      {isSent
        ? "Sent · Send again"
        : recipients === 0
          ? "Send"
          : `Send to ${recipientsText(recipients)}`}
    </Button>
  );
}
