"use client";

import { Download } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { sentence } from "@/components/ui/sentence";
import { numberText } from "@/lib/compose/number-text";
import type { Examination, Finding, Findings } from "./source/examine-rows";

/** Lists rows that cannot be imported, with their lines. All of them can be downloaded. */
export function FindingsView({
  examination,
  onDownload,
}: {
  examination: Examination;
  onDownload: () => void;
}) {
  const { repeats, unreadable } = examination;
  const count = repeats.count + unreadable.count;
  if (count === 0) return null;
  return (
    <div className="rounded-lg border border-amber-solid/35 bg-amber-soft px-4 py-3">
      <div className="grid gap-x-6 gap-y-3 sm:grid-flow-col sm:auto-cols-fr">
        <FindingList
          findings={unreadable}
          title={
            unreadable.count === 1
              ? "1 row cannot be used"
              : `${numberText(unreadable.count)} rows cannot be used`
          }
        />
        <FindingList
          findings={repeats}
          title={
            repeats.count === 1 ? "1 duplicate row" : `${numberText(repeats.count)} duplicate rows`
          }
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-amber-solid/25 pt-3 text-sm text-ink-muted">
        <Button icon={Download} size="sm" onClick={onDownload}>
          Download {count === 1 ? "this row" : "these rows"}
        </Button>
        <span>
          {count === 1 ? "It is" : "They are"} left out, unless you fix the file and choose it
          again.
        </span>
      </div>
    </div>
  );
}

/** Rows with their lines, and what is to be said of each. */
export function FindingList({
  findings: { count, first },
  title,
}: {
  findings: Findings;
  title: ReactNode;
}) {
  const id = useId();
  if (count === 0) return null;
  return (
    <div className="min-w-0">
      <p id={id} className="text-sm font-medium">
        {title}
      </p>
      <ul
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        className="mt-1 max-h-32 space-y-0.5 overflow-y-auto rounded-sm text-xs text-ink-muted"
      >
        {first.map((finding) => (
          <li key={finding.line} className="foreign">
            <span className="font-medium text-ink tabular-nums">{placeOf(finding)}</span>{" "}
            {sentence(finding.why)}
          </li>
        ))}
        {count > first.length && <li>and {numberText(count - first.length)} more</li>}
      </ul>
    </div>
  );
}

function placeOf({ line, lastLine }: Finding): string {
  return line === lastLine
    ? `Line ${numberText(line)}`
    : `Lines ${numberText(line)} to ${numberText(lastLine)}`;
}
