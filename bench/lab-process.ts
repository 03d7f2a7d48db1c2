import type { LabKind } from "@/lib/lab/kinds";
import { startLab } from "@/lib/lab/lab";

/**
 * The lab as a process of its own: `tsx bench/lab-process.ts FOLDER KIND COUNT`. Prints its
 * accounts and devices on standard output, and how many arrived when asked.
 */
const [folder = "", kind = "android", count = "1000"] = process.argv.slice(2);
const lab = await startLab({ dataDir: folder, ports: 0, lean: true });
const devices = lab.addDevices(kind as LabKind, Number(count));
process.send?.({
  accounts: lab.accounts,
  endpoints: lab.endpoints,
  addresses: lab.addresses,
  devices: lab.devices,
  targets: devices,
});
process.on("message", () => {
  let arrived = 0;
  for (const pushIds of lab.arrivals.values())
    for (const times of pushIds.values()) arrived += times;
  process.send?.({ arrived });
});
process.on("disconnect", () => process.exit(0));
