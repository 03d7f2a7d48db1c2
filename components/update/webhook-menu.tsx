"use client";

import { Ellipsis, Power, PowerOff, RefreshCw, SquarePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { HistoryItem } from "@/components/audit/history-link";
import { useCall } from "@/components/form/use-call";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { ListedWebhook } from "@/lib/directory/webhook/list";
import type { WebhookActions } from "./update-actions";
import { sentNow } from "./updates-text";
import { WebhookDialog, type ChosenAuth } from "./webhook-dialog";
import { WebhookQuestion, type WebhookAsk } from "./webhook-question";

interface WebhookMenuProps {
  serviceId: string;
  webhook: ListedWebhook;
  auths: readonly ChosenAuth[];
  actions: WebhookActions;
  /** Whether the member may read the audit log. */
  history: boolean;
  /** Called with a new signing secret. */
  onSecret: (secret: string) => void;
}

/** What can be done to a webhook. */
export function WebhookMenu({
  serviceId,
  webhook,
  auths,
  actions,
  history,
  onSecret,
}: WebhookMenuProps) {
  const { id, url, off } = webhook;
  const [asking, setAsking] = useState<WebhookAsk | "change">();
  const { pending, run } = useCall();
  const close = () => setAsking(undefined);
  const go = (what: WebhookAsk) => {
    const next = { done: close };
    if (what === "off") run(() => actions.switchOff({ id }), "The webhook is off", next);
    else if (what === "remove") run(() => actions.remove({ id }), "Webhook removed", next);
    else
      run(
        () => actions.reroll({ id }),
        ({ secret }) => onSecret(secret),
        next,
      );
  };
  const switchOn = () =>
    run(
      () => actions.resume({ id }),
      (count) => void toast.success("The webhook is on", sentNow(count)),
    );
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton icon={Ellipsis} label={`Actions for ${url}`} size="sm" disabled={pending} />
        }
      >
        <MenuItem icon={<SquarePen aria-hidden />} onSelect={() => setAsking("change")}>
          Change …
        </MenuItem>
        <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => setAsking("reroll")}>
          New signing secret …
        </MenuItem>
        {off ? (
          <MenuItem icon={<Power aria-hidden />} onSelect={switchOn}>
            Switch on
          </MenuItem>
        ) : (
          <MenuItem icon={<PowerOff aria-hidden />} onSelect={() => setAsking("off")}>
            Switch off …
          </MenuItem>
        )}
        {history && <HistoryItem object={id} />}
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking("remove")}>
          Remove …
        </MenuItem>
      </DropdownMenu>
      <WebhookDialog
        serviceId={serviceId}
        webhook={webhook}
        auths={auths}
        actions={actions}
        open={asking === "change"}
        onOpenChange={close}
      />
      {asking !== undefined && asking !== "change" && (
        <WebhookQuestion
          what={asking}
          webhook={webhook}
          findWaiting={actions.findWaiting}
          pending={pending}
          onGo={() => go(asking)}
          onClose={close}
        />
      )}
    </>
  );
}
