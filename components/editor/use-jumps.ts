import type { RefObject } from "react";
import { focusField } from "@/components/form/focus-field";
import { placeOf, type ComposerStep, type ContentTab } from "@/lib/compose/place";
import { noReach } from "@/lib/compose/reach";
import { applyFix } from "@/lib/findings/edits";
import { pathOfFinding } from "@/lib/findings/field-findings";
import type { Finding } from "@/lib/findings/findings";
import { useMessageDocument } from "./content-context";
import type { Version } from "./examined/view";

interface JumpsOptions {
  /** What the fields are in. */
  root: RefObject<HTMLElement | null>;
  /** One step of the history. */
  change: (next: Version) => void;
  openTab: (tab: ContentTab) => void;
  /** Where there are steps. */
  openStep?: ((step: ComposerStep) => void) | undefined;
  /** Called with an applied fix's label. */
  onMended?: ((label: string) => void) | undefined;
}

/** Ways from a problem to its field, and from a fix to a form without it. */
export function useJumps({ root, change, openTab, openStep, onMended }: JumpsOptions) {
  const document = useMessageDocument();
  const goTo = (path: string, tab: ContentTab | undefined, step: ComposerStep) => {
    openStep?.(step);
    if (tab) openTab(tab);
    // The field appears with its step and tab, after this event.
    setTimeout(() => focusField(root.current, path), 0);
  };
  const jump = (pointer: string) => {
    const { path, tab, step } = placeOf(pointer);
    goTo(path, tab, step);
  };
  const jumpTo = (finding: Finding) => {
    if (finding.part === undefined) jump(finding.field);
    else goTo(pathOfFinding(finding), "all", "content");
  };
  const mend = (finding: Finding) => {
    if (!finding.fix) return;
    if (finding.fix.edits.length === 0) return jumpTo(finding);
    const { request, shared, reach = noReach } = document.get().content;
    change(applyFix({ request, shared, reach }, finding.fix));
    onMended?.(finding.fix.label);
  };
  const mendAt = (finding: Finding, path: string) => {
    mend(finding);
    focusField(root.current, path);
  };
  return { jump, jumpTo, mend, mendAt };
}

export type JumpControls = ReturnType<typeof useJumps>;
