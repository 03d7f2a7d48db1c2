"use client";

import "@/components/preview/screens.css";
import { lazy, useState, useSyncExternalStore } from "react";
import { atServer } from "@/components/ui/browser/at-server";
import { Later, later } from "@/components/ui/browser/later";
import { Skeleton } from "@/components/ui/skeleton";
import type { ComposerProps } from "./composer-props";

const load = () => import("./live-composer");
const mostTries = 3;

/**
 * Loads the code, three times if need be: a line that is gone comes back, a build that was replaced
 * does not.
 */
async function loadPatiently(): ReturnType<typeof load> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * 1_000));
    }
  }
}

const composer = later(loadPatiently);

/** Draws the composer at the server. */
const Picture = lazy(async () => ({ default: (await load()).LiveComposer }));

/**
 * Where a message is written, looked at and sent. Begins with what was typed before a reload, else
 * with the campaign, else empty; on the first day in the sandbox with an example.
 *
 * The server draws it; its fields are inert until the code is there, which takes the place of the
 * drawing. It does not hydrate the drawing: a tab knows its storage, its address and its width, and
 * begins with them.
 */
export function Composer(props: ComposerProps) {
  const isFirst = useSyncExternalStore(never, no, yes);
  const [isDrawn] = useState(isFirst);
  return (
    <Later
      part={composer}
      waiting={isDrawn ? <Drawing {...props} /> : <ComposerSkeleton />}
      notLoaded={<NotLoaded />}
    >
      {({ LiveComposer }) => <LiveComposer {...props} />}
    </Later>
  );
}

function Drawing(props: ComposerProps) {
  return atServer ? (
    <div inert aria-busy className="contents">
      <Picture {...props} />
    </div>
  ) : (
    <div inert aria-busy className="contents" {...drawnAtServer} />
  );
}

/** Gives way to the page that says so and tries again: a drawing alone is of no use. */
function NotLoaded(): never {
  throw new Error("The composer could not be loaded");
}

/**
 * What hydration leaves as the server drew it. A Suspense boundary would do that too, but React
 * streams one of this size behind the rest of the page, and shows it 0.3 seconds after the first
 * paint.
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
