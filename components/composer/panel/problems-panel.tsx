"use client";

import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { Problem } from "@/lib/interface/problem";
import { rules } from "@/lib/interface/rules";
import { placeOf } from "@/lib/compose/place";
import { fieldOf } from "@/lib/compose/steps";
import { useExamined, useStanding } from "../examined";
import { DoubtLines } from "./doubt-lines";

interface ProblemsPanelProps {
  problems: readonly Problem[];
  warnings: readonly Problem[];
  onJump: (pointer: string) => void;
}

/** What the service would say to this request, word for word; each leads to its field. */
export function ProblemsPanel({ problems, warnings, onJump }: ProblemsPanelProps) {
  const { body } = useExamined();
  const { doubts } = useStanding();
  const jump = (found: Problem) => onJump(fieldOf(found, body));
  if (problems.length === 0 && warnings.length === 0 && doubts.length === 0)
    return (
      <p className="flex items-center gap-2 py-2 text-sm text-ink-muted">
        <CircleCheck aria-hidden className="size-4.5 text-green-solid" />
        All good. The service would accept this request as it stands.
      </p>
    );
  return (
    <ul aria-label="Problems" className="-mx-2 space-y-0.5">
      {problems.map((problem) => (
        <ProblemLine key={`${problem.rule} ${problem.pointer}`} problem={problem} onJump={jump} />
      ))}
      {warnings.map((warning) => (
        <ProblemLine key={`${warning.rule} ${warning.pointer}`} problem={warning} onJump={jump} warning />
      ))}
      <DoubtLines doubts={doubts} onJump={onJump} />
    </ul>
  );
}

function ProblemLine({ problem, warning = false, onJump }: { problem: Problem; warning?: boolean; onJump: (problem: Problem) => void }) {
  const Icon = warning ? TriangleAlert : CircleAlert;
  return (
    <li>
      <button
        type="button"
        onClick={() => onJump(problem)}
        className="flex w-full items-start gap-2.5 rounded-md px-2 py-2 text-left hover:bg-hover"
      >
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${warning ? "text-amber-solid" : "text-red-solid"}`} />
        <span className="min-w-0 text-sm">
          <span className="sr-only">{warning ? "Warning: " : "Problem: "}</span>
          <span className="font-medium">{placeOf(problem.pointer).label}</span>
          <span className="foreign block text-ink-muted">{problem.message}</span>
          <span className="block text-xs text-ink-faint">{rules[problem.rule].explanation}</span>
          <span className="mt-0.5 block text-xs break-all text-ink-faint">
            <span className="code">
              {problem.code} · {problem.pointer || "/"}
            </span>{" "}
            · {rules[problem.rule].clause}
          </span>
        </span>
      </button>
    </li>
  );
}
