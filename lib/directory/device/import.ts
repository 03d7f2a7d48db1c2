import type { z } from "zod";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { deviceSchema, deviceWarnings, type DeviceInput } from "@/lib/inputs/device";
import { importDevicesSchema } from "@/lib/inputs/registered-devices";
import type { Actor } from "@/lib/policy/can";
import { inputProblems } from "@/lib/verb/arguments";
import { RefusedError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { appOfAppid, type AppRecord } from "../app/find";
import { addressOf } from "./address";
import { registerDevice } from "./register";
import { hashPushId } from "./register-push-ids";

/** What became of some lines of a file. */
export interface ImportCounts {
  /** New devices. */
  created: number;
  /** Registered devices that were updated from the file. */
  updated: number;
  /** Those that are out of use, here or by the file's `state`: they are not brought back. */
  skipped: number;
  /** Lines that are no device, with why. */
  problems: { line: number; message: string }[];
  /** What cannot be read of devices that were registered: their language or time zone. */
  warnings: { line: number; message: string }[];
}

type Outcome =
  | { result: "created" | "updated"; warnings: string[] }
  | { result: "skipped" }
  | { message: string };

/**
 * Registers the devices of some lines of a file, at most 200, each as `PUT /resources/v1/devices`
 * does with the key of the service: so the same lines again change nothing but when a device was
 * seen last. A device that is out of use stays so: only it knows that it is back. A line that is no
 * device keeps no other from being registered.
 */
export const importDevices = verbInSteps({
  action: "device.import",
  input: importDevicesSchema,
  service: serviceNamed,
  run: async (
    { actor, serviceId, audit },
    { lines },
  ): Promise<{ row: ImportCounts } | { unchanged: ImportCounts }> => {
    const apps = new Map<string, AppRecord | undefined>();
    const imported: ImportCounts = {
      created: 0,
      updated: 0,
      skipped: 0,
      problems: [],
      warnings: [],
    };
    for (const { line, device } of lines) {
      const outcome = await importOne(actor, serviceId, device, apps);
      if ("message" in outcome) imported.problems.push({ line, ...outcome });
      else imported[outcome.result] += 1;
      if ("warnings" in outcome)
        imported.warnings.push(...outcome.warnings.map((message) => ({ line, message })));
    }
    const { created, updated, problems } = imported;
    if (created + updated === 0) return { unchanged: imported };
    await repeatedTransaction(async (tx) =>
      audit(tx, serviceId, { created, updated, faulty: problems.length }),
    );
    return { row: imported };
  },
});

async function importOne(
  actor: Actor,
  serviceId: string,
  input: unknown,
  apps: Map<string, AppRecord | undefined>,
): Promise<Outcome> {
  const parsed = deviceSchema.safeParse(input);
  if (!parsed.success)
    return {
      message: inputProblems(parsed.error)
        .map(({ message }) => message)
        .join(" "),
    };
  const { appid } = parsed.data;
  if (!apps.has(appid)) apps.set(appid, await appOfAppid(appid));
  const app = apps.get(appid);
  if (app?.serviceId !== serviceId) return { message: "appid: is no app of this service." };
  const { state } = input as { state?: unknown };
  if (state !== undefined && state !== "" && state !== "active") return { result: "skipped" };
  try {
    if (await isOutOfUse(app, parsed.data)) return { result: "skipped" };
    const { created } = await registerDevice(
      { actor },
      { device: input as z.input<typeof deviceSchema>, authority: "service" },
    );
    const warnings = deviceWarnings(parsed.data).map(
      ({ pointer, message }) => `${pointer.slice(1)}: ${message}.`,
    );
    return { result: created ? "created" : "updated", warnings };
  } catch (error) {
    const [problem] = error instanceof RefusedError ? error.problems : [];
    if (problem)
      return { message: `${problem.pointer.slice(1).replaceAll("/", ", ")}: ${problem.message}.` };
    throw error;
  }
}

/** Returns whether a device of this address is registered and out of use. Throws `RefusedError`. */
async function isOutOfUse(app: Pick<AppRecord, "id">, device: DeviceInput): Promise<boolean> {
  const rows = await database().query(
    "SELECT 1 FROM device WHERE app_id = $1 AND kind = $2 AND push_hash = decode($3, 'hex') AND state <> 'active'",
    [app.id, device.kind, hashPushId(addressOf(device).pushid)],
  );
  return rows.length > 0;
}
