"use client";

import "@/components/preview/screens.css";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ComponentType } from "react";
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

/** Draws the composer at the server; in the browser it never comes, so that what the server drew stays until something takes its place. */
const Picture = lazy(async () => ({ default: atServer ? await load() : await new Promise<never>(() => undefined) }));

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
  // The very same element each time: with other properties React would throw away what the server drew.
  const [picture] = useState(() =>
    isDrawn ? (
      <Suspense fallback={<ComposerSkeleton />}>
        <Picture {...props} />
      </Suspense>
    ) : (
      <ComposerSkeleton />
    ),
  );
  const isLive = LiveComposer !== undefined;
  useEffect(() => {
    if (isLive) return;
    loadPatiently().then(
      (live) => setLive(() => live),
      (error: unknown) => setFailure(new Error("The composer could not be loaded", { cause: error })),
    );
  }, [isLive]);

  if (failure !== undefined) throw failure;
  return LiveComposer ? (
    <LiveComposer {...props} />
  ) : (
    <div inert aria-busy className="contents">
      {picture}
    </div>
  );
}

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
