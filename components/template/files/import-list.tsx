import { StatePill, type Tone } from "@/components/ui/badge";
import { sentence } from "@/components/ui/sentence";
import { Code } from "@/components/ui/verbatim";
import type { ImportStatus, PlannedTemplate } from "./import-plan";

const looks: Record<ImportStatus, { label: string; tone: Tone }> = {
  new: { label: "New", tone: "green" },
  changed: { label: "Changed", tone: "amber" },
  unchanged: { label: "Unchanged", tone: "neutral" },
  refused: { label: "Can’t be imported", tone: "red" },
  imported: { label: "Imported", tone: "green" },
};
const statuses = [
  "new",
  "changed",
  "imported",
  "unchanged",
  "refused",
] as const satisfies readonly ImportStatus[];
const mostProblems = 3;

/** "3 new, 1 changed, 12 unchanged". */
export function summaryOf(planned: readonly PlannedTemplate[]): string {
  const parts = statuses.flatMap((status) => {
    const count = planned.filter((one) => one.status === status).length;
    return count === 0
      ? []
      : [`${count.toLocaleString("en")} ${looks[status].label.toLowerCase()}`];
  });
  return parts.join(", ");
}

/** What importing comes to, template by template. */
export function ImportList({ planned }: { planned: readonly PlannedTemplate[] }) {
  return (
    <ul aria-label="Templates of the file" className="divide-y divide-line">
      {planned.map(({ name, status, problems }) => (
        <li
          key={`${name} ${problems[0] ?? ""}`}
          className="py-2 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]"
        >
          <div className="flex items-center justify-between gap-3">
            <Code className="min-w-0 truncate text-sm">{name}</Code>
            <StatePill tone={looks[status].tone}>{looks[status].label}</StatePill>
          </div>
          {problems.length > 0 && (
            <>
              {status !== "refused" && (
                <p className="mt-0.5 text-xs text-ink-faint">Before it can be published:</p>
              )}
              <ul
                className={status === "refused" ? "text-xs text-red-fg" : "text-xs text-amber-fg"}
              >
                {problems.slice(0, mostProblems).map((problem) => (
                  <li key={problem} className="foreign break-words">
                    {sentence(problem)}
                  </li>
                ))}
                {problems.length > mostProblems && (
                  <li>and {problems.length - mostProblems} more</li>
                )}
              </ul>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
