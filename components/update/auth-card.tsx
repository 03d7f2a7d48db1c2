"use client";

import { KeyRound, Plus, Radio, SquarePen, Trash2 } from "lucide-react";
import { historyItem } from "@/components/audit/history-link";
import { ListTable, menuColumn, type Column } from "@/components/listing/list-table";
import { RowMenu } from "@/components/listing/row-menu";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Code, Verbatim } from "@/components/ui/verbatim";
import { notifyAuths } from "@/lib/describe/notify-auths";
import type { ListedNotifyAuth } from "@/lib/directory/notify-auth/list";
import { AuthDialog } from "./auth-dialog";
import { RemoveAuth } from "./remove-auth";
import { TryAuth } from "./try-auth";
import type { AuthActions } from "./update-actions";

interface AuthCardProps {
  serviceId: string;
  auths: readonly ListedNotifyAuth[];
  /** Absent for members who may look only. */
  actions: AuthActions | undefined;
  /** Whether the member may read the audit log. */
  history: boolean;
}

const facts: readonly Column<ListedNotifyAuth>[] = [
  {
    name: "Authentication",
    fold: "title",
    width: "max-w-64 @max-2xl:max-w-none",
    cell: ({ name }) => <Verbatim className="block truncate font-medium">{name}</Verbatim>,
  },
  {
    name: "ID",
    fold: "line",
    width: "max-w-64 @max-2xl:max-w-none",
    cell: ({ id }) => (
      <span className="flex min-w-0 items-center gap-1">
        <Code className="truncate text-xs">{id}</Code>
        <CopyButton text={id} what={`ID ${id}`} />
      </span>
    ),
  },
  { name: "Kind", fold: "start", cell: ({ kind }) => notifyAuths[kind].label },
  { name: "Used by", fold: "end", cell: (auth) => <Uses auth={auth} /> },
];

/** The authentications of a service. */
export function AuthCard({ serviceId, auths, actions, history }: AuthCardProps) {
  const [adding, setAdding] = useDialogOpen("new-authentication");
  const add = actions && (
    <Button
      icon={Plus}
      size="sm"
      variant={auths.length === 0 ? "primary" : "secondary"}
      onClick={() => setAdding(true)}
    >
      New authentication
    </Button>
  );
  const menu = menuColumn<ListedNotifyAuth>(
    (auth) =>
      actions && <AuthMenu serviceId={serviceId} auth={auth} actions={actions} history={history} />,
  );
  return (
    <TitledCard
      id="auths-title"
      title="Authentications"
      description="How Clarion proves itself at a notify URL or webhook. Requests choose one by its ID."
      actions={auths.length > 0 && add}
    >
      {auths.length === 0 ? (
        <EmptyState
          picture={<KeyRound />}
          title="No authentications yet"
          action={add}
          className="py-8"
        >
          Store a password, key, token or OAuth client once; requests name it and never carry it.
          {!actions && " Admins of this service add them."}
        </EmptyState>
      ) : (
        <ListTable
          label="Authentications"
          rows={auths}
          columns={actions ? [...facts, menu] : facts}
          idOf={({ id }) => id}
        />
      )}
      {actions && (
        <AuthDialog
          serviceId={serviceId}
          actions={actions}
          open={adding}
          onOpenChange={setAdding}
        />
      )}
    </TitledCard>
  );
}

function Uses({ auth: { isDefault, webhooks } }: { auth: ListedNotifyAuth }) {
  if (!isDefault && webhooks === 0)
    return <span className="text-xs text-ink-faint">Requests that name it</span>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isDefault && <Badge tone="accent">Service default</Badge>}
      {webhooks > 0 && <Badge>{webhooks === 1 ? "1 webhook" : `${webhooks} webhooks`}</Badge>}
    </span>
  );
}

interface AuthMenuProps extends Pick<AuthCardProps, "serviceId" | "history"> {
  auth: ListedNotifyAuth;
  actions: AuthActions;
}

function AuthMenu({ serviceId, auth, actions, history }: AuthMenuProps) {
  return (
    <RowMenu<"change" | "try" | "remove">
      label={`Actions for ${auth.name}`}
      items={[
        { icon: Radio, label: "Try it …", ask: "try" },
        { icon: SquarePen, label: "Change …", ask: "change" },
        history && historyItem(auth.id),
        { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
      ]}
      ask={(asking, close) => (
        <>
          <AuthDialog
            serviceId={serviceId}
            auth={auth}
            actions={actions}
            open={asking === "change"}
            onOpenChange={close}
          />
          {asking === "try" && (
            <TryAuth serviceId={serviceId} auth={auth} test={actions.test} onClose={close} />
          )}
          {asking === "remove" && (
            <RemoveAuth serviceId={serviceId} auth={auth} actions={actions} onClose={close} />
          )}
        </>
      )}
    />
  );
}
