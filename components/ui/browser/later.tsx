"use client";

import { useEffect, useState, type ReactNode } from "react";

/**
 * Code that is loaded when it is first needed, and cached for this tab. Created by {@link later},
 * outside of components.
 */
export interface Later<T> {
  load: () => Promise<T>;
  loaded?: T;
}

/** Returns code that {@link Later} loads. */
export function later<T>(load: () => Promise<T>): Later<T> {
  return { load };
}

interface LaterProps<T> {
  part: Later<T>;
  /** In its place until it is there. */
  waiting?: ReactNode;
  /** In its place when it could not be loaded. Drawn again, the part is asked for again. */
  notLoaded?: ReactNode;
  onNotLoaded?: () => void;
  children: (code: T) => ReactNode;
}

/**
 * Draws what needs code that may not be there yet. A page stays as it is, with what is written on
 * it, when the code cannot be loaded: without a connection, for instance.
 */
export function Later<T extends object>({
  part,
  waiting,
  notLoaded,
  onNotLoaded,
  children,
}: LaterProps<T>) {
  const [code, setCode] = useState(part.loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (part.loaded) return undefined;
    let gone = false;
    part.load().then(
      (loaded) => {
        part.loaded = loaded;
        if (!gone) setCode(loaded);
      },
      () => {
        if (gone) return;
        setFailed(true);
        onNotLoaded?.();
      },
    );
    return () => {
      gone = true;
    };
    // Once: a caller's function is another one each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [part]);
  return code ? children(code) : failed ? notLoaded : waiting;
}
