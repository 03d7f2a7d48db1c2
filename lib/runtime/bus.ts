import { AsyncResource } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { once } from "./once";

/**
 * What is announced inside one process. Nothing durable: a listener that misses an event finds the
 * same facts in the database.
 * - `wake`: a lane of work has something to do
 * - `message`: a message, one of its deliveries, or a campaign (its id stands for the transid)
 *   changed; a page that shows it may want to look again
 * - `rights`: a member lost a right or a session, or may have
 * - `lab`: a simulated device's screen changed
 */
export interface BusEvents {
  wake: "expand" | "deliver" | "update" | "campaigns" | "notices";
  message: { transid: string; serviceId: string };
  rights: "lost";
  lab: { userid: string; deviceid: string };
}

const emitter = () =>
  once("bus", () => {
    const bus = new EventEmitter();
    bus.setMaxListeners(0);
    return bus;
  });

/** Notifies every listener in this process. */
export function announce<K extends keyof BusEvents>(event: K, detail: BusEvents[K]): void {
  emitter().emit(event, detail);
}

/**
 * Listens until the returned function is called. The listener runs in the context of the code that
 * registered it, not of the announcer: a page that a send wakes is no part of the send.
 */
export function listen<K extends keyof BusEvents>(
  event: K,
  listener: (detail: BusEvents[K]) => void,
): () => void {
  const bound = AsyncResource.bind(listener);
  emitter().on(event, bound);
  return () => void emitter().off(event, bound);
}
