"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { TestDevice, TestTargets } from "@/lib/directory/audience/test-targets";
import type { TestActions } from "./test-actions";

const typingMs = 200;

/** What a test in an app can go to, as far as it is known yet. */
export function useTestTargets(find: TestActions["find"], appid: string, chosenBefore: readonly string[]) {
  const [asked] = useState(chosenBefore);
  const [text, setText] = useState("");
  const [targets, setTargets] = useState<TestTargets>();
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = useCallback(
    async (wanted: string) => {
      turn.current += 1;
      const mine = turn.current;
      try {
        const found = await find(appid, wanted, asked);
        if (turn.current !== mine) return;
        setTargets(found);
        setState("loaded");
      } catch {
        if (turn.current === mine) setState("failed");
      }
    },
    [appid, asked, find],
  );
  useEffect(() => {
    void load("");
    return () => {
      turn.current += 1;
      clearTimeout(timer.current);
    };
  }, [load]);

  const search = (wanted: string) => {
    setText(wanted);
    clearTimeout(timer.current);
    setState("loading");
    timer.current = setTimeout(() => void load(wanted.trim()), typingMs);
  };
  const reload = () => {
    setState("loading");
    void load(text.trim());
  };
  return {
    text,
    search,
    state,
    reload,
    groups: targets?.groups,
    more: targets?.more === true,
    devices: shown(targets, text),
    /** Devices chosen before that can no longer be reached. */
    gone: targets ? asked.filter((id) => !targets.chosen.some((one) => one.id === id)) : [],
  };
}

/** Those chosen before come first, until something is looked for. */
function shown(targets: TestTargets | undefined, text: string): readonly TestDevice[] | undefined {
  if (!targets || text.trim() !== "") return targets?.devices;
  return [...targets.chosen, ...targets.devices.filter(({ id }) => !targets.chosen.some((one) => one.id === id))];
}
