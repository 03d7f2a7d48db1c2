"use client";

import { KeyRound } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { hasPasskeys, type AskPasskey } from "./passkey-call";
import { RefusalBanner } from "./refusal-banner";
import { usePasskey } from "./use-passkey";

const never = () => () => undefined;

/** Signing in with a passkey alone, where the browser has them. `next`: a path of this site. */
export function PasskeySignIn({ next, ask }: { next: string; ask: AskPasskey }) {
  const possible = useSyncExternalStore(never, hasPasskeys, () => false);
  const [refusals, setRefusals] = useState<{ code: string; count: number }>();
  const { signing, sign } = usePasskey(next, ask, (code) =>
    setRefusals((before) => ({ code, count: (before?.count ?? 0) + 1 })),
  );
  if (!possible) return null;
  return (
    <div className="mt-5 space-y-4 border-t border-line pt-5">
      {refusals && !signing && <RefusalBanner key={refusals.count} code={refusals.code} />}
      <Button icon={KeyRound} size="lg" className="w-full" loading={signing} onClick={sign}>
        Sign in with a passkey
      </Button>
    </div>
  );
}
