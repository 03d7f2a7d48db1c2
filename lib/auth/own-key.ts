import { hkdfSync } from "node:crypto";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";

/** A key of 32 bytes for one purpose alone, derived from APP_SECRET. */
export function ownKey(purpose: "device" | "recovery" | "seal" | "session"): Buffer {
  return once(`${purpose}-key`, () =>
    Buffer.from(hkdfSync("sha256", config().APP_SECRET, "", `clarion ${purpose} 1`, 32)),
  );
}
