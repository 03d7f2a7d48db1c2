"use client";

import { useState, useTransition } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { isolated } from "@/components/ui/sentence";
import type { MemberRow } from "@/lib/directory/member/list";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import type { MemberActions } from "./member-actions";
import { OnceLink } from "./once-link";

interface ResetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  row: MemberRow;
  reset: MemberActions["reset"];
}

/** Asks, and then shows a link by which a member sets a new password. */
export function ResetDialog({ open, onOpenChange, row: { id, name }, reset }: ResetDialogProps) {
  const [pending, start] = useTransition();
  const [url, setUrl] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const close = () => {
    setUrl(undefined);
    setWrong(undefined);
    onOpenChange(false);
  };
  const make = () =>
    start(async () => {
      const answer = await answerOf(reset({ id }));
      if (answer.ok) setUrl(answer.value.url);
      else setWrong(sentenceOf(answer));
    });
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={url === undefined ? `Reset the password of ${isolated(name)}?` : "Reset link created"}
      description={
        url === undefined &&
        `Creates a link that works once, within 24 hours. Anyone who opens it can set a new password and sign in as ${isolated(name)}, with all their roles; their sessions end then.`
      }
      footer={
        url === undefined ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" loading={pending} onClick={make}>
              Create link
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        )
      }
    >
      {wrong !== undefined && (
        <Banner kind="danger" announce>
          {wrong}
        </Banner>
      )}
      {url !== undefined && (
        <OnceLink label={`Link for ${name}`} url={url}>
          It works once, within 24 hours. A link created before no longer works.
        </OnceLink>
      )}
    </Dialog>
  );
}
