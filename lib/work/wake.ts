import { randomUUID } from "node:crypto";
import {
  changeHappened,
  setChangesNotified,
  changesChannel,
  rightsChannel,
} from "@/lib/database/changes";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { announce, type BusEvents } from "@/lib/runtime/bus";
import { once } from "@/lib/runtime/once";
import { asWork } from "@/lib/runtime/work-class";

type Lane = BusEvents["wake"];
type ChangeMessage = BusEvents["message"];

/**
 * Pause between two notifications of one process, in milliseconds: a NOTIFY for each request would
 * cut the rate of inserts to a quarter.
 */
const mergeMs = 50;
/** A payload of NOTIFY must stay below 8,000 bytes. */
const mostChanged = 60;

interface Outbox {
  process: string;
  lanes: Set<Lane>;
  changed: Map<string, ChangeMessage>;
  timer: NodeJS.Timeout | undefined;
}
const outbox = () =>
  once<Outbox>("wake", () => ({
    process: randomUUID(),
    lanes: new Set(),
    changed: new Map(),
    timer: undefined,
  }));

/**
 * Wakes the workers of this process at once, and those of others within 50 ms, for a lane. Call
 * after the commit.
 */
export function wake(lane: Lane): void {
  announce("wake", lane);
  outbox().lanes.add(lane);
  later();
}

/** Notifies pages, in all processes, that a message changed. Call after the commit. */
export function changed(message: ChangeMessage): void {
  announce("message", message);
  outbox().changed.set(message.transid, message);
  later();
}

/**
 * Passes on what other processes on the same database announce, and listens for changes of cached
 * rows (`lib/database/changes`) and for lost rights, in any process. One connection serves all.
 */
export async function listenToOthers(): Promise<() => Promise<void>> {
  const listeners = {
    clarion: passOn,
    [changesChannel]: changeHappened,
    [rightsChannel]: () => announce("rights", "lost"),
  };
  return database().subscribe(listeners, setChangesNotified);
}

function passOn(payload: string): void {
  try {
    const notification = JSON.parse(payload) as {
      process: string;
      lanes: Lane[];
      changed: ChangeMessage[];
    };
    if (notification.process === outbox().process) return;
    for (const lane of notification.lanes) announce("wake", lane);
    for (const message of notification.changed) announce("message", message);
  } catch (error) {
    log().debug({ err: error }, "a notification could not be read");
  }
}

function later(): void {
  const box = outbox();
  const on = database();
  if (box.timer) return;
  if (on.isExclusive) {
    // There is no other process to listen.
    box.lanes.clear();
    box.changed.clear();
    return;
  }
  box.timer = setTimeout(() => {
    box.timer = undefined;
    const notification = {
      process: box.process,
      lanes: [...box.lanes],
      changed: [...box.changed.values()].slice(0, mostChanged),
    };
    box.lanes.clear();
    box.changed.clear();
    // Pages may wait for it too, even where a background job queued it first.
    asWork("interactive", () =>
      on.query("SELECT pg_notify('clarion', $1)", [JSON.stringify(notification)]),
    ).catch((error: unknown) =>
      log().debug(
        { err: error },
        "other processes could not be notified; they find the change when they poll",
      ),
    );
  }, mergeMs);
  box.timer.unref();
}
