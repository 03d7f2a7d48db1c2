"use client";

import { TriangleAlert } from "lucide-react";
import { useCall } from "@/components/form/use-call";
import { useFound } from "@/components/form/use-found";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { isolated } from "@/components/ui/sentence";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { Verbatim } from "@/components/ui/verbatim";
import type { ListedNotifyAuth } from "@/lib/directory/notify-auth/list";
import type { NotifyAuthUsers } from "@/lib/directory/notify-auth/used-by";
import type { AuthActions } from "./update-actions";

interface RemoveAuthProps {
  serviceId: string;
  auth: ListedNotifyAuth;
  actions: Pick<AuthActions, "remove" | "findUsers">;
  onClose: () => void;
}

/**
 * Asks before an authentication is removed, and names who uses it. What is called with it always
 * has to be changed first.
 */
export function RemoveAuth({
  serviceId,
  auth: { id, name },
  actions: { remove, findUsers },
  onClose,
}: RemoveAuthProps) {
  const users = useFound(`${serviceId} ${id}`, () => findUsers({ serviceId, id }));
  const { pending, run } = useCall();
  const usage = typeof users === "object" ? users : undefined;
  const blocked = usage !== undefined && (usage.notifyurl !== null || usage.webhooks.length > 0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={blocked ? `${isolated(name)} is in use` : `Remove ${isolated(name)}?`}
      description={
        blocked
          ? "Choose another authentication there first, or none."
          : "Its secret is deleted for good. Messages that name it are still sent, but their updates wait until there is an authentication with this ID again."
      }
      footer={
        blocked ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Keep it</Button>
            <Button
              variant="danger"
              loading={pending}
              disabled={usage === undefined}
              onClick={() =>
                run(
                  () => remove({ serviceId, id }),
                  () => {
                    toast.success(`Removed ${isolated(name)}`);
                    onClose();
                  },
                )
              }
            >
              Remove authentication
            </Button>
          </>
        )
      }
    >
      {users === undefined && <Skeleton className="h-5 w-48" />}
      {users === "failed" && (
        <p className="text-sm text-red-fg">
          Could not be read who uses it. Close this and open it again.
        </p>
      )}
      {usage && <Users users={usage} />}
    </Dialog>
  );
}

function Users({ users: { notifyurl, webhooks, campaigns, waiting } }: { users: NotifyAuthUsers }) {
  const rows = [
    ...(notifyurl === null ? [] : [{ what: "The service’s notify URL", name: notifyurl }]),
    ...webhooks.map((url) => ({ what: "Webhook", name: url })),
    ...campaigns.map((name) => ({ what: "Campaign", name: name === "" ? "Untitled" : name })),
  ];
  if (rows.length === 0 && waiting === 0)
    return <p className="text-sm text-ink-muted">Nothing uses it just now.</p>;
  return (
    <div className="space-y-2 text-sm">
      {rows.length > 0 && (
        <ul aria-label="Used by" className="max-h-56 space-y-1 overflow-y-auto">
          {rows.map(({ what, name }) => (
            <li key={`${what} ${name}`} className="foreign break-all">
              <span className="text-ink-muted">{what}</span>{" "}
              <Verbatim className="font-medium">{name}</Verbatim>
            </li>
          ))}
        </ul>
      )}
      {waiting > 0 && (
        <p className="flex gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-solid" />
          {waiting === 1
            ? "1 update waits to be sent with it, and is parked."
            : `${waiting.toLocaleString("en")} updates wait to be sent with it, and are parked.`}
        </p>
      )}
    </div>
  );
}
