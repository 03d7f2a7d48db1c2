"use client";

import { Ellipsis, Power, PowerOff, RefreshCw, SquarePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { HistoryItem } from "@/components/audit/history-link";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { ListedWebhook } from "@/lib/directory/webhook/list";
import type { WebhookActions } from "./update-actions";
import { sentNow } from "./updates-text";
import { useCall } from "./use-call";
import { WebhookDialog, type ChosenAuth } from "./webhook-dialog";

interface WebhookMenuProps {
  serviceId: string;
  webhook: ListedWebhook;
  auths: readonly ChosenAuth[];
  actions: WebhookActions;
  /** Whether the member may read the audit log. */
  history: boolean;
  /** Told a new signing secret. */
  onSecret: (secret: string) => void;
}

/** What asks before it is done: what becomes of the webhook, and what one keeps. */
const questions = {
  off: {
    title: "Switch this webhook off?",
    text: "It is told nothing until you switch it on. Updates that wait for it are kept and sent then; what happens meanwhile is not told to it.",
    keep: "Leave it on",
    go: "Switch off",
  },
  reroll: {
    title: "Make a new signing secret?",
    text: "Updates are signed with the new one from now on, the old one is no longer valid. A receiver that checks signatures refuses them until it has the new one; Clarion keeps trying for 24 hours.",
    keep: "Keep the old one",
    go: "Make a new secret",
  },
  remove: {
    title: "Remove this webhook?",
    text: "It is told nothing any more, and updates that wait for it are not sent. Its signing secret is deleted.",
    keep: "Keep it",
    go: "Remove webhook",
  },
};

/** What can be done to a webhook. */
export function WebhookMenu({ serviceId, webhook, auths, actions, history, onSecret }: WebhookMenuProps) {
  const { id, url, off } = webhook;
  const [asking, setAsking] = useState<keyof typeof questions | "change">();
  const { pending, run } = useCall();
  const close = () => setAsking(undefined);
  const go = (what: keyof typeof questions) => {
    const said = (text: string) => () => {
      close();
      toast.success(text);
    };
    if (what === "off") run(() => actions.switchOff({ id }), said("The webhook is off"));
    else if (what === "remove") run(() => actions.remove({ id }), said("Webhook removed"));
    else
      run(
        () => actions.reroll({ id }),
        ({ secret }) => {
          close();
          onSecret(secret);
        },
      );
  };
  const switchOn = () =>
    run(
      () => actions.resume({ id }),
      (count) => void toast.success("The webhook is on", sentNow(count)),
    );
  const question = asking === undefined || asking === "change" ? undefined : questions[asking];
  return (
    <>
      <DropdownMenu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${url}`} size="sm" disabled={pending} />}>
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
      {question && asking !== undefined && asking !== "change" && (
        <Dialog
          open
          onOpenChange={close}
          title={question.title}
          description={question.text}
          footer={
            <>
              <Button onClick={close}>{question.keep}</Button>
              <Button variant={asking === "remove" ? "danger" : "primary"} loading={pending} onClick={() => go(asking)}>
                {question.go}
              </Button>
            </>
          }
        >
          <p className="code foreign text-sm break-all">{url}</p>
        </Dialog>
      )}
    </>
  );
}
