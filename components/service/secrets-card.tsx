"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import type { OpenedService } from "@/lib/directory/service/open";
import type { ServiceSecret } from "@/lib/inputs/service";
import { RerollSecretDialog } from "./reroll-secret-dialog";
import { secretWords } from "./secret-words";
import type { RerollSecret } from "./service-actions";
import { ShownOnce, type Secret } from "./shown-once";

interface SecretsCardProps {
  service: OpenedService;
  /** Absent for members who may look only. */
  reroll: RerollSecret | undefined;
}

/** The secrets of a service beside its keys: whether it has them, and a way to another one. */
export function SecretsCard({ service, reroll }: SecretsCardProps) {
  const [asking, setAsking] = useState<ServiceSecret>();
  const [secret, setSecret] = useState<Secret>();
  const { serviceId, formerJwtUntil } = service;
  const has: Record<ServiceSecret, boolean> = { jwt: service.hasJwtSecret, signing: service.hasSigningSecret };
  return (
    <Card aria-labelledby="secrets-title">
      <CardHeader id="secrets-title" title="Secrets" description="Each is shown once, when it is made." />
      <ul aria-label="Secrets" className="divide-y divide-line">
        {(["jwt", "signing"] as const).map((which) => {
          const { name, use, none } = secretWords[which];
          return (
            <li key={which} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-72">
                <p className="font-medium">{name}</p>
                <p className="mt-0.5 text-sm text-ink-muted">{has[which] ? use : none}</p>
                {which === "jwt" && formerJwtUntil !== null && (
                  <p className="mt-0.5 text-xs text-amber-fg">
                    Tokens signed with the secret before are taken until <RelativeTime at={formerJwtUntil} />
                  </p>
                )}
              </div>
              {reroll && (
                <Button size="sm" aria-label={`${has[which] ? "Re-roll" : "Create"} the ${name}`} onClick={() => setAsking(which)}>
                  {has[which] ? "Re-roll …" : "Create …"}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {reroll && asking && (
        <RerollSecretDialog
          service={{ serviceId, name: service.name }}
          which={asking}
          isFirst={!has[asking]}
          reroll={reroll}
          onClose={() => setAsking(undefined)}
          onMade={setSecret}
        />
      )}
      <ShownOnce secret={secret} onClose={() => setSecret(undefined)} />
    </Card>
  );
}
