import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function DeviceNotFound() {
  return (
    <NothingFound
      title="There is no such device"
      list={{ href: paths.registeredDevices(), name: "All devices" }}
    >
      It may have been forgotten, or the address is incomplete.
    </NothingFound>
  );
}
