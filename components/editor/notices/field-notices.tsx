"use client";

import type { FocusEvent, ReactNode } from "react";
import { NoticesProvider } from "@/components/form/use-field";
import { useWhenReleased } from "@/components/ui/browser/when-released";
import { Button } from "@/components/ui/button";
import type { Notice } from "@/components/ui/notice";
import { sentence } from "@/components/ui/sentence";
import { isMissing, noticesAt } from "@/lib/findings/field-findings";
import type { Finding } from "@/lib/findings/findings";
import { useStanding } from "../examined/examined";
import { FindingDetails } from "./finding-details";
import { useTouched } from "./touched-fields";

interface FieldNoticesProps {
  /** Applies the fix of a finding; the focus goes to the field of the path. */
  onFix: (finding: Finding, path: string) => void;
  children: ReactNode;
}

/**
 * Provides each field inside with the notices about it, once the user has left it or tried to send;
 * for content that was already wrong when it was imported, at once. Fields are identified by
 * `data-path`.
 */
export function FieldNotices({ onFix, children }: FieldNoticesProps) {
  const { errors, warnings } = useStanding();
  const { tried, entered, left, remember } = useTouched();
  const byPath = noticesAt([...errors, ...warnings]);
  const whenReleased = useWhenReleased();
  const enter = ({ target }: FocusEvent) => {
    const path = pathAround(target);
    // Notices that are already shown there stay.
    if (path !== undefined && !byPath.has(path)) remember("entered", path);
  };
  const leave = ({ target }: FocusEvent) => {
    const path = pathAround(target);
    if (path !== undefined) whenReleased(() => remember("left", path));
  };
  const noticesOf = (path: string): readonly Notice[] =>
    (byPath.get(path) ?? [])
      .filter((finding) => tried || left.has(path) || !(entered.has(path) || isMissing(finding)))
      .map((finding) => ({
        tone: finding.severity,
        text: finding.headline,
        remedy: <Remedy finding={finding} onFix={() => onFix(finding, path)} />,
      }));
  return (
    <NoticesProvider value={noticesOf}>
      <div onFocus={enter} onBlur={leave}>
        {children}
      </div>
    </NoticesProvider>
  );
}

function pathAround(target: EventTarget): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>("[data-path]")?.dataset["path"]
    : undefined;
}

function Remedy({ finding, onFix }: { finding: Finding; onFix: () => void }) {
  const { fix } = finding;
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-1 gap-y-0.5">
      {fix && fix.edits.length > 0 && (
        <Button size="sm" className="h-6 px-2" onClick={onFix}>
          <span className="foreign max-w-60 truncate">{sentence(fix.label)}</span>
        </Button>
      )}
      <FindingDetails finding={finding} />
    </div>
  );
}
