"use client";

import { useState, useSyncExternalStore, type ReactNode } from "react";
import { hasPasskeys } from "@/components/sign-in/passkey-call";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { OwnFactors } from "@/lib/directory/second-factor/list";
import type { FactorActions } from "./factor-actions";
import { FactorDialogs, type FactorQuestion } from "./factor-dialogs";

const never = () => () => undefined;
/** So few recovery codes are worth a word. */
const few = 3;

/** One's second factors, and what can be done to them. */
export function FactorList({ factors, actions }: { factors: OwnFactors; actions: FactorActions }) {
  const { appSince, passkeys, codesLeft, passkeysPossible } = factors;
  const [asking, setAsking] = useState<FactorQuestion>();
  const supported = useSyncExternalStore(never, hasPasskeys, () => true);
  const on = appSince !== null || passkeys.length > 0;
  return (
    <>
      <ul className="divide-y divide-line">
        <Row
          title="Authenticator app"
          badge={appSince !== null && "On"}
          text={
            appSince === null ? (
              "Codes from an app such as 1Password or Google Authenticator."
            ) : (
              <Since at={appSince} />
            )
          }
        >
          {appSince === null ? (
            <Button size="sm" onClick={() => setAsking({ what: "setUpApp" })}>
              Set up
            </Button>
          ) : (
            <Button
              size="sm"
              onClick={() => setAsking({ what: "removeApp" })}
              aria-label="Remove the authenticator app"
            >
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
            <Button size="sm" onClick={() => setAsking({ what: "addPasskey" })}>
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
            <Button
              size="sm"
              onClick={() => setAsking({ what: "renamePasskey", passkey })}
              aria-label={`Rename the passkey ${passkey.name}`}
            >
              Rename
            </Button>
            <Button
              size="sm"
              onClick={() => setAsking({ what: "removePasskey", passkey })}
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
            <Button size="sm" onClick={() => setAsking({ what: "renewCodes" })}>
              Create new codes
            </Button>
          </Row>
        )}
      </ul>
      <FactorDialogs
        asking={asking}
        factors={factors}
        actions={actions}
        supported={supported}
        onClose={() => setAsking(undefined)}
      />
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
