"use client";

import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { ListTable, menuColumn, type Column } from "@/components/listing/list-table";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Badge, StatePill } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { ListedWebhook } from "@/lib/directory/webhook/list";
import { SecretOnce } from "./secret-once";
import type { WebhookActions } from "./update-actions";
import { kindWords } from "./updates-text";
import { WebhookDialog, type ChosenAuth } from "./webhook-dialog";
import { WebhookMenu } from "./webhook-menu";

interface WebhookCardProps {
  serviceId: string;
  webhooks: readonly ListedWebhook[];
  auths: readonly ChosenAuth[];
  /** Absent for members who may look only. */
  actions: WebhookActions | undefined;
  /** Whether the member may read the audit log. */
  history: boolean;
}

/** The webhooks of a service. */
export function WebhookCard({ serviceId, webhooks, auths, actions, history }: WebhookCardProps) {
  const [adding, setAdding] = useDialogOpen("new-webhook");
  const [secret, setSecret] = useState<string>();
  const add = actions && (
    <Button
      icon={Plus}
      size="sm"
      variant={webhooks.length === 0 ? "primary" : "secondary"}
      onClick={() => setAdding(true)}
    >
      New webhook
    </Button>
  );
  const facts: readonly Column<ListedWebhook>[] = [
    {
      name: "Webhook",
      fold: "title",
      width: "max-w-0 min-w-48 @2xl:w-2/5",
      cell: ({ url }) => (
        <Code className="block truncate text-sm" title={url}>
          {url}
        </Code>
      ),
    },
    { name: "State", fold: "line", cell: (webhook) => <State webhook={webhook} /> },
    {
      name: "Updates",
      fold: "line",
      cell: ({ kinds }) => (
        <span className="flex flex-wrap gap-1">
          {kinds.length === 0 ? (
            <span className="text-xs text-ink-faint">None</span>
          ) : (
            kinds.map((kind) => <Badge key={kind}>{kindWords[kind].label}</Badge>)
          )}
        </span>
      ),
    },
    {
      name: "Authentication",
      fold: "start",
      className: "text-ink-muted @max-2xl:text-xs",
      cell: ({ notifyAuthId, signed }) => (
        <Verbatim>
          {notifyAuthId === ""
            ? "None"
            : (auths.find(({ id }) => id === notifyAuthId)?.name ?? "Removed")}
          {!signed && <span className="block text-xs text-amber-fg">Not signed</span>}
        </Verbatim>
      ),
    },
  ];
  const menu = menuColumn<ListedWebhook>(
    (webhook) =>
      actions && (
        <WebhookMenu
          serviceId={serviceId}
          webhook={webhook}
          auths={auths}
          actions={actions}
          history={history}
          onSecret={setSecret}
        />
      ),
  );
  return (
    <TitledCard
      id="webhooks-title"
      title="Webhooks"
      description="Each webhook gets the updates of every message in this service, filtered by kind."
      actions={webhooks.length > 0 && add}
    >
      {webhooks.length === 0 ? (
        <EmptyState picture={<Webhook />} title="No webhooks yet" action={add} className="py-8">
          A webhook gets the updates of all messages in this service: for a data warehouse, a CRM or
          an alarm.
          {!actions && " Admins of this service add them."}
        </EmptyState>
      ) : (
        <ListTable
          label="Webhooks"
          rows={webhooks}
          columns={actions ? [...facts, menu] : facts}
          idOf={({ id }) => id}
        />
      )}
      {actions && (
        <WebhookDialog
          serviceId={serviceId}
          auths={auths}
          actions={actions}
          open={adding}
          onOpenChange={setAdding}
          onSecret={setSecret}
        />
      )}
      {secret !== undefined && (
        <SecretOnce title="Signing secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </TitledCard>
  );
}

function State({ webhook: { off } }: { webhook: ListedWebhook }) {
  if (!off) return <StatePill tone="green">On</StatePill>;
  return (
    <span className="block">
      <StatePill tone={off.why === "gone" ? "amber" : "neutral"}>Off</StatePill>
      <span className="mt-1 block text-xs text-ink-muted">
        {off.why === "gone" ? "It wanted no more updates" : "Switched off"}{" "}
        <RelativeTime at={off.since} />
      </span>
    </span>
  );
}
