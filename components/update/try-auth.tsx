"use client";

import { useState } from "react";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { UrlField } from "@/components/form/text-field";
import { isolated } from "@/components/ui/sentence";
import type { ListedNotifyAuth } from "@/lib/directory/notify-auth/list";
import { tryNotifyAuthSchema } from "@/lib/inputs/webhook";
import { updateKinds, type UpdateKind } from "@/lib/interface/update";
import type { TestAnswer } from "@/lib/updates/send-test";
import { TestAnswerView } from "./test-answer";
import type { SendTest } from "./update-actions";
import { kindWords } from "./updates-text";

interface TryAuthProps {
  serviceId: string;
  auth: ListedNotifyAuth;
  test: SendTest;
  onClose: () => void;
}

interface TestInput {
  url: string;
  kind: UpdateKind;
}

/** Calls an address with an authentication, and shows what it said. */
export function TryAuth({ serviceId, auth, test, onClose }: TryAuthProps) {
  const [answer, setAnswer] = useState<TestAnswer>();
  return (
    <DialogForm
      open
      onOpenChange={onClose}
      title={`Try ${isolated(auth.name)}`}
      description="Sends one test update to the address, once, with this authentication. Its recipient and device are “notify-url-check”."
      schema={tryNotifyAuthSchema}
      initial={{ url: "", kind: "submitted" }}
      closes={false}
      action={({ url, kind }) => {
        setAnswer(undefined);
        return test({ serviceId, kind, url, notifyAuthId: auth.id });
      }}
      onDone={setAnswer}
      submit="Send test update"
    >
      <UrlField<TestInput>
        path="url"
        label="Address"
        hint="Use one that you trust with this secret."
      />
      <ChoiceField<TestInput>
        path="kind"
        label="Kind of update"
        options={updateKinds.map((value) => ({ value, label: kindWords[value].label }))}
      />
      {answer && <TestAnswerView answer={answer} />}
    </DialogForm>
  );
}
