"use client";

import { useState, useSyncExternalStore, type ReactNode } from "react";
import { RenameDialog } from "@/components/form/rename-dialog";
import { hasPasskeys } from "@/components/sign-in/passkey-call";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { OwnFactors, PasskeyRow } from "@/lib/directory/second-factor/own";
import { AddPasskey } from "./add-passkey";
import type { FactorActions, GivenCodes } from "./factor-actions";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpApp } from "./set-up-app";

type Asking =
  | { what: "set up" | "remove app" | "add passkey" | "renew codes" }
  | { what: "rename" | "remove passkey"; passkey: PasskeyRow };

const never = () => () => undefined;
/** So few recovery codes are worth a word. */
const few = 3;
const elsewhere = { description: "You are signed out in every other browser." };

/** One's second factors, and what can be done to them. */
export function FactorList({ factors, actions }: { factors: OwnFactors; actions: FactorActions }) {
  const { appSince, passkeys, codesLeft, passkeysPossible } = factors;
  const [asking, setAsking] = useState<Asking>();
  const [codes, setCodes] = useState<readonly string[]>();
  const supported = useSyncExternalStore(never, hasPasskeys, () => true);
  const on = appSince !== null || passkeys.length > 0;
  const isLast = passkeys.length + (appSince === null ? 0 : 1) === 1;
  const close = () => setAsking(undefined);
  const done = (told: string) => {
    close();
    toast.success(told, elsewhere);
  };
  const given = (told: string) => (value: GivenCodes) => {
    done(told);
    if (value.codes) setCodes(value.codes);
  };
  const proof = {
    ask: passkeys.length > 0 && supported ? actions.askPasskey : undefined,
    onClose: close,
  };
  const after = isLast
    ? "You sign in with your password alone then, and your recovery codes stop working."
    : "Your other ways to sign in stay.";
  return (
    <>
      <ul className="divide-y divide-line">
        <Row
          title="Authenticator app"
          badge={appSince !== null && "On"}
          text={appSince === null ? "Codes from an app such as 1Password or Google Authenticator." : <Since at={appSince} />}
        >
          {appSince === null ? (
            <Button size="sm" onClick={() => setAsking({ what: "set up" })}>
              Set up
            </Button>
          ) : (
            <Button size="sm" onClick={() => setAsking({ what: "remove app" })} aria-label="Remove the authenticator app">
              Remove
            </Button>
          )}
        </Row>
        <Row
          title="Passkeys"
          text={
            !passkeysPossible
              ? "They need Clarion at a host name with https, in the setting ORIGIN."
              : supported
                ? "Your fingerprint, face, PIN or security key. They sign you in without a password, too."
                : "This browser has none at this address."
          }
        >
          {passkeysPossible && supported && (
            <Button size="sm" onClick={() => setAsking({ what: "add passkey" })}>
              Add passkey
            </Button>
          )}
        </Row>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            title={passkey.name}
            foreign
            text={
              <>
                <span>
                  <Since at={passkey.createdAt} />
                </span>
                <span className="text-ink-faint">
                  {passkey.usedAt === null ? (
                    "Never used"
                  ) : (
                    <>
                      Last used <RelativeTime at={passkey.usedAt} />
                    </>
                  )}
                </span>
              </>
            }
          >
            <Button size="sm" onClick={() => setAsking({ what: "rename", passkey })} aria-label={`Rename the passkey ${passkey.name}`}>
              Rename
            </Button>
            <Button
              size="sm"
              onClick={() => setAsking({ what: "remove passkey", passkey })}
              aria-label={`Remove the passkey ${passkey.name}`}
            >
              Remove
            </Button>
          </Row>
        ))}
        {on && (
          <Row
            title="Recovery codes"
            badge={codesLeft <= few && (codesLeft === 0 ? "None left" : `${codesLeft} left`)}
            tone="amber"
            text={
              codesLeft > few
                ? `${codesLeft} left, for when your phone or passkey is lost.`
                : "Create new ones, for when your phone or passkey is lost."
            }
          >
            <Button size="sm" onClick={() => setAsking({ what: "renew codes" })}>
              Create new codes
            </Button>
          </Row>
        )}
      </ul>
      {asking?.what === "set up" && <SetUpApp actions={actions} onClose={close} onDone={given("Your authenticator app is on")} />}
      {asking?.what === "add passkey" && <AddPasskey actions={actions} onClose={close} onDone={given("Added the passkey")} />}
      {asking?.what === "remove app" && (
        <ProofDialog
          {...proof}
          title="Remove the authenticator app?"
          description={after}
          submit="Remove"
          action={actions.removeApp}
          onDone={() => done("Removed the authenticator app")}
        />
      )}
      {asking?.what === "remove passkey" && (
        <ProofDialog
          {...proof}
          title={`Remove ${asking.passkey.name}?`}
          description={after}
          submit="Remove"
          action={(input) => actions.removePasskey({ ...input, id: asking.passkey.id })}
          onDone={() => done("Removed the passkey")}
        />
      )}
      {asking?.what === "renew codes" && (
        <ProofDialog
          {...proof}
          title="Create new recovery codes?"
          description="You get ten new ones. Those that you have stop working."
          submit="Create codes"
          action={actions.renewCodes}
          onDone={given("Created new recovery codes")}
        />
      )}
      {asking?.what === "rename" && (
        <RenameDialog
          open
          onOpenChange={close}
          title="Rename the passkey"
          hint="So that you know it again."
          name={asking.passkey.name}
          rename={({ name }) => actions.renamePasskey({ id: asking.passkey.id, name })}
          onRenamed={() => void toast.success("Renamed the passkey")}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}

function Since({ at }: { at: string }) {
  return (
    <>
      Added <RelativeTime at={at} />
    </>
  );
}

interface RowProps {
  title: string;
  /** The title is the member's own words. */
  foreign?: boolean;
  badge?: string | false;
  tone?: "green" | "amber";
  text: ReactNode;
  children: ReactNode;
}

function Row({ title, foreign = false, badge = false, tone = "green", text, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className={foreign ? "foreign min-w-0 truncate" : undefined}>{title}</span>
          {badge !== false && <Badge tone={tone}>{badge}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">{text}</p>
      </div>
      <div className="flex shrink-0 gap-1.5 max-sm:flex-col">{children}</div>
    </li>
  );
}
