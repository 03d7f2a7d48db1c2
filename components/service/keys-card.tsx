"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { ServiceKeyRow } from "@/lib/directory/service/list-keys";
import { KeyItem } from "./key-item";
import { NewKeyDialog } from "./new-key-dialog";
import { RerollKeyDialog } from "./reroll-key-dialog";
import { RevokeKeyDialog } from "./revoke-key-dialog";
import type { KeyActions } from "./service-actions";
import { ShownOnce, type Secret } from "./shown-once";

interface KeysCardProps {
  service: { serviceId: string; name: string };
  keys: readonly ServiceKeyRow[];
  /** How many may work at a time. */
  most: number;
  /** Absent for members who may look only. */
  actions: KeyActions | undefined;
}

interface KeyQuestion {
  what: "reroll" | "revoke";
  key: ServiceKeyRow;
}

/**
 * The keys that programs of a service call with, and what can be done with each. A new key is shown
 * here, whichever row it came from: rows move.
 */
export function KeysCard({ service, keys, most, actions }: KeysCardProps) {
  const [creating, setCreating] = useDialogOpen("new-key");
  const [asking, setAsking] = useState<KeyQuestion>();
  const [secret, setSecret] = useState<Secret>();
  const close = () => setAsking(undefined);
  const active = keys.filter((key) => key.active);
  const ended = keys.filter((key) => !key.active);
  // A key that was replaced counts as one with the key that took its place.
  const isFull = active.filter((key) => key.successor === null).length >= most;
  const create = actions && (
    <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {isFull && (
        <span className="text-xs text-ink-faint">{most} keys at most: revoke one first</span>
      )}
      <Button icon={Plus} size="sm" disabled={isFull} onClick={() => setCreating(true)}>
        New key
      </Button>
    </span>
  );
  return (
    <TitledCard
      id="keys-title"
      title="Service keys"
      description="Programs call the API with them: give each its own, so that one can be replaced without the others."
      actions={active.length > 0 && create}
    >
      {active.length === 0 ? (
        <EmptyState picture={<KeyRound />} title="No key works" action={create}>
          Programs can’t call this service with a key.
          {!actions && " Admins of this service create keys."}
        </EmptyState>
      ) : (
        <ul aria-label="Service keys" className="divide-y divide-line">
          {active.map((key) => (
            <KeyItem
              key={key.id}
              row={key}
              buttons={
                actions && (
                  <>
                    {key.successor === null && (
                      <Button
                        size="sm"
                        aria-label={`Re-roll ${key.name}, ${key.prefix}`}
                        onClick={() => setAsking({ what: "reroll", key })}
                      >
                        Re-roll …
                      </Button>
                    )}
                    <Button
                      size="sm"
                      aria-label={`Revoke ${key.name}, ${key.prefix}`}
                      onClick={() => setAsking({ what: "revoke", key })}
                    >
                      Revoke …
                    </Button>
                  </>
                )
              }
            />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-3 text-sm text-ink-muted hover:text-ink">
            {ended.length === 1
              ? "1 key that no longer works"
              : `${ended.length} keys that no longer work`}
          </summary>
          <ul
            aria-label="Keys that no longer work"
            className="divide-y divide-line border-t border-line"
          >
            {ended.map((key) => (
              <KeyItem key={key.id} row={key} />
            ))}
          </ul>
        </details>
      )}
      {actions && creating && !isFull && (
        <NewKeyDialog
          service={service}
          create={actions.create}
          onClose={() => setCreating(false)}
          onMade={(key, name) =>
            setSecret({
              title: `The key ${name}`,
              what: "Service key",
              text: key,
              next: "Give it only to the program that uses it.",
            })
          }
        />
      )}
      {actions && asking?.what === "reroll" && (
        <RerollKeyDialog
          row={asking.key}
          reroll={actions.reroll}
          onClose={close}
          onMade={setSecret}
        />
      )}
      {actions && asking?.what === "revoke" && (
        <RevokeKeyDialog row={asking.key} revoke={actions.revoke} onClose={close} />
      )}
      <ShownOnce secret={secret} onClose={() => setSecret(undefined)} />
    </TitledCard>
  );
}
