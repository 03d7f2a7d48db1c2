"use client";

import { useEffect, useRef, useState } from "react";
import type { TestDevice, TestTargets } from "@/lib/directory/audience/test-targets";
import type { Answer } from "@/lib/inputs/answer";
import type { TestActions } from "./test-actions";

const typingMs = 200;

/** What a test in an app can go to, as far as it is known yet. */
export function useTestTargets(
  find: TestActions["find"],
  appid: string,
  chosenBefore: readonly string[],
) {
  const [asked] = useState(chosenBefore);
  const [text, setText] = useState("");
  const [query, setQuery] = useState({ text: "" });
  const [told, setTold] = useState<{
    query: { text: string };
    targets: TestTargets | undefined;
    failed: boolean;
  }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    let stopped = false;
    const tell = (answer?: Answer<TestTargets>) => {
      if (!stopped)
        setTold((before) => ({
          query,
          targets: answer?.ok ? answer.value : before?.targets,
          failed: !answer?.ok,
        }));
    };
    find({ appid, text: query.text, chosen: asked }).then(tell, () => tell());
    return () => {
      stopped = true;
    };
  }, [appid, asked, find, query]);

  const search = (wanted: string) => {
    setText(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuery({ text: wanted.trim() }), typingMs);
  };
  const reload = () => setQuery({ text: text.trim() });
  const targets = told?.targets;
  const state = told?.query !== query ? "loading" : told.failed ? "failed" : "loaded";
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
    devices: shown(targets, told?.query.text ?? ""),
    /** Devices chosen before that can no longer be reached. */
    gone: targets ? asked.filter((id) => !targets.chosen.some((one) => one.id === id)) : [],
  };
}

/** Those chosen before come first, until something is looked for. */
function shown(targets: TestTargets | undefined, text: string): readonly TestDevice[] | undefined {
  if (!targets || text !== "") return targets?.devices;
  return [
    ...targets.chosen,
    ...targets.devices.filter(({ id }) => !targets.chosen.some((one) => one.id === id)),
  ];
}
