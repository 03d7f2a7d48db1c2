"use client";

import { useState } from "react";
import { deviceOf } from "@/components/facts/platform-names";
import type { ContentTab } from "@/lib/compose/place";
import type { Side } from "./panel/use-side";

/** The platform whose content is open; opening one shows its device in the preview. */
export function useContentTab({
  setKind,
}: Pick<Side, "setKind">): [tab: ContentTab, open: (next: ContentTab) => void] {
  const [tab, setTab] = useState<ContentTab>("all");
  const open = (next: ContentTab) => {
    setTab(next);
    if (next !== "all") setKind(deviceOf(next));
  };
  return [tab, open];
}
