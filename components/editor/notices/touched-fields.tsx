"use client";

import { createContext, use, useState, type ReactNode } from "react";
import type { FieldHistory } from "@/lib/findings/field-findings";

interface TouchedFields extends FieldHistory {
  /** Paths of fields that the user entered while they had no notice. */
  entered: ReadonlySet<string>;
  remember: (what: "entered" | "left", path: string) => void;
  /** Makes fields new again, whose paths begin so: they count as not left. */
  forget: (prefix: string) => void;
}

const none: ReadonlySet<string> = new Set();
const TouchedContext = createContext<TouchedFields>({
  tried: false,
  entered: none,
  left: none,
  remember: () => undefined,
  forget: () => undefined,
});

/** Which fields the user has been in so far. */
export function useTouched(): TouchedFields {
  return use(TouchedContext);
}

/**
 * Remembers for all inside which fields the user has been in. Outside of the steps, because a step
 * that is left forgets.
 *
 * @param tried sending was tried
 */
export function TouchedProvider({ tried, children }: { tried: boolean; children: ReactNode }) {
  const [paths, setPaths] = useState({ entered: none, left: none });
  const remember: TouchedFields["remember"] = (what, path) =>
    setPaths((now) =>
      now[what].has(path) ? now : { ...now, [what]: new Set(now[what]).add(path) },
    );
  const forget = (prefix: string) => {
    const without = (all: ReadonlySet<string>) =>
      new Set([...all].filter((path) => !path.startsWith(prefix)));
    setPaths((now) => ({ entered: without(now.entered), left: without(now.left) }));
  };
  const touched = { tried, ...paths, remember, forget };
  return <TouchedContext value={touched}>{children}</TouchedContext>;
}
