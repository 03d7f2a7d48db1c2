"use client";

import { CircleStop, Pause, Play } from "lucide-react";
import { Verbatim } from "@/components/ui/verbatim";
import type { pauseCampaign, resumeCampaign } from "@/lib/campaign/steer";
import { paths, withQuery } from "@/lib/inputs/paths";
import type { Action } from "@/lib/policy/actions";
import type { SearchResult } from "@/lib/results/find-by-name";
import type { ActionOf } from "@/lib/verb/answer";
import type { PaletteEntry } from "./palette-entry";
import { openParameter, type OpenableDialog } from "./use-dialog-open";

/** What the palette does with a campaign that is under way. */
export interface SteeringCalls {
  pause: ActionOf<typeof pauseCampaign>;
  resume: ActionOf<typeof resumeCampaign>;
}

interface SteeringContents {
  matches: readonly SearchResult[];
  may: (action: Action) => boolean;
  /** Makes what calls the server when it is chosen. */
  steer: (kind: keyof SteeringCalls, id: string) => () => void;
  go: (href: string) => () => void;
}

const stopDialog: OpenableDialog = "stop-campaign";

/** Pausing, resuming and stopping the campaigns that were found and are under way. */
export function steeringEntries({ matches, may, steer, go }: SteeringContents): PaletteEntry[] {
  return matches.flatMap(({ kind, id, name, aside }): PaletteEntry[] => {
    if (kind !== "campaign" || (aside !== "sending" && aside !== "paused")) return [];
    const entry = (verb: string) => ({
      id: `${verb} ${id}`,
      name: `${verb} ${name}`,
      words: "campaign sending",
      text: (
        <>
          {verb} “<Verbatim>{name}</Verbatim>”{verb === "Stop" && " …"}
        </>
      ),
    });
    return [
      ...(aside === "sending" && may("campaign.pause")
        ? [{ ...entry("Pause"), icon: <Pause aria-hidden />, onSelect: steer("pause", id) }]
        : []),
      ...(aside === "paused" && may("campaign.resume")
        ? [{ ...entry("Resume"), icon: <Play aria-hidden />, onSelect: steer("resume", id) }]
        : []),
      ...(may("campaign.stop")
        ? [
            {
              ...entry("Stop"),
              icon: <CircleStop aria-hidden />,
              onSelect: go(withQuery(paths.campaign(id), { [openParameter]: stopDialog })),
            },
          ]
        : []),
    ];
  });
}
