import { useCallback, type RefObject } from "react";
import { useFormContext } from "react-hook-form";
import { focusField } from "@/components/form/focus-field";
import { placeOf, type ComposerStep, type ContentTab } from "@/lib/compose/place";
import { applyFix } from "@/lib/findings/edits";
import { pathOfFinding } from "@/lib/findings/field-findings";
import type { Finding } from "@/lib/findings/findings";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { useReach } from "./reach/reach-state";
import { useSharedWriting } from "./content/shared-state";
import type { Version } from "./examined/version";

interface JumpsOptions {
  /** What the fields are in. */
  root: RefObject<HTMLElement | null>;
  /** One step of the history. */
  change: (present: Version, next: Version) => void;
  openTab: (tab: ContentTab) => void;
  /** Where there are steps. */
  openStep?: ((step: ComposerStep) => void) | undefined;
  /** Told of what a fix says that it did. */
  onMended?: ((label: string) => void) | undefined;
}

/** Ways from a problem to its field, and from a fix to a form without it. Each stays the same function while its options do. */
export function useJumps({ root, change, openTab, openStep, onMended }: JumpsOptions) {
  const form = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { latest } = useSharedWriting();
  const { reach } = useReach();
  const goTo = useCallback(
    (path: string, tab: ContentTab | undefined, step: ComposerStep) => {
      openStep?.(step);
      if (tab) openTab(tab);
      // The field appears with its step and tab, after this event.
      setTimeout(() => focusField(root.current, path), 0);
    },
    [openStep, openTab, root],
  );
  const jump = useCallback(
    (pointer: string) => {
      const { path, tab, step } = placeOf(pointer);
      goTo(path, tab, step);
    },
    [goTo],
  );
  const jumpTo = useCallback(
    (finding: Finding) => (finding.part === undefined ? jump(finding.field) : goTo(pathOfFinding(finding), "all", "content")),
    [goTo, jump],
  );
  const mend = useCallback(
    (finding: Finding) => {
      if (!finding.fix) return;
      if (finding.fix.edits.length === 0) return jumpTo(finding);
      const present = { request: form.getValues(), shared: latest(), reach };
      change(present, applyFix(present, finding.fix));
      onMended?.(finding.fix.label);
    },
    [change, form, jumpTo, latest, onMended, reach],
  );
  const mendAt = useCallback(
    (finding: Finding, path: string) => {
      mend(finding);
      focusField(root.current, path);
    },
    [mend, root],
  );
  return { jump, jumpTo, mend, mendAt };
}

export type Jumps = ReturnType<typeof useJumps>;
