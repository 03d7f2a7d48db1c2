import { database } from "@/lib/database/sql";
import { deviceSchema } from "@/lib/inputs/device";
import { importDevicesSchema } from "@/lib/inputs/device-file";
import { problemsOf } from "@/lib/verb/arguments";
import { serviceNamed } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { appOfAppid, type AppRecord } from "../app/find";
import { InvalidSubscriptionError, registerDevice } from "./register";

/** What became of some lines of a file. */
export interface Imported {
  /** Devices that nobody knew. */
  created: number;
  /** Those that were known, and have what the file says of them now. */
  updated: number;
  /** Those whose `state` says that they are out of use: they are not brought back. */
  skipped: number;
  /** Lines that are no device, with why. */
  problems: { line: number; message: string }[];
}

type Outcome = "created" | "updated" | "skipped" | { message: string };

/**
 * Registers the devices of some lines of a file, at most 200, each as `PUT /resources/v1/devices` does with the key of the service: so the same lines again change
 * nothing but when a device was seen last. A line that is no device keeps no other from being registered.
 */
export const importDevices = verbInSteps(
  "device.import",
  importDevicesSchema,
  serviceNamed,
  async ({ serviceId, audit }, { lines }): Promise<{ row: Imported } | { unchanged: Imported }> => {
    const apps = new Map<string, AppRecord | undefined>();
    const imported: Imported = { created: 0, updated: 0, skipped: 0, problems: [] };
    for (const { line, device } of lines) {
      const outcome = await importOne(serviceId, device, apps);
      if (typeof outcome === "string") imported[outcome] += 1;
      else imported.problems.push({ line, ...outcome });
    }
    const { created, updated, problems } = imported;
    if (created + updated === 0) return { unchanged: imported };
    await database().transaction(async (tx) => audit(tx, serviceId, { created, updated, faulty: problems.length }));
    return { row: imported };
  },
);

async function importOne(serviceId: string, given: unknown, apps: Map<string, AppRecord | undefined>): Promise<Outcome> {
  const parsed = deviceSchema.safeParse(given);
  if (!parsed.success)
    return {
      message: problemsOf(parsed.error)
        .map(({ message }) => message)
        .join(" "),
    };
  const { appid } = parsed.data;
  if (!apps.has(appid)) apps.set(appid, await appOfAppid(appid));
  const app = apps.get(appid);
  if (app?.serviceId !== serviceId) return { message: "appid: is no app of this service." };
  const { state } = given as { state?: unknown };
  if (state !== undefined && state !== "" && state !== "active") return "skipped";
  try {
    return (await registerDevice(app, parsed.data, "service")).created ? "created" : "updated";
  } catch (error) {
    if (error instanceof InvalidSubscriptionError) return { message: "subscription, keys, p256dh: is no point of P-256." };
    throw error;
  }
}
