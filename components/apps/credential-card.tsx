"use client";

import { KeyRound, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { RowMenu } from "@/components/listing/row-menu";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import type { CredentialRow } from "@/lib/directory/app/read";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { CredentialActions } from "./app-actions";
import { CreateKeys } from "./create-keys";
import { CredentialDialog } from "./credential-dialog";
import { CredentialFacts } from "./credential-facts";
import { HealthPill, healthOf } from "./health";
import { devicesOf, ProviderIcon, providerName } from "./provider-look";
import { RemoveCredential } from "./remove-credential";

interface CredentialCardProps {
  app: { id: string; name: string };
  provider: ProviderKind;
  credential: CredentialRow | undefined;
  /** Undefined for members who may not. */
  actions: CredentialActions | undefined;
}

/** A provider: how its credential is, and what can be done about it. */
export function CredentialCard({ app, provider, credential, actions }: CredentialCardProps) {
  const [open, setOpen] = useState<"edit" | "keys" | "remove">();
  const { pending: checking, run } = useCall();
  const name = providerName(provider);
  const close = () => setOpen(undefined);
  const check = (call: CredentialActions["check"]) =>
    run(
      () => call({ appId: app.id, provider }),
      (value) => {
        if (value.kind === "accepted") toast.success(`${isolated(name)} accepts the credential`);
        else if (value.kind === "unreached")
          toast.error("Not checked", { description: value.says });
      },
    );
  return (
    <Card aria-label={name}>
      <CardHeader
        level={3}
        title={
          <span className="flex items-center gap-2">
            <ProviderIcon provider={provider} />
            {name}
          </span>
        }
        description={devicesOf(provider)}
        actions={credential && <HealthPill health={healthOf(credential)} />}
      />
      <CardBody className="space-y-4">
        {credential ? (
          <CredentialFacts credential={credential} />
        ) : (
          <p className="text-sm text-ink-muted">
            No credential. Messages leave out {devicesOf(provider)}.
          </p>
        )}
        {actions && (
          <div className="flex flex-wrap items-center gap-2">
            {provider === "webpush" && !credential && (
              <Button icon={KeyRound} variant="primary" size="sm" onClick={() => setOpen("keys")}>
                Create keys
              </Button>
            )}
            <Button
              size="sm"
              variant={credential || provider === "webpush" ? "secondary" : "primary"}
              onClick={() => setOpen("edit")}
            >
              {credential && <Pencil aria-hidden />}
              {credential
                ? "Edit"
                : provider === "webpush"
                  ? "Use existing keys"
                  : "Add credential"}
            </Button>
            {credential && (
              <>
                <Button
                  icon={RefreshCw}
                  size="sm"
                  loading={checking}
                  onClick={() => check(actions.check)}
                >
                  Check now
                </Button>
                <RowMenu
                  label={`Actions for ${name}`}
                  items={[
                    provider === "webpush" && {
                      icon: KeyRound,
                      label: "Create new keys …",
                      onSelect: () => setOpen("keys"),
                    },
                    {
                      icon: Trash2,
                      label: "Remove …",
                      danger: true,
                      onSelect: () => setOpen("remove"),
                    },
                  ]}
                />
              </>
            )}
          </div>
        )}
      </CardBody>
      {actions && open === "edit" && (
        <CredentialDialog
          appId={app.id}
          provider={provider}
          storedCredential={credential}
          save={actions.save}
          onClose={close}
        />
      )}
      {actions && open === "keys" && (
        <CreateKeys
          appId={app.id}
          credential={credential}
          create={actions.createKeys}
          onClose={close}
        />
      )}
      {actions && open === "remove" && credential && (
        <RemoveCredential
          app={app}
          credential={credential}
          remove={actions.remove}
          onClose={close}
        />
      )}
    </Card>
  );
}
