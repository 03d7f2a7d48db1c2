import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function ServiceNotFound() {
  return (
    <NothingFound
      title="There is no such service"
      list={{ href: paths.services(), name: "All services" }}
    >
      You may not be in it, or the address is incomplete.
    </NothingFound>
  );
}
