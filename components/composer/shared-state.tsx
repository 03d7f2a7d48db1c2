"use client";

import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import type { Platform } from "@/lib/interface/device-kinds";
import type { PushBlocksInput, PushRequest, PushRequestInput } from "@/lib/interface/request";
import { blockFrom, followers, type SharedPart, type SharedText } from "./shared-text";

interface SharedState {
  shared: SharedText;
  /** Writes a part for all platforms; those that say something of their own keep it. */
  write: (part: SharedPart, value: string) => void;
  /** Switches a platform on, with what it had before or what is written for all, or off. */
  turn: (platform: Platform, on: boolean) => void;
  /** Takes over what another version of the message says for all; the form is the caller's to change. */
  adopt: (shared: SharedText) => void;
}

const SharedContext = createContext<SharedState | undefined>(undefined);

/** What is written once for every platform, and which platforms it goes to. */
export function useShared(): SharedState {
  const state = use(SharedContext);
  if (!state) throw new Error("useShared needs a SharedForm around it");
  return state;
}

/** Keeps what is written for all, and carries it into the blocks of the request. */
export function SharedForm({ initial, children }: { initial: SharedText; children: (shared: SharedText) => ReactNode }) {
  const { getValues, setValue } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const [shared, setShared] = useState(initial);
  const latest = useRef(initial);
  const aside = useRef<PushBlocksInput>({});

  const write = useCallback(
    (part: SharedPart, value: string) => {
      const before = latest.current[part];
      latest.current = { ...latest.current, [part]: value };
      setShared(latest.current);
      for (const { path } of followers(getValues("channels.push"), part, before)) {
        setValue(path, value, { shouldDirty: true });
      }
    },
    [getValues, setValue],
  );
  const turn = useCallback(
    (platform: Platform, on: boolean) => {
      const blocks = getValues("channels.push") ?? {};
      if (!on) aside.current = { ...aside.current, [platform]: blocks[platform] };
      const back = aside.current[platform] ?? blockFrom(platform, latest.current)[platform];
      setValue(`channels.push.${platform}`, on ? back : undefined, { shouldDirty: true });
    },
    [getValues, setValue],
  );
  const adopt = useCallback((next: SharedText) => {
    latest.current = next;
    aside.current = {};
    setShared(next);
  }, []);
  const state = useMemo(() => ({ shared, write, turn, adopt }), [shared, write, turn, adopt]);
  return <SharedContext value={state}>{children(shared)}</SharedContext>;
}
