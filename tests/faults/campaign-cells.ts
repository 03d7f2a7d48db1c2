import { runCampaign, type CampaignRun } from "./campaign-run";
import { drawsOf } from "./draws";
import type { Outcome } from "./fault-run";

interface FaultRun {
  /** Only what one process can show, and with few recipients. */
  short: boolean;
  /** How often a process is killed, or its clock jumps. */
  kills: number;
  seed: number;
}

const one = ["all"] as const;
const four = ["web", "web", "worker", "worker"] as const;

/** Campaigns that are paused in between. */
export function campaignCells({ short, kills, seed }: FaultRun): {
  name: string;
  run: () => Promise<Outcome>;
}[] {
  const cells: Pick<CampaignRun, "name" | "on" | "roles" | "fault">[] = [
    {
      name: `local, campaign, ${kills} kills with pauses`,
      on: "local",
      roles: one,
      fault: "kill",
    },
  ];
  if (!short)
    cells.push(
      {
        name: `named, campaign, two web and two workers, ${kills} kills with pauses`,
        on: "named",
        roles: four,
        fault: "kill",
      },
      {
        name: "local, campaign, clock jumps with pauses",
        on: "local",
        roles: one,
        fault: "clock jump",
      },
      {
        name: "named, campaign, two web and two workers, one worker's clock jumps",
        on: "named",
        roles: four,
        fault: "clock jump",
      },
    );
  return cells.map((cell) => ({
    name: cell.name,
    run: () =>
      runCampaign({
        ...cell,
        times: kills,
        recipients: short ? 2_000 : 12_000,
        draw: drawsOf(seed, cell.name),
      }),
  }));
}
