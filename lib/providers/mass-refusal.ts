import type { UpdateCode } from "@/lib/interface/codes";
import type { Outcome } from "./provider";

/** "No such token": said of a dead one, and of every token there is when the app's id, project or environment is the wrong one. */
const ambiguous = new Set<UpdateCode>(["7512", "7547", "7562"]);
/** That many at once, and not one that is taken, is no coincidence. */
const suspicious = 10;

/**
 * Keeps the devices of a batch whose tokens were all refused as unknown: rather than that all are dead at once, the credential belongs to
 * another app, or to the test environment. The deliveries stay refused.
 */
export function spareDevices(outcomes: Outcome[]): Outcome[] {
  if (outcomes.length < suspicious) return outcomes;
  if (!outcomes.every((outcome) => outcome.kind === "rejected" && outcome.retireDevice && ambiguous.has(outcome.code))) return outcomes;
  return outcomes.map((outcome) =>
    outcome.kind === "rejected"
      ? {
          ...outcome,
          retireDevice: false,
          reason: `${outcome.reason}; so for the whole batch: is this the credential of another app or environment?`,
        }
      : outcome,
  );
}
