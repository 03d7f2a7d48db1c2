"use client";

import { useMemo, useState, useSyncExternalStore } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { ComposerForm } from "./composer-form";
import { freshComposition, type ComposerApp, type Composition } from "./composition";
import { draftStore, readDraft, type DraftStore } from "./draft-store";
import { newestOf, versionAt } from "./newest";
import { NotifyurlCheckProvider, type NotifyurlCheckAction } from "./notify-check";
import type { Audiences } from "./reach-state";
import { markOf } from "./step-address";
import { TemplatesProvider, type ComposerTemplate } from "./templates";
import { useDraft, type DraftActions, type OpenCampaign } from "./use-draft";
import type { PlanAction } from "./use-plan";
import type { SendAction } from "./use-send";
import type { TestActions } from "./test-actions";

interface ComposerProps {
  apps: readonly ComposerApp[];
  templates: readonly ComposerTemplate[];
  /** Chosen to begin with; the first when left out. */
  appid?: string | undefined;
  /** The campaign to go on with, and its draft. */
  campaign?: (OpenCampaign & { draft: string }) | undefined;
  memberId: string;
  maySend: boolean;
  /** Public address of the service, for the command line. */
  origin: string;
  audiences: Audiences;
  send: SendAction;
  plan: PlanAction;
  testing: TestActions;
  drafts: DraftActions;
  checkNotifyurl: NotifyurlCheckAction;
}

/** Where a message is written, looked at and sent. Begins with what was typed before a reload, else with the campaign, else with an example. */
export function Composer({ templates, checkNotifyurl, ...props }: ComposerProps) {
  const inBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return inBrowser ? (
    <TemplatesProvider value={templates}>
      <NotifyurlCheckProvider value={props.maySend ? checkNotifyurl : undefined}>
        <ComposerInBrowser {...props} />
      </NotifyurlCheckProvider>
    </TemplatesProvider>
  ) : (
    <ComposerSkeleton />
  );
}

function ComposerInBrowser({ apps, appid, campaign, memberId, drafts, ...rest }: Omit<ComposerProps, "templates" | "checkNotifyurl">) {
  const app = apps.find((one) => one.appid === appid) ?? apps.find(({ sandbox }) => sandbox) ?? apps[0];
  const [round, setRound] = useState(0);
  const [here] = useState(() => versionAt(window.location.search));
  const opened = round > 0 ? undefined : campaign ? newestOf(campaign) : here;
  const openedId = opened?.id ?? null;
  // One of its own for each round: what was ordered in the last one may still be under way.
  const store = useMemo(() => draftStore(window.sessionStorage, memberId, round === 0 ? openedId : null), [memberId, openedId, round]);
  const { initial, base } = useMemo(
    (): { initial: Composition; base: Composition } => {
      const local = round === 0 ? store.read() : undefined;
      const kept = (opened && readDraft(opened.draft)) ?? freshComposition(app);
      // What this tab kept counts when it was written from the version that the server still has.
      return { initial: local && local.base.revision === (opened?.revision ?? 0) ? local : kept, base: kept };
    },
    // Begun anew by the round alone: a fresh list of apps from the server must not throw away what is being written.
    // oxlint-disable-next-line react/exhaustive-deps
    [round],
  );
  const startAfresh = () => {
    store.clear();
    window.history.replaceState(markOf(window.history.state), "", "/compose");
    setRound(round + 1);
  };
  return (
    <WithDraft
      key={round}
      apps={apps}
      initial={initial}
      base={base}
      opened={opened}
      store={store}
      drafts={drafts}
      onStartAfresh={startAfresh}
      {...rest}
    />
  );
}

type WithDraftProps = Omit<ComposerProps, "templates" | "checkNotifyurl" | "appid" | "campaign" | "memberId"> & {
  initial: Composition;
  base: Composition;
  opened: OpenCampaign | undefined;
  store: DraftStore;
  onStartAfresh: () => void;
};

function WithDraft({ initial, base, opened, store, drafts, ...rest }: WithDraftProps) {
  const draft = useDraft({ store, initial, base, opened, actions: drafts });
  return <ComposerForm initial={initial} draft={draft} {...rest} />;
}

function ComposerSkeleton() {
  return (
    <div aria-hidden className="grid gap-6 lg:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(23rem,29rem)]">
      <Skeleton className="h-52 rounded-lg max-lg:h-9" />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-[40rem] rounded-lg" />
    </div>
  );
}
