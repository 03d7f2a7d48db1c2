"use client";

import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import type { PushRequestInput } from "@/lib/interface/request";
import type { Finding } from "@/lib/compose/findings";
import { CodePanel, JsonPanel } from "./code-panels";
import { useStanding } from "../examined";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems-panel";
import type { Side, SideTab } from "../use-side";
import { SizePanel } from "./size-panel";

interface SidePanelProps {
  side: Side;
  origin: string;
  onJump: (pointer: string) => void;
  onJumpTo: (finding: Finding) => void;
  onFix: (finding: Finding) => void;
  /** Goes on with a request that was written or pasted as JSON. */
  onAdopt: (request: PushRequestInput) => void;
}

/** The message from every side: as a device shows it, what is wrong with it, its size, the request itself. */
export function SidePanel({ side, origin, onJump, onJumpTo, onFix, onAdopt }: SidePanelProps) {
  const { errors, warnings, over } = useStanding();
  const { tab, setTab, kind, setKind, choice, change } = side;
  return (
    <Card aria-label="Preview and checks" className="px-4 pt-1.5 pb-4">
      <Tabs
        label="Views of the message"
        value={tab}
        onValueChange={(value) => setTab(value as SideTab)}
        items={[
          {
            value: "preview",
            label: "Preview",
            content: <PreviewPanel kind={kind} onKindChange={setKind} choice={choice} onChoiceChange={change} />,
          },
          { value: "json", label: "JSON", content: <JsonPanel onAdopt={onAdopt} /> },
          { value: "curl", label: "cURL", content: <CodePanel origin={origin} /> },
          {
            value: "checks",
            label: "Checks",
            badge: (
              <>
                {errors.length > 0 && <CountBadge tone="red" count={errors.length} noun="problem" />}
                {warnings.length > 0 && <CountBadge tone="amber" count={warnings.length} noun="warning" />}
              </>
            ),
            content: <ProblemsPanel onJump={onJumpTo} onFix={onFix} />,
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

function CountBadge({ tone, count, noun }: { tone: "red" | "amber"; count: number; noun: string }) {
  return (
    <Badge tone={tone}>
      {count}
      <span className="sr-only">{count === 1 ? noun : `${noun}s`}</span>
    </Badge>
  );
}
