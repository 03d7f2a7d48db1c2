"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { CodePanel, JsonPanel } from "./code-panels";
import { useStanding } from "../examined";
import { firstChoice, type PreviewChoice } from "./preview-choice";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems-panel";
import { SizePanel } from "./size-panel";

export type SideTab = "preview" | "json" | "curl" | "checks" | "bytes";

interface SidePanelProps {
  tab: SideTab;
  onTabChange: (tab: SideTab) => void;
  kind: DeviceKind;
  onKindChange: (kind: DeviceKind) => void;
  /** What the service said of the last try, beyond what is known here. */
  refused: readonly Problem[];
  origin: string;
  onJump: (pointer: string) => void;
  /** Goes on with a request that was written or pasted as JSON. */
  onAdopt: (request: PushRequestInput) => void;
}

/** The message from every side: as a device shows it, what is wrong with it, its size, the request itself. */
export function SidePanel({ tab, onTabChange, kind, onKindChange, refused, origin, onJump, onAdopt }: SidePanelProps) {
  const { warnings, doubts, over, ...standing } = useStanding();
  // Here, because a tab that is left forgets.
  const [choice, setChoice] = useState(firstChoice);
  const change = (part: Partial<PreviewChoice>) => setChoice((before) => ({ ...before, ...part }));
  const problems = [...standing.problems, ...refused];
  return (
    <Card aria-label="Preview and checks" className="px-4 pt-1.5 pb-4">
      <Tabs
        label="Views of the message"
        value={tab}
        onValueChange={(value) => onTabChange(value as SideTab)}
        items={[
          {
            value: "preview",
            label: "Preview",
            content: <PreviewPanel kind={kind} onKindChange={onKindChange} choice={choice} onChoiceChange={change} />,
          },
          { value: "json", label: "JSON", content: <JsonPanel onAdopt={onAdopt} /> },
          { value: "curl", label: "cURL", content: <CodePanel origin={origin} /> },
          {
            value: "checks",
            label: "Checks",
            badge:
              problems.length > 0 ? (
                <Badge tone="red">{problems.length}</Badge>
              ) : warnings.length + doubts.length > 0 ? (
                <Badge tone="amber">{warnings.length + doubts.length}</Badge>
              ) : undefined,
            content: <ProblemsPanel problems={problems} warnings={warnings} onJump={onJump} />,
          },
          {
            value: "bytes",
            label: "Bytes",
            badge: over ? <Badge tone="red">over</Badge> : undefined,
            content: <SizePanel onJump={onJump} />,
          },
        ]}
      />
    </Card>
  );
}
