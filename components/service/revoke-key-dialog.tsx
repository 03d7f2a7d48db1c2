"use client";

import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { ServiceKeyRow } from "@/lib/directory/service/list-keys";
import { KeyCallers } from "./key-callers";
import type { KeyActions } from "./service-actions";

/** Asks before a key is revoked, and says who would be refused. */
export function RevokeKeyDialog({ row, revoke, onClose }: { row: ServiceKeyRow; revoke: KeyActions["revoke"]; onClose: () => void }) {
  const { id, name, prefix, calls } = row;
  const { pending, run } = useCall();
  const go = () =>
    run(
      () => revoke({ id }),
      () => {
        onClose();
        toast.success(`Revoked ${name}`);
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Revoke ${name}?`}
      description={`Programs that call with ${prefix}… are refused at once. A revoked key can’t be brought back.`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" loading={pending} onClick={go}>
            {calls > 0 ? "Revoke it anyway" : "Revoke the key"}
          </Button>
        </>
      }
    >
      <KeyCallers row={row} />
    </Dialog>
  );
}
