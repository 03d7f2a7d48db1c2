"use client";

import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import type { PushRequestInput } from "@/lib/interface/request";
import { sandboxUsers } from "./composition";
import { useExamined } from "./examined";
import { TokenInput } from "./token-input";

interface TestDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Sends the same message to the testers instead. */
  onTest: (request: PushRequestInput, testers: number) => void;
}

/** The same message to a few people first. The group is kept in this browser, by app. */
export function TestDialog({ open, onOpenChange, onTest }: TestDialogProps) {
  const { request, app, problems } = useExamined();
  const place = `clarion.testers.1.${request.appid}`;
  const [group, setGroup] = useState<{ place: string; users: readonly string[] }>();
  const users = group?.place === place ? group.users : kept(place, app?.sandbox ? sandboxUsers : []);
  // Who it is addressed to is not what a test is about.
  const mend = problems.filter(({ pointer }) => !pointer.startsWith("/destination"));
  const change = (next: string[]) => {
    setGroup({ place, users: next });
    try {
      window.localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // A store that is full or forbidden must not keep anybody from testing.
    }
  };
  const test = () => {
    onOpenChange(false);
    onTest({ ...request, destination: [{ userid: [...users] }] }, users.length);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Test it first"
      description="The message as it stands, to the devices of these users alone."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" disabled={users.length === 0 || mend.length > 0} onClick={test}>
            <FlaskConical aria-hidden />
            Send the test
          </Button>
        </>
      }
    >
      <Field label="Testers" hint="Remembered in this browser for this app." error={mend[0] && `Mend this first: ${mend[0].message}`}>
        {(aria) => (
          <TokenInput
            control={aria}
            label="Testers"
            path="testers"
            tokens={users}
            onChange={change}
            onBlur={() => undefined}
            placeholder="User ids"
          />
        )}
      </Field>
    </Dialog>
  );
}

function kept(place: string, otherwise: readonly string[]): readonly string[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(place) ?? "null");
    return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.slice(0, 100) : otherwise;
  } catch {
    return otherwise;
  }
}
