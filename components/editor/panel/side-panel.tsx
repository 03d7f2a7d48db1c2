"use client";

import { Maximize2, Minimize2 } from "lucide-react";
import { Fragment, type ReactNode, type RefObject } from "react";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Tabs } from "@/components/ui/tabs";
import type { Finding } from "@/lib/findings/findings";
import { useStanding } from "../examined/examined";
import type { JumpControls } from "../use-jumps";
import type { JsonPanelProps } from "./code-panels";
import { CodePanel } from "./lazy-panels";
import { PanelPlace } from "./panel-place";
import { PanelScroll } from "./panel-scroll";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems-panel";
import { SizePanel } from "./size-panel";
import type { Side, SideTab } from "./use-side";

export interface SidePanelProps {
  side: Side;
  /** What stands at the foot of the window. */
  bar: RefObject<HTMLElement | null>;
  /** Public address of the service, for the command line. */
  origin: string;
  jumps: JumpControls;
  /** The panel that shows and edits the document as JSON. */
  json: (panel: JsonPanelProps) => ReactNode;
}

/**
 * The message from every side: as a device shows it, what is wrong with it, its size, the request
 * itself.
 */
export function SidePanel({ side, bar, origin, jumps, json }: SidePanelProps) {
  const { errors, warnings, over } = useStanding();
  const {
    tab,
    setTab,
    kind,
    setKind,
    choice,
    change,
    isDocked,
    wide,
    setWide,
    close,
    unread,
    setUnread,
    stops,
  } = side;
  /** What leads into the form leaves the drawer that lies over it. */
  const leaving =
    <T,>(go: (to: T) => void) =>
    (to: T) => {
      close();
      go(to);
    };
  const fix = (finding: Finding) => {
    if (finding.fix?.edits.length === 0) close();
    jumps.mend(finding);
  };
  const item = (value: SideTab, label: string, content: ReactNode, badge?: ReactNode) => ({
    value,
    label,
    badge,
    content: <PanelScroll label={label}>{content}</PanelScroll>,
  });
  return (
    <PanelPlace side={side} bar={bar}>
      <Tabs
        label="Views of the message"
        value={tab}
        onValueChange={(value) => setTab(value as SideTab)}
        className="h-full"
        contentClassName="flex-col data-[state=active]:flex"
        actions={
          isDocked ? (
            <IconButton
              icon={wide ? Minimize2 : Maximize2}
              label={wide ? "Make the preview narrow again" : "Make the preview wide"}
              aria-keyshortcuts={wide ? "Escape" : undefined}
              size="sm"
              onClick={() => setWide(!wide)}
            />
          ) : (
            // The way out of the drawer is there.
            <span className="w-7" />
          )
        }
        items={[
          {
            value: "preview",
            label: "Preview",
            content: (
              <PreviewPanel
                kind={kind}
                onKindChange={setKind}
                choice={choice}
                onChoiceChange={change}
              />
            ),
          },
          item(
            "json",
            "JSON",
            <Fragment key={stops}>
              {json({ stopped: stops > 0, unread, onUnread: setUnread })}
            </Fragment>,
          ),
          item("curl", "cURL", <CodePanel origin={origin} />),
          item(
            "checks",
            "Checks",
            <ProblemsPanel onJump={leaving(jumps.jumpTo)} onFix={fix} />,
            <>
              {errors.length > 0 && <CountBadge tone="red" count={errors.length} noun="problem" />}
              {warnings.length > 0 && (
                <CountBadge tone="amber" count={warnings.length} noun="warning" />
              )}
            </>,
          ),
          item(
            "bytes",
            "Bytes",
            <SizePanel onJump={leaving(jumps.jump)} />,
            over ? <Badge tone="red">over</Badge> : undefined,
          ),
        ]}
      />
    </PanelPlace>
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
