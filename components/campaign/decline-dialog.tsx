"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { LabelledTextarea } from "@/components/ui/field";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";
import { mostNote } from "@/lib/inputs/approval";

interface DeclineDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  decline: (reason: string) => Promise<Answer<unknown>>;
}

/** Asks for the reason, which the requesting member reads. */
export function DeclineDialog({ open, onOpenChange, decline }: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const run = async () => {
    setBusy(true);
    setRefused(undefined);
    const answer = await answerOf(decline(reason));
    setBusy(false);
    if (!answer.ok) return setRefused(sentenceOf(answer));
    toast.success("Declined");
    onOpenChange(false);
  };
  return (
    <Question
      open={open}
      onClose={() => onOpenChange(false)}
      size="sm"
      title="Decline it?"
      description="Nothing is sent. It stays a draft that can be changed and asked for again."
      keep="Cancel"
      go="Decline"
      pending={busy}
      onGo={() => void run()}
    >
      <LabelledTextarea
        label="Reason"
        optional
        maxLength={mostNote}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {refused !== undefined && (
        <Banner kind="danger" announce className="mt-3" title="Not declined">
          {refused}
        </Banner>
      )}
    </Question>
  );
}
