import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function AudienceNotFound() {
  return (
    <NothingFound
      title="There is no such list"
      list={{ href: paths.audiences(), name: "All audiences" }}
    >
      It may have been removed, or the address is incomplete.
    </NothingFound>
  );
}
