import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function CampaignNotFound() {
  return (
    <NothingFound
      title="There is no such campaign"
      list={{ href: paths.campaigns(), name: "All campaigns" }}
    >
      It may have been removed, or the address is incomplete.
    </NothingFound>
  );
}
