"use client";

import { ChevronRight } from "lucide-react";
import { rules } from "@/lib/interface/rules";
import type { Finding } from "@/lib/findings/findings";

/** What the service itself says of a finding, folded away: for those who send by program, and for support. */
export function FindingDetails({ finding }: { finding: Finding }) {
  if (finding.problems.length === 0) return null;
  return (
    <details className="group/details min-w-0 text-xs text-ink-faint open:basis-full">
      <summary className="inline-flex h-6 cursor-pointer list-none items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3 transition-transform group-open/details:rotate-90 motion-reduce:transition-none" />
        Details
      </summary>
      <ul className="mt-1 space-y-1.5 border-l border-line pb-1 pl-2.5">
        {finding.problems.map(({ rule, pointer, code, message }) => (
          <li key={`${rule} ${pointer}`}>
            <span className="foreign block">{message}</span>
            <span className="block">{rules[rule].explanation}</span>
            <span className="block">
              <span className="code break-all">
                {code} · {pointer || "/"}
              </span>{" "}
              · {rules[rule].clause}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
