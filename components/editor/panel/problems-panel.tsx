"use client";

import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { sentence } from "@/components/ui/sentence";
import type { Finding } from "@/lib/findings/findings";
import { useStanding } from "../examined/examined";
import { FindingDetails } from "../notices/finding-details";

interface ProblemsPanelProps {
  /** Goes to the field to mend it in. */
  onJump: (finding: Finding) => void;
  onFix: (finding: Finding) => void;
}

/**
 * Everything that is wrong or odd, each cause once: it leads to its field, and is mended here where
 * there is a fix.
 */
export function ProblemsPanel({ onJump, onFix }: ProblemsPanelProps) {
  const { isRequest, errors, missing, warnings } = useStanding();
  const root = useRef<HTMLDivElement>(null);
  const fix = (finding: Finding) => {
    // The button goes with what it mended.
    if (finding.fix && finding.fix.edits.length > 0) root.current?.focus({ preventScroll: true });
    onFix(finding);
  };
  const findings = [
    ...errors.map((finding) => ({ tone: "wrong" as const, finding })),
    ...missing.map((finding) => ({ tone: "missing" as const, finding })),
    ...warnings.map((finding) => ({ tone: "odd" as const, finding })),
  ];
  return (
    <div ref={root} tabIndex={-1} className="rounded-md outline-offset-4">
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 py-2 text-sm text-ink-muted">
          <CircleCheck aria-hidden className="size-4.5 text-green-solid" />
          {isRequest ? "All good. The service will accept this message." : "No problems found."}
        </p>
      ) : (
        <ul aria-label="Problems" className="-mx-2 space-y-0.5">
          {findings.map(({ tone, finding }) => (
            <FindingLine
              tone={tone}
              key={`${finding.rule} ${finding.pointer}`}
              finding={finding}
              onJump={() => onJump(finding)}
              onFix={() => fix(finding)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const tones = {
  wrong: { Icon: CircleAlert, color: "text-red-solid", word: "Problem" },
  missing: { Icon: CircleDashed, color: "text-ink-faint", word: "Missing" },
  odd: { Icon: TriangleAlert, color: "text-amber-solid", word: "Warning" },
};

interface FindingLineProps {
  tone: keyof typeof tones;
  finding: Finding;
  onJump: () => void;
  onFix: () => void;
}

function FindingLine({ tone, finding, onJump, onFix }: FindingLineProps) {
  const { Icon, color, word } = tones[tone];
  return (
    <li className="rounded-md py-1">
      <button
        type="button"
        onClick={onJump}
        className="flex w-full items-start gap-2.5 rounded-md px-2 py-1 text-left hover:bg-hover"
      >
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
        <span className="min-w-0 text-sm">
          <span className="sr-only">{word}: </span>
          <span className="foreign font-medium">{finding.label}</span>
          <span className="foreign block text-ink-muted">{sentence(finding.headline)}</span>
        </span>
      </button>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5 pr-2 pl-8">
        {finding.fix && (
          <Button size="sm" className="my-0.5 h-6 px-2" onClick={onFix}>
            <span className="foreign max-w-60 truncate">{sentence(finding.fix.label)}</span>
          </Button>
        )}
        <FindingDetails finding={finding} />
      </div>
    </li>
  );
}
