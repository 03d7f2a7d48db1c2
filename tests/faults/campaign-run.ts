import { releaseSend, sendCampaign } from "@/lib/campaign/send";
import { addRecipients, beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { startLab, type Lab } from "@/lib/lab/lab";
import { temporaryFolder } from "../../tools/ending.mjs";
import { freePort } from "../../tools/free-port.mjs";
import { temporaryPostgres } from "../../tools/postgres";
import { pause, ServerProcess, type Role } from "../server-process";
import type { Draw } from "./draws";
import { openRows, prepare, serviceKey, type Outcome } from "./fault-run";
import { KilledLeases, lookInto, repeatsOf, type Place } from "./killed-leases";

/** A campaign that is paused and resumed while something happens to its processes. */
export interface CampaignRun {
  name: string;
  on: "local" | "named";
  roles: readonly Role[];
  recipients: number;
  /** What happens to one of them each time: it is killed, or the clock of the last one jumps. */
  fault: "kill" | "clock jump";
  times: number;
  draw: Draw;
}

const [hour, day] = [3_600_000, 86_400_000];
/** How wrong a clock is after each jump (milliseconds), in turn. */
const jumps = [3 * day, -2 * hour, 0] as const;

const actor = { kind: "job", name: "fault run" } as const;
/** Recipients with the same value, which share a request. */
const alike = 10;
/** So that it takes seconds: recipients a second. */
const rate = 1_000;
/** What a worker had in flight when the campaign was paused has arrived after so long. */
const settleMs = 1_500;
/** How long everything may take to come to rest after the last kill (milliseconds). */
const restMs = 180_000;
const request = JSON.stringify({
  deliverychannel: "push",
  appid: "sandbox",
  destination: [],
  channels: { push: { android: { text: "Hello ${name}" } } },
});

/**
 * Sends a campaign to a list while its processes are killed at random moments, or the clock of one
 * jumps; before every other time after a pause. Prints recipients that were lost, deliveries that
 * were repeated, and how many went out after the answer to a pause.
 *
 * @returns what is wrong: a lost recipient, a repeat that was not in flight at a kill, a delivery
 *   long after a pause, a campaign that did not end
 */
export async function runCampaign(run: CampaignRun): Promise<Outcome> {
  const postgres = run.on === "named" ? await temporaryPostgres() : undefined;
  const { path: folder, remove } = temporaryFolder("clarion-campaign");
  const place = { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true });
  const servers: ServerProcess[] = [];
  try {
    for (const role of run.roles) servers.push(new ServerProcess(await freePort(), role, place));
    const campaignId = await order(place, lab, run.recipients);
    await Promise.all(servers.map((server) => server.start()));
    const outcome = disturb(run, { place, lab, servers, campaignId });
    return await Promise.race([outcome, ...servers.map(({ lost }) => lost)]);
  } finally {
    for (const server of servers) await server.kill();
    await lab.stop();
    await postgres?.stop();
    remove();
  }
}

/** Orders the campaign, due at once, and returns its id. */
async function order(place: Place, lab: Lab, recipients: number): Promise<string> {
  await prepare(place, lab);
  const devices = lab.addDevices("android", recipients);
  return lookInto(place, async (database) => {
    await database.query("UPDATE service SET ids_per_second = $1", [rate]);
    const id = await beginAudience({ actor }, { appid: "sandbox", name: "Everybody" });
    for (let at = 0; at < devices.length; at += 2_000)
      await addRecipients(
        { actor },
        {
          id,
          recipients: devices.slice(at, at + 2_000).map(({ pushId }, n) => ({
            type: "android_pushid" as const,
            id: pushId,
            parameters: { name: `N${Math.floor((at + n) / alike)}` },
          })),
        },
      );
    await createAudience({ actor }, { id });
    const { campaignId } = await sendCampaign(
      { actor },
      { request, nonce: "fault run", reach: { audienceId: id, moreAppids: [] } },
    );
    await releaseSend({ actor }, { id: campaignId });
    return campaignId;
  });
}

interface World {
  place: Place;
  lab: Lab;
  servers: readonly ServerProcess[];
  campaignId: string;
}

/** What was counted while a campaign was disturbed. */
interface CampaignCounts {
  /** Deliveries in flight at a kill, each of which may be sent again. */
  leases: KilledLeases;
  /** Of each pause: what arrived between its answer and the end of what was in flight. */
  afterPauses: number[];
  /** What arrived later. */
  lateArrivals: number;
  /** Faults before the last recipient was reached. */
  underWay: number;
}

async function disturb(run: CampaignRun, world: World): Promise<string[]> {
  const { lab, servers } = world;
  const leases = new KilledLeases(world.place);
  const all: CampaignCounts = { leases, afterPauses: [], lateArrivals: 0, underWay: 0 };
  const draws = { count: run.times, min: 50, max: 700 };
  const which = { count: run.times, min: 0, max: servers.length - 1 };
  const chosen = run.draw("killed", which);
  for (const [n, ms] of run.draw("pauses before faults", draws).entries()) {
    await pause(ms);
    const isPaused = n % 2 === 1 && (await steer(world, "pause"));
    if (isPaused) await watchPause(lab, all);
    if (arrivalsIn(lab) < run.recipients) all.underWay += 1;
    if (run.fault === "clock jump") servers.at(-1)?.setClock(jumps[n % jumps.length] ?? 0);
    else await killAndStart(servers[chosen[n] ?? 0], all.leases);
    if (isPaused) await steer(world, "resume");
  }
  for (const until = Date.now() + restMs; Date.now() < until && reached(lab) < run.recipients;)
    await pause(100);
  // What is in flight is recorded.
  await Promise.all(servers.map((server) => server.stop()));
  return audit(run, world, all);
}

async function killAndStart(
  server: ServerProcess | undefined,
  leases: KilledLeases,
): Promise<void> {
  await server?.kill();
  await leases.look();
  await server?.start();
}

async function watchPause(lab: Lab, counted: CampaignCounts): Promise<void> {
  const clicked = arrivalsIn(lab);
  await pause(settleMs);
  const settled = arrivalsIn(lab);
  counted.afterPauses.push(settled - clicked);
  await pause(settleMs);
  counted.lateArrivals += arrivalsIn(lab) - settled;
}

async function audit(
  { name, recipients, fault, times: faults }: CampaignRun,
  { place, lab, campaignId }: World,
  { leases, afterPauses, lateArrivals, underWay }: CampaignCounts,
): Promise<string[]> {
  const times = [...lab.arrivals].flatMap(([transid, devices]) =>
    [...devices].map(([pushId, count]) => [`${transid} ${pushId}`, count] as const),
  );
  const lost = recipients - reached(lab);
  const repeats = repeatsOf(times, leases.deliveries, 0);
  // A recipient who gets it by two messages was cut into two requests.
  const twice = times.length - reached(lab);
  const [row] = await lookInto(place, (database) =>
    database.query<{ state: string; answered: number; requests: number; recipients: number }>(
      "SELECT state, answered, requests, answered_recipients AS recipients FROM campaign_order WHERE campaign_id = $1",
      [campaignId],
    ),
  );
  const isWhole =
    row?.state === "sent" && row.answered === row.requests && row.recipients === recipients;
  const open = await openRows(place);
  process.stdout.write(
    `${name}: ${recipients} recipients, ${faults} ${fault}s (${underWay} under way), ${afterPauses.length} pauses · ${lost} lost or skipped · ${repeats.total} made twice of ${leases.deliveries.size} in flight at the kills, ${repeats.unexplained} unexplained, ${twice} by two requests · after the answer to a pause ${Math.max(0, ...afterPauses)} at most, then ${lateArrivals} · ${open} rows open\n`,
  );
  const wrong: Record<string, number> = {
    "recipients lost or skipped": lost,
    "repeats unexplained": repeats.unexplained,
    "recipients reached by two requests": twice,
    "deliveries while it was paused": lateArrivals,
    "campaigns not sent as a whole": isWhole ? 0 : 1,
  };
  return Object.entries(wrong).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what}`],
  );
}

/** Pauses or resumes the campaign; false where its state forbids it. */
async function steer({ servers, campaignId }: World, what: "pause" | "resume"): Promise<boolean> {
  const door = servers.find(({ role }) => role !== "worker");
  for (const until = Date.now() + restMs; ;) {
    const answer = await fetch(`${door?.origin}/resources/v1/campaigns/${campaignId}/${what}`, {
      method: "POST",
      headers: { key: serviceKey },
    }).catch(() => undefined);
    if (answer?.status === 200 || answer?.status === 409) return answer.ok;
    if (Date.now() > until)
      throw new Error(`${what} was answered ${answer?.status}: ${await answer?.text()}`);
    await pause(50);
  }
}

/** Deliveries that arrived, repeats too. */
function arrivalsIn(lab: Lab): number {
  let sum = 0;
  for (const devices of lab.arrivals.values()) for (const count of devices.values()) sum += count;
  return sum;
}

/** Devices that were reached. */
function reached(lab: Lab): number {
  return new Set([...lab.arrivals.values()].flatMap((devices) => [...devices.keys()])).size;
}
