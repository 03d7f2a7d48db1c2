import { NothingFound } from "@/components/shell/nothing-found";

export default function DeviceNotFound() {
  return (
    <NothingFound
      title="There is no such device"
      list={{ href: "/devices/registered", name: "All devices" }}
    >
      It may have been forgotten, or the address is incomplete.
    </NothingFound>
  );
}
