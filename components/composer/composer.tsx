"use client";

import { useMemo, useState, useSyncExternalStore } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { ComposerForm } from "./composer-form";
import { freshComposition, type ComposerApp } from "./composition";
import { draftStore } from "./draft-store";
import type { SendAction } from "./use-send";

interface ComposerProps {
  apps: readonly ComposerApp[];
  /** Chosen to begin with; the first when left out. */
  appid?: string | undefined;
  memberId: string;
  maySend: boolean;
  /** Public address of the service, for the command line. */
  origin: string;
  send: SendAction;
}

/** Where a message is written, looked at and sent. Begins with what was typed before a reload, else with an example. */
export function Composer(props: ComposerProps) {
  const inBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return inBrowser ? <ComposerInBrowser {...props} /> : <ComposerSkeleton />;
}

function ComposerInBrowser({ apps, appid, memberId, ...rest }: ComposerProps) {
  const store = useMemo(() => draftStore(window.sessionStorage, memberId), [memberId]);
  const app = apps.find((one) => one.appid === appid) ?? apps.find(({ sandbox }) => sandbox) ?? apps[0];
  const [round, setRound] = useState(0);
  const initial = useMemo(
    () => (round === 0 ? (store.read() ?? freshComposition(app)) : freshComposition(app)),
    // Begun anew by the round alone: a fresh list of apps from the server must not throw away what is being written.
    // oxlint-disable-next-line react/exhaustive-deps
    [round],
  );
  const startAfresh = () => {
    store.clear();
    setRound(round + 1);
  };
  return <ComposerForm key={round} apps={apps} initial={initial} save={store.write} onStartAfresh={startAfresh} {...rest} />;
}

function ComposerSkeleton() {
  return (
    <div aria-hidden className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)]">
      <div className="space-y-5">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
      <Skeleton className="h-[40rem] rounded-lg" />
    </div>
  );
}
