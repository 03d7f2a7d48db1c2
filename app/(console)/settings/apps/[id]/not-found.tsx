import { NothingFound } from "@/components/shell/nothing-found";

export default function AppNotFound() {
  return (
    <NothingFound title="There is no such app" list={{ href: "/settings/apps", name: "All apps" }}>
      It may be in another service, or the address is incomplete.
    </NothingFound>
  );
}
