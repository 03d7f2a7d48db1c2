import { TriangleAlert } from "lucide-react";
import { orderLooks, stalledLook } from "@/components/facts/campaign-looks";
import { StatePill } from "@/components/ui/badge";
import { sentence } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import { recurrenceText } from "@/lib/plan/recurrence";
import type { CalendarRow } from "@/lib/results/list-calendar";

/** The state of a campaign in the calendar. */
export function EntryState({ row }: { row: CalendarRow }) {
  const { label, tone } = orderLooks[row.state];
  if (row.isFurther) return <StatePill tone="neutral">Further run</StatePill>;
  return row.state === "scheduled" && row.stalled !== null ? (
    <StatePill tone={stalledLook.tone}>{stalledLook.label}</StatePill>
  ) : (
    <StatePill tone={tone} busy={row.state === "sending"}>
      {label}
    </StatePill>
  );
}

/** Who a campaign goes to, and what stands in its way or near it. */
export function EntryFacts({ row, warnings }: { row: CalendarRow; warnings: readonly string[] }) {
  const { recipients, audience, appName, times, stalled, problem, needsApproval, state } = row;
  return (
    <div className="space-y-1 text-xs text-ink-muted">
      <p className="tabular-nums">
        {recipientsText(recipients)}
        {audience !== null && (
          <>
            {" of "}
            <Verbatim>{audience}</Verbatim>
          </>
        )}
        {appName !== null && (
          <>
            {", "}
            <Verbatim className="text-ink-faint">{appName}</Verbatim>
          </>
        )}
      </p>
      {times?.zoned === true && <p>In each recipient’s time</p>}
      {times?.recurrence && <p>Repeats {recurrenceText(times.recurrence)}</p>}
      {needsApproval && state === "scheduled" && <p>Another time needs an approval.</p>}
      {stalled !== null && <p className="text-amber-fg">{stalled}</p>}
      {problem !== null && <p className="foreign text-red-fg">{sentence(problem)}</p>}
      {warnings.map((text) => (
        <p key={text} className="foreign flex gap-1.5 text-amber-fg">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0">{sentence(text)}</span>
        </p>
      ))}
    </div>
  );
}
