"use client";

import { useEffect, useRef, useState } from "react";
import type { TestDevice, TestTargets } from "@/lib/directory/audience/test-targets";
import type { Answer } from "@/lib/inputs/answer";
import type { TestActions } from "./test-actions";

const typingMs = 200;

/** Returns what a test in an app can be sent to, as far as it is loaded. */
export function useTestTargets(
  find: TestActions["find"],
  appid: string,
  chosenBefore: readonly string[],
) {
  const [initialChoice] = useState(chosenBefore);
  const [text, setText] = useState("");
  const [query, setQuery] = useState({ text: "" });
  const [latest, setLatest] = useState<{
    query: { text: string };
    targets: TestTargets | undefined;
    failed: boolean;
  }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    let stopped = false;
    const update = (answer?: Answer<TestTargets>) => {
      if (!stopped)
        setLatest((before) => ({
          query,
          targets: answer?.ok ? answer.value : before?.targets,
          failed: !answer?.ok,
        }));
    };
    find({ appid, text: query.text, chosen: initialChoice }).then(update, () => update());
    return () => {
      stopped = true;
    };
  }, [appid, initialChoice, find, query]);

  const search = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuery({ text: next.trim() }), typingMs);
  };
  const reload = () => setQuery({ text: text.trim() });
  const targets = latest?.targets;
  const state = latest?.query !== query ? "loading" : latest.failed ? "failed" : "loaded";
  return {
    text,
    search,
    state,
    reload,
    groups: targets?.groups,
    limited: targets?.limited ?? null,
    maySaveGroup: targets?.maySaveGroup === true,
    allowance: targets?.allowance ?? null,
    more: targets?.more === true,
    devices: listedDevices(targets, latest?.query.text ?? ""),
    /** Devices chosen before that can no longer be reached. */
    gone: targets ? initialChoice.filter((id) => !targets.chosen.some((one) => one.id === id)) : [],
  };
}

/** Those chosen before come first, until something is looked for. */
function listedDevices(
  targets: TestTargets | undefined,
  text: string,
): readonly TestDevice[] | undefined {
  if (!targets || text !== "") return targets?.devices;
  return [
    ...targets.chosen,
    ...targets.devices.filter(({ id }) => !targets.chosen.some((one) => one.id === id)),
  ];
}
