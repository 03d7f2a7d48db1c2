import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "./once";

/**
 * For whom something is done, first those who are served first:
 * - `interactive`: people and programs, who wait for an answer; the default
 * - `recording`: keeps what became of something that was sent
 * - `bulk`: everything that a loop of `lib/work` starts
 */
export type WorkClass = "interactive" | "recording" | "bulk";

const classes = () => once("work-class", () => new AsyncLocalStorage<WorkClass>());

/** The class of the work that is being done. */
export function workClass(): WorkClass {
  return classes().getStore() ?? "interactive";
}

/**
 * Does something as work of a class, and all that it starts: timers and callbacks too. What others
 * share or are called by (a look-up that several wait for, a group of calls, a listener) names the
 * class of those who wait for it.
 */
export function asWork<R>(of: WorkClass, run: () => R): R {
  return classes().run(of, run);
}
