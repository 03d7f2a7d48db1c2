import { readFileSync } from "node:fs";

/**
 * Preloaded into a server of the fault run (`node --import`): the wall clock is wrong by what is in
 * the file CLOCK_FILE, in milliseconds, and jumps when that changes. What counts time without a
 * clock (timers, `performance.now()`) goes on as it does on a machine whose clock is set.
 */
const file = process.env.CLOCK_FILE ?? "";
const lookMs = 20;
const TrueDate = Date;
let wrongBy = 0;

function look() {
  try {
    wrongBy = Number(readFileSync(file, "utf8"));
  } catch {
    // Never set: right.
  }
}
const now = () => TrueDate.now() + wrongBy;
look();
setInterval(look, lookMs).unref();
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
