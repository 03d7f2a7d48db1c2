import { NothingFound } from "@/components/shell/nothing-found";

export default function AudienceNotFound() {
  return (
    <NothingFound
      title="There is no such list"
      list={{ href: "/audiences", name: "All audiences" }}
    >
      It may have been removed, or the address is incomplete.
    </NothingFound>
  );
}
