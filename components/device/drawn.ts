import { appearance, type Appearance } from "@/lib/payload/appearance";
import type { LabNotification } from "@/lib/lab/notification";
import type { ScreenApp } from "./sandbox-screens";

/** What a device shows of the bytes it received; undefined when they are not set by Clarion and cannot be shown. */
export function drawn({ provider, kind, headers, body }: LabNotification, app: ScreenApp): Appearance | undefined {
  try {
    return appearance({ provider, kind, headers, body }, app);
  } catch {
    return undefined;
  }
}
