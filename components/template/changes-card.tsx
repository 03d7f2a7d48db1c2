import { TitledCard } from "@/components/ui/card";
import type { RenderedChange } from "@/lib/authoring/template-changes";
import { ChangeList } from "./change-list";

interface ChangesCardProps {
  changes: readonly RenderedChange[];
  /** What is compared. */
  description?: string;
  /** What the two sides are called. */
  names?: readonly [before: string, after: string];
}

/** What changes from one content of a template to another: what is shown now, and then. */
export function ChangesCard({
  changes,
  description = "Published version compared to the draft, with sample values",
  names = ["Published", "Draft"],
}: ChangesCardProps) {
  return (
    <TitledCard id="changes-title" title="What changes" description={description}>
      <ChangeList changes={changes} names={names} />
    </TitledCard>
  );
}
