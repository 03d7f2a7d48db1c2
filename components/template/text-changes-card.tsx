import { diffLines } from "diff";
import { TitledCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { verbatim } from "@/components/ui/verbatim";
import { indentJson } from "@/lib/interface/exact-json";

/** Lines of text around a change that are shown with it. */
const around = 3;

interface TextChangesCardProps {
  /** JSON texts. */
  before: string;
  after: string;
  title?: string;
  /** What is compared. */
  description?: string;
}

/**
 * What two JSON texts say, line by line: contents of a template as the API and files have them,
 * unless said otherwise.
 */
export function TextChangesCard({
  before,
  after,
  title = "Text changes",
  description = "Line by line, as the API has it",
}: TextChangesCardProps) {
  const lines = linesOf(indentJson(before), indentJson(after));
  const changed = lines.some(({ mark }) => mark !== " ");
  return (
    <TitledCard id="text-changes-title" title={title} description={description}>
      {changed ? (
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag groups a box that scrolls
          role="group"
          aria-label="Lines"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
          className="overflow-x-auto py-2 text-xs focus-visible:outline-offset-[-2px]"
        >
          {shownOf(lines).map(({ mark, text, at }) => (
            <div
              key={at}
              {...verbatim}
              className={cn(
                "code foreign flex w-max min-w-full px-4 whitespace-pre",
                lineLook(mark),
              )}
            >
              <span aria-hidden className="w-4 shrink-0 select-none">
                {mark === "…" ? " " : mark}
              </span>
              {mark === "-" && <span className="sr-only">Removed: </span>}
              {mark === "+" && <span className="sr-only">Added: </span>}
              {mark === "…" ? "…" : text}
            </div>
          ))}
        </div>
      ) : (
        <p className="p-4 text-sm text-ink-muted">Both texts are the same.</p>
      )}
    </TitledCard>
  );
}

interface Line {
  mark: " " | "+" | "-" | "…";
  text: string;
  at: number;
}

function linesOf(before: string, after: string): Line[] {
  let at = 0;
  return diffLines(`${before}\n`, `${after}\n`).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((text): Line => ({ mark: added ? "+" : removed ? "-" : " ", text, at: at++ })),
  );
}

/** Those that changed and a few around them; one "…" for what lies between. */
function shownOf(lines: readonly Line[]): Line[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ mark }) => mark !== " "),
  );
  return lines.flatMap((line, index): Line[] => {
    if (near[index]) return [line];
    return index === 0 || near[index - 1] ? [{ ...line, mark: "…" }] : [];
  });
}

function lineLook(mark: Line["mark"]): string | undefined {
  if (mark === "+") return "bg-green-soft text-green-fg";
  if (mark === "-") return "bg-red-soft text-red-fg";
  return mark === "…" ? "text-ink-faint" : undefined;
}
