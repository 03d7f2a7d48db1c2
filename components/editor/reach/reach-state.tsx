"use client";

import { createContext, use, useEffect, useState, type ReactNode } from "react";
import type { ChosenAudience } from "@/lib/compose/chosen-audience";
import { noReach, type Reach } from "@/lib/compose/reach";
import type { openAudience } from "@/lib/directory/audience/list";
import type { AudienceRow, OpenAudience } from "@/lib/directory/audience/rows";
import { textParameters } from "@/lib/plan/own-values";
import type { ActionOf } from "@/lib/verb/answer";
import { useContent, useContentSame, useMessageDocument } from "../content-context";
import { useChosenTemplate } from "../content/templates";
import { coverageStore, type CountDevices, type CoverageStore } from "./coverage-store";
import { useSegment, type Segments } from "./use-segment";

/** The lists that can be chosen, and how one is opened. */
export interface Audiences {
  rows: readonly AudienceRow[];
  /** The one that the draft goes to. */
  opened: OpenAudience | undefined;
  open: ActionOf<typeof openAudience>;
  segments: Segments;
  countDevices: CountDevices;
}

interface ReachState {
  reach: Reach;
  rows: readonly AudienceRow[];
  segments: Segments["rows"];
  /** Undefined when the recipients are those of the request. */
  chosen: ChosenAudience | undefined;
  change: (reach: Reach) => void;
  /**
   * The recipient whose values are drawn, when each has values of its own; undefined for the
   * largest.
   */
  drawnFor: string | undefined;
  drawFor: (who: string | undefined) => void;
  /**
   * The language of the template that is drawn while each recipient gets their own; undefined for
   * the default text.
   */
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

/** Fetches what is drawn of the list or segment that was chosen, and keeps for whom it is drawn. */
export function ReachForm({ audiences, children }: { audiences: Audiences; children: ReactNode }) {
  const { rows, open, segments, countDevices } = audiences;
  const document = useMessageDocument();
  const reach = useContent((content) => content.reach) ?? noReach;
  const [drawn, setDrawn] = useState<{ of: string | null; who: string | undefined }>({
    of: null,
    who: undefined,
  });
  const [drawnIn, drawIn] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [coverage] = useState(() => coverageStore(countDevices));
  const [loadedLists, setLoadedLists] = useState<
    Readonly<Record<string, OpenAudience | "lost" | "away">>
  >(() => (audiences.opened ? { [audiences.opened.id]: audiences.opened } : {}));
  const { audienceId, segment, columns } = reach;
  const parameters = useValueNames();
  const drawnSegment = useSegment({ choice: segment, parameters, columns }, segments);
  /** Whose recipients they are. */
  const source = segment?.id ?? audienceId;
  const fetched = audienceId === null ? undefined : loadedLists[audienceId];
  useEffect(() => {
    if (audienceId === null || fetched !== undefined) return undefined;
    let current = true;
    const put = (what: OpenAudience | "lost" | "away") =>
      current && setLoadedLists((before) => ({ ...before, [audienceId]: what }));
    open({ id: audienceId }).then(
      (answer) => put(answer.ok ? answer.value : "lost"),
      () => put("away"),
    );
    return () => {
      current = false;
    };
  }, [audienceId, fetched, open, attempt]);

  // Its recipients may have been edited in another tab, or by another member.
  useEffect(() => {
    if (audienceId === null) return undefined;
    const look = () =>
      void open({ id: audienceId }).then(
        (answer) =>
          answer.ok &&
          setLoadedLists((before) =>
            isNewer(answer.value, before[audienceId])
              ? { ...before, [audienceId]: answer.value }
              : before,
          ),
        // The loaded version of the list stays.
        () => undefined,
      );
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [audienceId, open]);

  const again = () => {
    setLoadedLists((before) =>
      Object.fromEntries(Object.entries(before).filter(([, what]) => what !== "away")),
    );
    setAttempt((before) => before + 1);
  };
  const state: ReachState = {
    reach,
    rows,
    segments: segments.rows,
    chosen: drawnSegment ?? chosenOf(audienceId, fetched, rows, again),
    change: (next) => document.write([{ path: "reach", value: next }]),
    drawnFor: drawn.of === source ? drawn.who : undefined,
    drawFor: (who) => setDrawn({ of: source, who }),
    drawnIn,
    drawIn,
    coverage,
  };
  return <ReachContext value={state}>{children}</ReachContext>;
}

/** The names that the message has values for: those of its template, or those in its texts. */
function useValueNames(): string[] {
  const template = useChosenTemplate();
  const inTexts = useContentSame(({ request }) =>
    request.message === undefined ? textParameters(request.channels) : [],
  );
  return template ? template.parameters.map(({ name }) => name) : inTexts;
}

function isNewer(fresh: OpenAudience, loaded: OpenAudience | "lost" | "away" | undefined): boolean {
  return (
    typeof loaded !== "object" ||
    loaded.revision !== fresh.revision ||
    loaded.removed !== fresh.removed ||
    loaded.name !== fresh.name
  );
}

function chosenOf(
  audienceId: string | null,
  fetched: OpenAudience | "lost" | "away" | undefined,
  rows: readonly AudienceRow[],
  again: () => void,
): ChosenAudience | undefined {
  if (audienceId === null) return undefined;
  if (fetched === "lost") return { kind: "lost" };
  if (fetched === "away") return { kind: "away", again };
  if (fetched) return fetched.removed ? { kind: "lost" } : { kind: "open", audience: fetched };
  const row = rows.find(({ id }) => id === audienceId);
  return { kind: "opening", name: row?.name ?? "the list", recipients: row?.recipients ?? 0 };
}
