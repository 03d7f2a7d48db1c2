import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import { destinationKeys, deviceKinds } from "@/lib/interface/device-kinds";
import { present } from "@/lib/interface/scalars";
import { jsonIn } from "@/lib/interface/value-shape";
import { log } from "@/lib/log/log";
import { now } from "@/lib/runtime/clock";
import type { Change, NewDelivery } from "./change";
import { isHolder, holderState } from "./journal-holder";
import { recordLeft } from "./recorder";

/**
 * A journal to which nothing was added for so long (milliseconds) is read where it is unknown
 * whether its process lives.
 */
const quietMs = 10_000;
/** One that could not be read for so long (milliseconds) is removed. */
const oldMs = 86_400_000;
/** Of its first line (bytes). */
const mostHeadBytes = 4_096;
/** Those who write them stop far below (bytes). */
const mostBytes = 64 * 1024 * 1024;

const delivery = z.strictObject({
  messageId: z.uuid(),
  id: z.uuid(),
  serviceId: z.uuid(),
  appId: z.uuid(),
  target: z.string(),
  deviceId: z.uuid().nullable(),
  kind: z.enum([...deviceKinds, ""]),
  destination: z.string(),
  destinationWritten: z.string().nullable(),
  destinationType: z.enum(destinationKeys),
  pushid: z.string(),
  deviceid: z.string(),
  language: z.string(),
  correlationid: z.string(),
  priority: z.int(),
  queuedAt: z.coerce.date(),
}) satisfies z.ZodType<NewDelivery>;

/** Of a delivery that is leased, or that is not stored yet. */
const answer = z.strictObject({
  messageId: z.uuid(),
  deliveryId: z.uuid(),
  leaseToken: z.uuid().optional(),
  delivery: delivery.optional(),
  to: z.enum(["waiting", "submitted", "failed", "expired"]),
  code: z.enum(Object.keys(updateCodes) as [UpdateCode, ...UpdateCode[]]),
  description: z.string(),
  at: z.coerce.date(),
  pauseMs: z.number().optional(),
  attempted: z.boolean(),
  providerMessageId: z.string().optional(),
  retireDevice: z.boolean().optional(),
  doubtful: z.boolean().optional(),
  registeredBy: z.coerce.date().optional(),
});

/**
 * Records the answers in the journals of processes that were killed, and removes the journals.
 * Skips deliveries that are recorded already or have another owner by now. Call it before leases
 * are ended and before rows are claimed. Throws the errors of the database; then journals that are
 * not recorded stay.
 *
 * @param folder of `OutcomeJournal`; need not exist
 * @returns how many answers were read
 */
export async function replayJournals(folder: string): Promise<number> {
  let answers = 0;
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const changes = leftIn(path);
    if (!changes) {
      removeUnreadable(path);
      continue;
    }
    await recordLeft(changes);
    rmSync(path, { force: true });
    answers += changes.length;
  }
  if (answers > 0) log().info({ answers }, "recorded what was answered before a process died");
  return answers;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return [];
  }
}

/**
 * Removes a journal that cannot be read, once it is a day old and its process is dead: what it
 * holds was sent again long ago.
 */
function removeUnreadable(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > oldMs && lifeOf(headOf(path)) !== "alive")
      rmSync(path, { force: true });
  } catch {
    // Tried again with the next look.
  }
}

/** The first line of a file. */
function headOf(path: string): string {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(mostHeadBytes);
    return (
      bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, mostHeadBytes, 0)).split("\n")[0] ??
      ""
    );
  } finally {
    closeSync(descriptor);
  }
}

function lifeOf(head: string): ReturnType<typeof holderState> {
  const holder = jsonIn(head);
  return isHolder(holder) ? holderState(holder) : "unknown";
}

/** What a journal says; undefined while its process may still write to it. */
function leftIn(path: string): Change[] | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    if (size > mostBytes) return undefined;
    const [head = "", ...lines] = readFileSync(path, "utf8").split("\n");
    const life = lifeOf(head);
    if (life === "alive" || (life === "unknown" && Date.now() - mtimeMs < quietMs))
      return undefined;
    return lines.flatMap((line) => {
      // The last one may have been cut off by the kill.
      const { success, data } = answer.safeParse(jsonIn(line));
      return success && (data.leaseToken ?? data.delivery) ? [changeOf(data)] : [];
    });
  } catch (error) {
    log().warn({ err: error, path }, "a journal of answers could not be read");
    return undefined;
  }
}

function changeOf({ pauseMs: pause, ...data }: z.infer<typeof answer>): Change {
  if (pause === undefined) return present(data) as Change;
  // Part of the pause passed while no process ran; how much depends on this machine's clock, and is
  // never more than the pause.
  const left = Math.min(Math.max(pause - (now() - data.at.getTime()), 0), pause);
  return { ...(present(data) as Change), dueAt: performance.now() + left };
}
