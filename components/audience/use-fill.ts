"use client";

import { useEffect, useRef, useState } from "react";
import { refusal, type Answer } from "@/lib/inputs/answer";
import type { NamedInput } from "@/lib/inputs/row";
import type { FillActions } from "./audience-actions";
import { ListFilling, type BegunList, type FillState } from "./fill-list";
import { sendPiece } from "./send-piece";

/** Fills a list from a file or a text, and closes it with `finish`. */
export function useFill(finish: FillActions["finish"]) {
  const [state, setState] = useState<FillState>({ kind: "idle" });
  const current = useRef<ListFilling>(undefined);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      current.current?.stop();
    };
  }, []);
  const start = (list: BegunList) => {
    // A user who left while it was begun does not want it any more.
    if (gone.current) return;
    current.current?.stop();
    current.current = new ListFilling(list, { send: sendPiece, finish, show: setState });
    void current.current.run();
  };
  const retry = () => void current.current?.run();
  /** Closes a list under another name, after its own turned out to be in use. */
  const finishAs = async ({ name }: NamedInput): Promise<Answer<number>> =>
    current.current?.finishAs(name) ?? refusal("Adding recipients was cancelled.");
  /** Stops; what was added is not visible and is removed by itself. */
  const stop = () => {
    current.current?.stop();
    current.current = undefined;
    setState({ kind: "idle" });
  };
  return { state, start, retry, finishAs, stop };
}
