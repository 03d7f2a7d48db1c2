import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function UserNotFound() {
  return (
    <NothingFound title="There is no such user" list={{ href: paths.users(), name: "All users" }}>
      Their data may have been removed, or the address is incomplete.
    </NothingFound>
  );
}
