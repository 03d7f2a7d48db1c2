import { Banner } from "@/components/ui/banner";
import type { StagedCounts } from "@/lib/directory/audience/compare-staged";
import type { StagedRecipients } from "./use-apply-staged";

/**
 * Shows what staged recipients change in a list, and whether it was edited since that was said
 * before.
 */
export function StagedChanges({
  how,
  staged: { comparison, editedBy },
}: {
  how: "add" | "replace";
  staged: StagedRecipients;
}) {
  return (
    <div className="space-y-4">
      {editedBy !== undefined && (
        <Banner
          key={comparison.revision}
          kind="warning"
          announce
          title={`${editedBy} edited this list in the meantime`}
        >
          Nothing was {how === "add" ? "added" : "replaced"}. Check the changes to the list as it is
          now, then confirm again.
        </Banner>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
        {linesOf(how, comparison).map(([name, count]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="text-right font-medium tabular-nums">{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function linesOf(
  how: "add" | "replace",
  { fresh, same, other, missing }: StagedCounts,
): [name: string, count: number][] {
  if (how === "add")
    return [
      ["Added", fresh],
      ["In the list already, left as they are", same + other],
    ];
  return [
    ["Added", fresh],
    ["Removed", missing],
    ["With other values", other],
    ["Unchanged", same],
  ];
}
