"use client";

import "@/components/preview/screens.css";
import { flushSync } from "react-dom";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from "react";
import { atServer } from "@/components/ui/at-server";
import { Skeleton } from "@/components/ui/skeleton";
import { collectEarlyInput, type EarlyInput } from "./early-input";
import { keyOfDraft, keyOfLeft } from "./draft/draft-key";
import type { ComposerProps } from "./live-composer";
import { onFirstUse } from "./first-use";
import { stepOfHash } from "./step-address";

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
 * The server draws it. A new message gets its code when somebody first touches the page, so that opening one costs little; what is pressed and typed until the code
 * is there is done over again with it. With something to go on with, the code comes at once; and when React cannot keep what the server drew, as when light turns to dark.
 */
export function Composer(props: ComposerProps) {
  const isFirst = useSyncExternalStore(never, no, yes);
  const [isDrawn] = useState(isFirst);
  const [LiveComposer, setLive] = useState<Live | undefined>(() => (isDrawn ? undefined : loaded));
  const [failure, setFailure] = useState<Error>();
  const [asked, setAsked] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const early = useRef<EarlyInput>(undefined);
  const [drawing] = useState(followDrawing);
  // The very same element each time: with other properties React would throw away what the server drew.
  const [picture] = useState(() =>
    isDrawn ? (
      <Suspense fallback={<GoneDrawing drawing={drawing} />}>
        <Picture {...props} />
      </Suspense>
    ) : (
      <ComposerSkeleton />
    ),
  );
  const isLive = LiveComposer !== undefined;
  const [goesOn] = useState(() => [props.campaign, props.audienceId, props.template].some((one) => one !== undefined));
  const [keptAt] = useState(() => {
    const who = `${props.memberId}.${props.serviceId}`;
    return [keyOfDraft(who, props.campaign?.id ?? null), keyOfLeft(who)];
  });
  useEffect(() => {
    if (isLive || !root.current) return undefined;
    early.current = collectEarlyInput(root.current);
    const isElsewhere = (stepOfHash(window.location.hash) ?? "audience") !== "audience" || keptAt.some(isKept);
    const waits = isDrawn && !goesOn && !isElsewhere && !early.current.isLate;
    let hasBegun = false;
    const begin = async () => {
      if (hasBegun) return undefined;
      hasBegun = true;
      let live: Live;
      try {
        live = await loadPatiently();
      } catch (error) {
        return setFailure(new Error("The composer could not be loaded", { cause: error }));
      }
      await early.current?.whole();
      // At once and with all its effects, so that nothing is done in between what was done early and its repetition.
      flushSync(() => setLive(() => live));
      return early.current?.replay();
    };
    if (!waits) void begin();
    const endDrawing = drawing.onGone(() => void begin());
    const endUse = onFirstUse(() => {
      setAsked(true);
      void begin();
    });
    return () => {
      endDrawing();
      endUse();
    };
  }, [keptAt, goesOn, isDrawn, isLive, drawing]);
  useEffect(() => () => early.current?.stop(), []);

  if (failure !== undefined) throw failure;
  return (
    <div ref={root} className="contents">
      {LiveComposer ? <LiveComposer {...props} /> : picture}
      {asked && !isLive && (
        <output className="fixed bottom-24 left-1/2 z-30 -translate-x-1/2 animate-appear rounded-md border border-line bg-raised px-3 py-1.5 text-sm text-ink-muted shadow-high [animation-delay:400ms] [animation-fill-mode:backwards]">
          Loading…
        </output>
      )}
    </div>
  );
}

function isKept(key: string): boolean {
  try {
    return window.sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Tells once when what the server drew is gone, also whoever asks after that. */
function followDrawing() {
  let isGone = false;
  let hear: (() => void) | undefined;
  return {
    tellGone: () => {
      isGone = true;
      hear?.();
    },
    onGone: (given: () => void) => {
      hear = given;
      if (isGone) given();
      return () => {
        hear = undefined;
      };
    },
  };
}

/** In the place of what the server drew, once React has given that up. */
function GoneDrawing({ drawing }: { drawing: ReturnType<typeof followDrawing> }) {
  useEffect(() => drawing.tellGone(), [drawing]);
  return <ComposerSkeleton />;
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
