"use client";

import { useEffect } from "react";
import { useContent } from "@/components/editor/content-context";
import type { Side } from "@/components/editor/panel/use-side";
import { isRightToLeft } from "@/lib/compose/language-name";
import type { Sending } from "@/lib/editor/order";
import type { CampaignContent } from "./draft/campaign-kind";

/** Sets what the panel shows by the language of the message, and by a send that was refused. */
export function useSideSync(
  { change, setTab }: Pick<Side, "change" | "setTab">,
  sending: Sending<CampaignContent>,
): void {
  const language = useContent((content) => content.reach?.language);
  // A device in that language is set to its direction; the viewer may change it afterwards.
  useEffect(() => {
    if (typeof language === "string") change({ rightToLeft: isRightToLeft(language) });
  }, [change, language]);
  const isRefused = sending.kind === "refused" && sending.refusal.problems.length > 0;
  useEffect(() => {
    if (isRefused) setTab("checks");
  }, [isRefused, setTab]);
}
