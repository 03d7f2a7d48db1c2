import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function AppNotFound() {
  return (
    <NothingFound title="There is no such app" list={{ href: paths.apps(), name: "All apps" }}>
      It may be in another service, or the address is incomplete.
    </NothingFound>
  );
}
