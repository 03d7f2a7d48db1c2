import { readdirSync, utimesSync, writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

// A thread of its own: a long statement of the embedded database stops the event loop, and must not look like death.
const { place, mine, beatMs, turns, hungBeats } = workerData;
/** Beats in a row in which the event loop has not turned. Counted, not timed: while the whole process is stopped, nothing is counted. */
let still = 0;
let turned = 0;

setInterval(() => {
  const count = Atomics.load(turns, 0);
  still = count === turned ? still + 1 : 0;
  turned = count;
  if (still > hungBeats)
    end(
      "The embedded database has not come back from a statement for too long: Clarion ends. Start it again; nothing that was accepted is lost.",
    );
  const now = new Date();
  try {
    utimesSync(mine, now, now);
  } catch (error) {
    if (error.code === "ENOENT" && isTaken())
      // Every further write would ruin the other's rows, a farewell's too.
      end("Clarion was stopped for so long that another process took over its data folder: it ends.");
  }
}, beatMs);

function isTaken() {
  try {
    return readdirSync(place).length > 0;
  } catch {
    return false;
  }
}

function end(why) {
  writeSync(2, `${why}\n`);
  process.kill(process.pid, "SIGKILL");
}
