"use client";

import { Power, PowerOff, RefreshCw, SquarePen, Trash2 } from "lucide-react";
import { historyItem } from "@/components/audit/history-link";
import { useCall } from "@/components/form/use-call";
import { RowMenu } from "@/components/listing/row-menu";
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
  const { pending, run } = useCall();
  const go = (what: WebhookAsk, close: () => void) => {
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
    <RowMenu<WebhookAsk | "change">
      label={`Actions for ${url}`}
      pending={pending}
      items={[
        { icon: SquarePen, label: "Change …", ask: "change" },
        { icon: RefreshCw, label: "New signing secret …", ask: "reroll" },
        off
          ? { icon: Power, label: "Switch on", onSelect: switchOn }
          : { icon: PowerOff, label: "Switch off …", ask: "off" },
        history && historyItem(id),
        { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
      ]}
      ask={(asking, close) =>
        asking === "change" ? (
          <WebhookDialog
            serviceId={serviceId}
            webhook={webhook}
            auths={auths}
            actions={actions}
            open
            onOpenChange={close}
          />
        ) : (
          asking && (
            <WebhookQuestion
              what={asking}
              webhook={webhook}
              findWaiting={actions.findWaiting}
              pending={pending}
              onGo={() => go(asking, close)}
              onClose={close}
            />
          )
        )
      }
    />
  );
}
