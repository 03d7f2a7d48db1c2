import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "@/lib/runtime/once";

const meters = () => once("engine-time", () => new AsyncLocalStorage<{ ms: number }>());

/** Runs something and says how long its statements took of the embedded engine, in milliseconds; what they waited for others is left out. 0 on a server. */
export async function withEngineTime<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const meter = { ms: 0 };
  const result = await meters().run(meter, run);
  return { result, ms: meter.ms };
}

/** Counts what a statement of the caller took of the engine, in milliseconds. */
export function countEngineTime(ms: number): void {
  const meter = meters().getStore();
  if (meter) meter.ms += ms;
}
