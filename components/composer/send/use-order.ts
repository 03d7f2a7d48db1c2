"use client";

import { useState } from "react";
import { useTemplates } from "@/components/editor/content/templates";
import { examineWhole } from "@/components/editor/examined/examined";
import type { Side } from "@/components/editor/panel/use-side";
import { useReach } from "@/components/editor/reach/reach-state";
import type { ComposerApp } from "@/lib/compose/composition";
import { isTooLarge } from "@/lib/compose/steps";
import { templateOf } from "@/lib/compose/template-of";
import { isOrdering } from "@/lib/editor/order";
import { findingsOf, type Finding } from "@/lib/findings/findings";
import type { Problem } from "@/lib/interface/problem";
import type { DraftState } from "../draft/use-campaign-draft";

export type OrderQuestion = "send" | "test" | "schedule";

interface OrderOptions {
  apps: readonly ComposerApp[];
  draft: DraftState;
  side: Side;
  jumpTo: (finding: Finding) => void;
  setRefused: (problems: readonly Problem[]) => void;
}

/**
 * From Send to the question, and from its answer to the order. What the service would refuse is
 * shown instead.
 */
export function useOrder({ apps, draft, side, jumpTo, setRefused }: OrderOptions) {
  const { chosen } = useReach();
  const templates = useTemplates();
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<OrderQuestion>();
  const { store, sending, status } = draft;

  /**
   * The text of the request as it stands, where the service would accept it; otherwise goes to what
   * is wrong.
   */
  const checked = (): string | undefined => {
    const { request, shared, reach } = store.get().content;
    const { moreAppids, columns, defaults, lacking, language } = reach;
    const examined = examineWhole(request, {
      apps,
      templates,
      now: Date.now(),
      chosen,
      moreAppids,
      columns,
      defaults,
      lacking,
      language,
    });
    const { problems, whole } = examined;
    setRefused([]);
    if (side.stopsAtEditor(whole)) return undefined;
    if (problems.length === 0) return whole;
    setTried(true);
    side.setTab(isTooLarge(problems) ? "bytes" : "checks");
    const [first] = findingsOf({ ...examined, request, shared });
    if (first) jumpTo(first);
    return undefined;
  };
  const ask = (what: "send" | "schedule") => {
    if (!isOrdering(sending) && status.kind !== "gone" && checked() !== undefined) setAsking(what);
  };
  /** Sends what was confirmed, not what the user types meanwhile. */
  const order = (recipients: number, listRevision: number | null) => {
    const request = checked();
    if (request === undefined) return;
    const { content } = store.get();
    const templateVersion = templateOf(templates, content.request)?.version;
    store.do({
      kind: "order",
      content,
      body: JSON.stringify([request, content.reach]),
      request,
      recipients,
      templateVersion,
      listRevision,
    });
  };
  return { tried, asking, setAsking, ask, order };
}
