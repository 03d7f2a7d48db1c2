"use client";

import { useCall } from "@/components/form/use-call";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { ServiceKeyRow } from "@/lib/directory/service/list-keys";
import { KeyCallers } from "./key-callers";
import type { KeyActions } from "./service-actions";

/** Asks before a key is revoked, and says who would be refused. */
export function RevokeKeyDialog({
  row,
  revoke,
  onClose,
}: {
  row: ServiceKeyRow;
  revoke: KeyActions["revoke"];
  onClose: () => void;
}) {
  const { id, name, prefix, calls } = row;
  const { pending, run } = useCall();
  return (
    <Question
      onClose={onClose}
      title={
        <>
          Revoke <Verbatim>{name}</Verbatim>?
        </>
      }
      description={`Programs that call with ${prefix}… are refused at once. A revoked key can’t be brought back.`}
      go={calls > 0 ? "Revoke it anyway" : "Revoke the key"}
      pending={pending}
      onGo={() => run(() => revoke({ id }), `Revoked ${isolated(name)}`, { done: onClose })}
    >
      <KeyCallers row={row} />
    </Question>
  );
}
