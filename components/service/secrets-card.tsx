"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { JwtSecretRow } from "@/lib/directory/service/list-jwt-secrets";
import type { OpenedService } from "@/lib/directory/service/open";
import type { ServiceSecret } from "@/lib/inputs/service";
import { JwtSecretItem } from "./jwt-secret-item";
import { RemoveJwtSecretDialog } from "./remove-jwt-secret-dialog";
import { RerollSecretDialog } from "./reroll-secret-dialog";
import { secretWords } from "./secret-words";
import type { SecretActions } from "./service-actions";
import { ShownOnce, type Secret } from "./shown-once";

interface SecretsCardProps {
  service: OpenedService;
  jwtSecrets: readonly JwtSecretRow[];
  /** Absent for members who may look only. */
  actions: SecretActions | undefined;
}

/** The secrets of a service other than its keys: whether it has them, and a way to another one. */
export function SecretsCard({ service, jwtSecrets, actions }: SecretsCardProps) {
  const [asking, setAsking] = useState<ServiceSecret>();
  const [removing, setRemoving] = useState<JwtSecretRow>();
  const [secret, setSecret] = useState<Secret>();
  const { serviceId } = service;
  const working = jwtSecrets.filter(({ active }) => active);
  const has: Record<ServiceSecret, boolean> = {
    jwt: working.some(({ replaced }) => !replaced),
    signing: service.hasSigningSecret,
  };
  return (
    <TitledCard
      id="secrets-title"
      title="Secrets"
      description="Each is shown once, when it is created."
    >
      <ul aria-label="Secrets" className="divide-y divide-line">
        {(["jwt", "signing"] as const).map((which) => {
          const { name, use, none } = secretWords[which];
          return (
            <li key={which} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-72">
                <p className="font-medium">{name}</p>
                <p className="mt-0.5 text-sm text-ink-muted">{has[which] ? use : none}</p>
              </div>
              {actions && (
                <Button
                  size="sm"
                  aria-label={`${has[which] ? "Re-roll" : "Create"} the ${name}`}
                  onClick={() => setAsking(which)}
                >
                  {has[which] ? "Re-roll …" : "Create …"}
                </Button>
              )}
              {which === "jwt" && jwtSecrets.length > 0 && (
                <ul
                  aria-label="JWT secrets"
                  className="w-full divide-y divide-line border-t border-line"
                >
                  {jwtSecrets.map((row) => (
                    <JwtSecretItem
                      key={row.id}
                      row={row}
                      onRemove={actions && (() => setRemoving(row))}
                    />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      {actions && asking && (
        <RerollSecretDialog
          service={{ serviceId, name: service.name }}
          which={asking}
          isFirst={!has[asking]}
          reroll={actions.reroll}
          onClose={() => setAsking(undefined)}
          onMade={setSecret}
        />
      )}
      {actions && removing && (
        <RemoveJwtSecretDialog
          row={removing}
          another={working.some(({ id }) => id !== removing.id)}
          remove={actions.remove}
          onClose={() => setRemoving(undefined)}
        />
      )}
      <ShownOnce secret={secret} onClose={() => setSecret(undefined)} />
    </TitledCard>
  );
}
