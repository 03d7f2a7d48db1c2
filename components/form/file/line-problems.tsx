"use client";

import { Button } from "@/components/ui/button";
import { sentence } from "@/components/ui/sentence";
import { saveCsv } from "./csv";

const shownProblems = 50;
const number = (n: number) => n.toLocaleString("en");

interface LineProblemsProps {
  label: string;
  /** What they mean for the import. */
  hint: string;
  /** Its name when it is saved. */
  file: string;
  lines: readonly { line: number; message: string }[];
}

/** Lines of the file, each with what is wrong with it. */
export function LineProblems({ label, hint, file, lines }: LineProblemsProps) {
  const all = () =>
    saveCsv(
      [["line", "problem"], ...lines.map(({ line, message }) => [String(line), message])],
      file,
    );
  return (
    <section aria-label={label}>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm">
        {lines.slice(0, shownProblems).map(({ line, message }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a problem has no identity but its place
          <li key={index} className="flex gap-3 px-3 py-1.5">
            <span className="w-20 shrink-0 text-ink-faint tabular-nums">Line {number(line)}</span>
            <span className="foreign min-w-0">{sentence(message)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-muted">
        {lines.length > shownProblems && `The first ${shownProblems} of ${number(lines.length)}. `}
        {hint}
        <Button size="sm" onClick={all}>
          Save as CSV
        </Button>
      </p>
    </section>
  );
}
