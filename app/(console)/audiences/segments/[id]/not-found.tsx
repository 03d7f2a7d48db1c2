import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function SegmentNotFound() {
  return (
    <NothingFound
      title="There is no such segment"
      list={{ href: paths.segments(), name: "All segments" }}
    >
      It may have been removed, or the address is incomplete.
    </NothingFound>
  );
}
