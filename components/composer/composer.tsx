"use client";

import "@/components/preview/screens.css";
import { lazy, useEffect, useState, useSyncExternalStore, type ComponentType } from "react";
import { atServer } from "@/components/ui/at-server";
import { Skeleton } from "@/components/ui/skeleton";
import type { ComposerProps } from "./live-composer";

type Live = ComponentType<ComposerProps>;

const load = async (): Promise<Live> => (await import("./live-composer")).LiveComposer;
/** As soon as this tab has it once. */
let loaded: Live | undefined;
const mostTries = 3;

/** Loads the code, three times if need be: a line that is gone comes back, a build that was replaced does not. */
async function loadPatiently(): Promise<Live> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (loaded = await load());
    } catch (error) {
      if (tries === mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * 1_000));
    }
  }
}

/** Draws the composer at the server. */
const Picture = lazy(async () => ({ default: await load() }));

/**
 * Where a message is written, looked at and sent. Begins with what was typed before a reload, else with the campaign, else empty; on the first day in the sandbox
 * with an example.
 *
 * The server draws it; its fields are inert until the code is there, which takes the place of the drawing. It does not hydrate the drawing: a tab knows its storage,
 * its address and its width, and begins with them.
 */
export function Composer(props: ComposerProps) {
  const isFirst = useSyncExternalStore(never, no, yes);
  const [isDrawn] = useState(isFirst);
  const [LiveComposer, setLive] = useState<Live | undefined>(() => (isDrawn ? undefined : loaded));
  const [failure, setFailure] = useState<Error>();
  const isLive = LiveComposer !== undefined;
  useEffect(() => {
    if (isLive) return;
    loadPatiently().then(
      (live) => setLive(() => live),
      (error: unknown) => setFailure(new Error("The composer could not be loaded", { cause: error })),
    );
  }, [isLive]);

  if (failure !== undefined) throw failure;
  if (LiveComposer) return <LiveComposer {...props} />;
  if (!isDrawn) return <ComposerSkeleton />;
  return atServer ? (
    <div inert aria-busy className="contents">
      <Picture {...props} />
    </div>
  ) : (
    <div inert aria-busy className="contents" {...drawnAtServer} />
  );
}

/**
 * What hydration leaves as the server drew it. A Suspense boundary would do that too, but React streams one of this size behind the rest of the page, and shows it
 * 0.3 seconds after the first paint.
 */
const drawnAtServer = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

function ComposerSkeleton() {
  return (
    <div
      aria-hidden
      className="grid gap-6 lg:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_29rem] min-[120rem]:grid-cols-[9.5rem_minmax(0,1fr)_40rem] min-[140rem]:grid-cols-[9.5rem_minmax(0,1fr)_60rem]"
    >
      <Skeleton className="h-52 rounded-lg max-lg:h-9" />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-[40rem] rounded-lg max-xl:hidden" />
    </div>
  );
}
