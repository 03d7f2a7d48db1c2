import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "@/lib/runtime/once";

const clients = () => once("audited-client", () => new AsyncLocalStorage<string | undefined>());

/**
 * Does something for a client: the events of verbs that are called meanwhile say from which address
 * they were asked for.
 *
 * @param address as the HTTP server knows it; undefined where it does not
 */
export function onBehalfOf<R>(address: string | undefined, run: () => R): R {
  return clients().run(address, run);
}

/**
 * The address of the client for whom something is done; null where there is none, or it is unknown.
 */
export function presentClient(): string | null {
  return clients().getStore() ?? null;
}
