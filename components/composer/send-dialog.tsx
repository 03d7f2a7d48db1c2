"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Send } from "lucide-react";
import { useExamined } from "./examined";
import { nameOf } from "./name-of";
import { countRecipients, recipientsText } from "./recipients";
import { holdSeconds } from "./use-hold";

/** From so many recipients on the number has to be typed. */
const manyFrom = 100;

interface SendDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSend: () => void;
}

function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Says in a sentence what will happen, and asks for the number where it is large. */
export function SendDialog({ open, onOpenChange, onSend }: SendDialogProps) {
  const { request, app } = useExamined();
  const [typed, setTyped] = useState("");
  const recipients = countRecipients(request.destination);
  const many = recipients >= manyFrom;
  const sure = !many || typed.replaceAll(/[\s,.]/g, "") === String(recipients);
  const change = (next: boolean) => {
    setTyped("");
    onOpenChange(next);
  };
  const send = () => {
    change(false);
    onSend();
  };
  const title = nameOf(request);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="sm"
      title="Send this message?"
      description={
        <>
          Sends {title === "Untitled" ? "it" : <strong className="foreign font-medium text-ink">“{title}”</strong>} to{" "}
          <strong className="font-medium text-ink">{recipientsText(recipients)}</strong> of {app?.name ?? request.appid}, in one request.
          You have {holdSeconds} seconds to take it back.
        </>
      }
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button variant="primary" disabled={!sure} onClick={send} ref={many ? undefined : focusAtOnce}>
            <Send aria-hidden />
            Send
          </Button>
        </>
      }
    >
      {many && (
        <Field label={`Type ${recipients} to go on`}>
          {(aria) => (
            <Input
              {...aria}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && sure) send();
              }}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}
