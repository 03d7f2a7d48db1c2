"use client";

import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import type { ChosenAudience } from "@/lib/compose/chosen-audience";
import type { AudienceRow, OpenAudience } from "@/lib/directory/audience/rows";
import type { Answer } from "@/lib/inputs/answer";
import type { Reach } from "@/lib/compose/reach";
import { coverageStore, type CountDevices, type CoverageStore } from "./coverage-store";

/** The lists that can be chosen, and how one is opened. */
export interface Audiences {
  rows: readonly AudienceRow[];
  /** The one that the draft goes to. */
  opened: OpenAudience | undefined;
  open: (input: { id: string }) => Promise<Answer<OpenAudience>>;
  countDevices: CountDevices;
}

interface ReachState {
  reach: Reach;
  rows: readonly AudienceRow[];
  /** Undefined when the recipients are those of the request. */
  chosen: ChosenAudience | undefined;
  change: (reach: Reach) => void;
  /** The recipient whose values are drawn, when each has values of its own; undefined for the largest. */
  drawnFor: string | undefined;
  drawFor: (who: string | undefined) => void;
  /** The language of the template that is drawn while each recipient gets their own; undefined for the default text. */
  drawnIn: string | undefined;
  drawIn: (language: string | undefined) => void;
  /** Whose devices were counted. */
  coverage: CoverageStore;
}

const ReachContext = createContext<ReachState | undefined>(undefined);

/** Who the message goes to beyond what its request says. */
export function useReach(): ReachState {
  const state = use(ReachContext);
  if (!state) throw new Error("useReach needs a ReachForm around it");
  return state;
}

/** Keeps which list and which further apps were chosen, and fetches what is drawn of the list. */
export function ReachForm({ initial, audiences, children }: { initial: Reach; audiences: Audiences; children: ReactNode }) {
  const { rows, open, countDevices } = audiences;
  const [reach, setReach] = useState(initial);
  const [drawn, setDrawn] = useState<{ of: string | null; who: string | undefined }>({ of: null, who: undefined });
  const [drawnIn, drawIn] = useState<string>();
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<Readonly<Record<string, OpenAudience | "lost" | "away">>>(() =>
    audiences.opened ? { [audiences.opened.id]: audiences.opened } : {},
  );
  const { audienceId } = reach;
  const held = audienceId === null ? undefined : known[audienceId];
  useEffect(() => {
    if (audienceId === null || held !== undefined) return undefined;
    let current = true;
    const put = (what: OpenAudience | "lost" | "away") => current && setKnown((before) => ({ ...before, [audienceId]: what }));
    open({ id: audienceId }).then(
      (answer) => put(answer.ok ? answer.value : "lost"),
      () => put("away"),
    );
    return () => {
      current = false;
    };
  }, [audienceId, held, open, round]);

  const again = useCallback(() => {
    setKnown((before) => Object.fromEntries(Object.entries(before).filter(([, what]) => what !== "away")));
    setRound((before) => before + 1);
  }, []);
  const chosen = useMemo((): ChosenAudience | undefined => {
    if (audienceId === null) return undefined;
    if (held === "lost") return { kind: "lost" };
    if (held === "away") return { kind: "away", again };
    if (held) return held.removed ? { kind: "lost" } : { kind: "open", audience: held };
    const row = rows.find(({ id }) => id === audienceId);
    return { kind: "opening", name: row?.name ?? "the list", recipients: row?.recipients ?? 0 };
  }, [audienceId, held, again, rows]);
  const drawFor = useCallback((who: string | undefined) => setDrawn({ of: audienceId, who }), [audienceId]);
  const drawnFor = drawn.of === audienceId ? drawn.who : undefined;
  const coverage = useMemo(() => coverageStore(countDevices), [countDevices]);
  const state = useMemo(
    () => ({ reach, rows, chosen, change: setReach, drawnFor, drawFor, drawnIn, drawIn, coverage }),
    [reach, rows, chosen, drawnFor, drawFor, drawnIn, coverage],
  );
  return <ReachContext value={state}>{children}</ReachContext>;
}
