"use client";

import type { ReactNode, RefObject } from "react";
import { cn } from "@/components/ui/cn";
import type { ScreenCut } from "@/lib/findings/cuts";
import { CutsProvider } from "./notices/cuts";
import { FieldNotices } from "./notices/field-notices";
import { CutSurvey } from "./panel/cut-survey";
import { settingsOf } from "./panel/preview-choice";
import { SidePanel, type SidePanelProps } from "./panel/side-panel";

interface EditorLayoutProps extends SidePanelProps {
  /** What the fields are in. */
  root: RefObject<HTMLDivElement | null>;
  screens: readonly ScreenCut[];
  onSurveyed: (screens: readonly ScreenCut[]) => void;
  /** The list of steps; absent of an editor that shows all fields at once. */
  steps?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/**
 * The layout of an editor: steps on the left, fields in the middle, the message from every side on
 * the right.
 */
export function EditorLayout(props: EditorLayoutProps) {
  const { side, root, bar, origin, jumps, screens, onSurveyed, steps, json, children } = props;
  const isWide = side.isDocked && side.wide;
  return (
    <>
      <CutSurvey settings={settingsOf(side.choice)} onSurveyed={onSurveyed} />
      <div
        ref={root}
        className={cn(
          "grid scroll-mt-16 grid-cols-[minmax(0,1fr)] content-start items-start gap-2 max-md:flex-1 sm:gap-4 md:min-h-[calc(100dvh-11.5rem)]",
          // The last column is the panel's, which is as high as the page.
          isWide ? "xl:w-88 min-[120rem]:w-104" : steps === undefined ? columns : columnsWithSteps,
        )}
      >
        {steps}
        <div className="min-w-0">
          <FieldNotices onFix={jumps.mendAt}>
            <CutsProvider value={{ screens, show: side.show }}>{children}</CutsProvider>
          </FieldNotices>
        </div>
        <SidePanel side={side} bar={bar} origin={origin} jumps={jumps} json={json} />
      </div>
    </>
  );
}

const columns =
  "lg:gap-6 xl:grid-cols-[minmax(0,1fr)_29rem] min-[120rem]:grid-cols-[minmax(0,1fr)_40rem] min-[140rem]:grid-cols-[minmax(0,1fr)_60rem]";
const columnsWithSteps =
  "lg:grid-cols-[9.5rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[9.5rem_minmax(0,1fr)_29rem] min-[120rem]:grid-cols-[9.5rem_minmax(0,1fr)_40rem] min-[140rem]:grid-cols-[9.5rem_minmax(0,1fr)_60rem]";
