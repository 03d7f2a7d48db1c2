import { NothingFound } from "@/components/shell/nothing-found";

export default function CampaignNotFound() {
  return (
    <NothingFound
      title="There is no such campaign"
      list={{ href: "/campaigns", name: "All campaigns" }}
    >
      It may have been removed, or the address is incomplete.
    </NothingFound>
  );
}
