"use client";

import { useCall } from "@/components/form/use-call";
import { Question } from "@/components/ui/overlay/question";
import type { JwtSecretRow } from "@/lib/directory/service/list-jwt-secrets";
import { KeyCallers } from "./key-callers";
import type { SecretActions } from "./service-actions";

interface RemoveJwtSecretDialogProps {
  row: JwtSecretRow;
  /** Another JWT secret of the service still works. */
  another: boolean;
  remove: SecretActions["remove"];
  onClose: () => void;
}

/** Asks before a JWT secret is removed, and says who would be refused. */
export function RemoveJwtSecretDialog({
  row,
  another,
  remove,
  onClose,
}: RemoveJwtSecretDialogProps) {
  const { id, calls, replaced } = row;
  const { pending, run } = useCall();
  return (
    <Question
      onClose={onClose}
      title={replaced ? "Remove the JWT secret before?" : "Remove the JWT secret in use?"}
      description={`Tokens that are signed with it are refused at once. ${another ? "The other secret goes on." : "Programs then call with service keys alone, and devices of apps with signed registration can’t register."} It can’t be brought back.`}
      go={calls > 0 ? "Remove it anyway" : "Remove the secret"}
      pending={pending}
      onGo={() => run(() => remove({ id }), "Removed the JWT secret", { done: onClose })}
    >
      <KeyCallers row={row} others="Devices, and other addresses" />
    </Question>
  );
}
