import pino from "pino";
import { config } from "@/lib/config/config";
import { logSlot, makeLog } from "./make-log";

/**
 * The one logger: JSON lines on standard error, secrets and device tokens masked by name, of errors
 * only what they are, say and came from.
 */
export function log(): pino.Logger {
  const store = globalThis as { [logSlot]?: pino.Logger };
  store[logSlot] ??= makeLog(config().LOG_LEVEL, pino.destination(2));
  return store[logSlot];
}
