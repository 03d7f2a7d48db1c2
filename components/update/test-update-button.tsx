"use client";

import { Radio } from "lucide-react";
import { useState } from "react";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import { testReceiverSchema } from "@/lib/inputs/webhook";
import { updateKinds, type UpdateKind } from "@/lib/interface/update";
import type { Endpoint } from "@/lib/results/update-endpoints";
import type { TestAnswer } from "@/lib/updates/send-test";
import { endpointWords } from "./endpoint-looks";
import { TestAnswerView } from "./test-answer";
import type { SendTest } from "./update-actions";
import { kindWords } from "./updates-text";

interface TestUpdateButtonProps {
  serviceId: string;
  /** The service's own endpoints. */
  endpoints: readonly Pick<Endpoint, "receiver" | "url" | "what">[];
  test: SendTest;
}

/** Opens the dialog that sends a test update to an endpoint of the service. */
export function TestUpdateButton(props: TestUpdateButtonProps) {
  const [open, setOpen] = useDialogOpen("test-update");
  return (
    <>
      <Button icon={Radio} variant="primary" onClick={() => setOpen(true)}>
        Send a test update
      </Button>
      {open && <TestUpdateDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface TestInput {
  receiver: string;
  kind: UpdateKind;
}

function TestUpdateDialog({
  serviceId,
  endpoints,
  test,
  onClose,
}: TestUpdateButtonProps & { onClose: () => void }) {
  const [answer, setAnswer] = useState<TestAnswer>();
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title="Send a test update"
      description="Signed and sent once, like a real update. Its recipient and device are “notify-url-check”."
      schema={testReceiverSchema}
      initial={{ receiver: endpoints[0]?.receiver ?? "", kind: "submitted" }}
      closes={false}
      action={(testInput) => {
        setAnswer(undefined);
        return test({ serviceId, ...testInput });
      }}
      onDone={setAnswer}
      submit="Send test update"
    >
      <ChoiceField<TestInput>
        path="receiver"
        label="Goes to"
        options={endpoints.map(({ receiver, url, what }) => ({
          value: receiver,
          label: url,
          description: endpointWords[what],
        }))}
      />
      <ChoiceField<TestInput>
        path="kind"
        label="Kind of update"
        options={updateKinds.map((value) => ({
          value,
          label: kindWords[value].label,
          description: kindWords[value].hint,
        }))}
      />
      {answer && <TestAnswerView answer={answer} />}
    </DialogForm>
  );
}
