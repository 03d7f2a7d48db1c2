import pino from "pino";
import { config } from "@/lib/config/config";

/** Members whose values never reach the log, at any of the first three levels of a logged object. */
const masked = [
  "authorization",
  "key",
  "password",
  "secret",
  "token",
  "deviceToken",
  "pushid",
  "pushId",
  "callbackData",
  "cookie",
  "subscription",
  "privateKey",
  "clientSecret",
];
const paths = masked.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const slot = Symbol.for("clarion.log");

/** The one logger: JSON lines on standard error, secrets and device tokens masked by name. */
export function log(): pino.Logger {
  const store = globalThis as { [slot]?: pino.Logger };
  store[slot] ??= pino(
    {
      level: config().LOG_LEVEL,
      base: { pid: process.pid },
      redact: { paths, censor: "[masked]" },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination(2),
  );
  return store[slot];
}
