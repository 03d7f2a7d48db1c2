import { NothingFound } from "@/components/shell/nothing-found";

export default function ServiceNotFound() {
  return (
    <NothingFound
      title="There is no such service"
      list={{ href: "/settings/services", name: "All services" }}
    >
      You may not be in it, or the address is incomplete.
    </NothingFound>
  );
}
