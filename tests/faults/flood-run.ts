import { createApp } from "@/lib/directory/app/create";
import { saveCredential } from "@/lib/directory/credential/save";
import { createService } from "@/lib/directory/service/create";
import { startLab } from "@/lib/lab/lab";
import { seedSandbox } from "@/prisma/seed";
import { temporaryFolder } from "../../tools/ending.mjs";
import { freePort } from "../../tools/free-port.mjs";
import { temporaryPostgres } from "../../tools/postgres";
import { pause, ServerProcess } from "../server-process";
import { startListening } from "../update-listener";
import type { Outcome } from "./fault-run";
import { lookInto } from "./killed-leases";
import { startSilence } from "./silence";

/** Where two services are, and how many messages the quiet one sends, idle and in the flood. */
export interface FloodRun {
  on: "local" | "named";
  messages: number;
}

const quiet = { key: "sk_quiet_test_key_0000001", appid: "sandbox" };
const giant = { key: "sk_giant_test_key_0000001", appid: "giant" };
const actor = { kind: "job", name: "flood" } as const;
const idsOfFlood = 1_000;
const callers = 4;
/**
 * The quiet service waits at most so many times as long as without the flood, and a little for what
 * four busy callers take of the machine (milliseconds).
 */
const mostTimes = 20;
const sparedMs = 5_000;
/** A message that was not done by then is lost in the flood (milliseconds). */
const longestMs = 60_000;

type World = Awaited<ReturnType<typeof open>>;
type Sender = typeof quiet;

/**
 * Two services on one server: one floods it with messages of a thousand ids, updates to hosts that
 * never answer, and replays. Prints how long the other one waits for the reply, the delivery and
 * the update of a message (medians), as a ratio to the same server without a flood.
 *
 * @returns what took too long, or never happened
 */
export async function runFlood({ on, messages }: FloodRun): Promise<Outcome> {
  const postgres = on === "named" ? await temporaryPostgres() : undefined;
  const { path: folder, remove } = temporaryFolder("clarion-flood");
  const world = await open({
    DATA_DIR: folder,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  });
  try {
    return await Promise.race([compare(world, on, messages), world.server.lost]);
  } finally {
    // Asked to stop, it would wait for the hosts that never answer.
    await world.server.kill();
    world.heard.stop();
    world.silent.stop();
    await world.lab.stop();
    await postgres?.stop();
    remove();
  }
}

async function open(place: { DATA_DIR: string; DATABASE_URL?: string }) {
  /** When a message arrived at a device first, by transid; milliseconds of `performance.now()`. */
  const arrived = new Map<string, number>();
  const onArrival = (transid: string) =>
    void (arrived.has(transid) || arrived.set(transid, performance.now()));
  const lab = await startLab({ dataDir: place.DATA_DIR, ports: 0, lean: true, onArrival });
  const heard = await startListening();
  const silent = await startSilence();
  await lookInto(place, async (database) => {
    await seedSandbox(database, lab, quiet.key);
    await database.transaction(async (tx) => {
      const { id: serviceId } = await createService(
        { actor, tx },
        { name: "Giant", sandbox: true, httpsOnly: false, key: giant.key },
      );
      const app = {
        serviceId,
        appid: giant.appid,
        name: "Giant",
        siteUrl: "https://giant.example/",
        defaultChannelId: "general",
      };
      const { id: appId } = await createApp({ actor, tx }, app);
      await saveCredential({ actor, tx }, { appId, provider: "fcm", credential: lab.accounts.fcm });
    });
    await database.query("UPDATE service SET size_rule = 'message'");
  });
  const server = new ServerProcess(await freePort(), "all", place);
  await server.start();
  const ids = lab.addDevices("android", idsOfFlood).map(({ pushId }) => pushId);
  return { server, lab, heard, silent, arrived, ids };
}

async function compare(world: World, on: FloodRun["on"], messages: number): Promise<string[]> {
  await timesOf(world, 2);
  const idle = await timesOf(world, messages);
  const stop = flood(world);
  let flooded: Awaited<ReturnType<typeof timesOf>>;
  try {
    flooded = await timesOf(world, messages);
  } finally {
    await stop.end();
  }
  const wrong: string[] = [];
  const report = (["accepted", "delivered", "updated"] as const).map((what) => {
    const [before, after] = [medianOf(idle[what]), medianOf(flooded[what])];
    const ratio = `${what} ${Math.round(before)} ms idle, ${Math.round(after)} ms in the flood, ${(after / before).toFixed(1)} times`;
    // Not a number, or infinite, when it never happened.
    if (!(after <= before * mostTimes + sparedMs)) wrong.push(ratio);
    return ratio;
  });
  if (stop.sent() === 0) wrong.push("the flood sent nothing");
  process.stdout.write(
    `two services, one floods, ${on}: ${stop.sent()} messages of ${idsOfFlood} ids · ${report.join(" · ")}\n`,
  );
  return wrong;
}

/**
 * Sends messages of the quiet service, one after the other; answers what each took, in
 * milliseconds, Infinity where it did not happen.
 */
async function timesOf(world: World, messages: number) {
  const times = { accepted: [] as number[], delivered: [] as number[], updated: [] as number[] };
  const pushId = world.ids[0] ?? "";
  for (let n = 0; n < messages; n += 1) {
    const began = performance.now();
    const transid = await send(world, quiet, {
      destination: [{ android_pushid: [pushId] }],
      notifyurl: world.heard.url,
    });
    times.accepted.push(performance.now() - began);
    const heardAt = () => world.heard.firstAt.get(`${transid} ${pushId}`);
    while (heardAt() === undefined && performance.now() - began < longestMs) await pause(5);
    times.delivered.push((world.arrived.get(transid) ?? Infinity) - began);
    times.updated.push((heardAt() ?? Infinity) - began);
  }
  return times;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Infinity;
}

/** Floods the server in the name of the giant service until it is ended. */
function flood(world: World) {
  let ended = false;
  let sent = 0;
  const destination = [{ android_pushid: world.ids }];
  const calling = Array.from({ length: callers }, async (_, caller) => {
    for (let n = caller; !ended; n += callers) {
      const notifyurl = `http://127.3.${n % 200}.${(n % 250) + 1}:${world.silent.port}/updates`;
      await send(world, giant, { destination, notifyurl });
      sent += 1;
      if (n % 10 === 0) await replay(world);
    }
  });
  return {
    sent: () => sent,
    end: async () => {
      ended = true;
      await Promise.all(calling);
    },
  };
}

async function replay({ server }: World): Promise<void> {
  const body = JSON.stringify({ from: new Date(Date.now() - 3_600_000), to: new Date() });
  const headers = { key: giant.key, "content-type": "application/json" };
  await (
    await fetch(`${server.origin}/resources/v1/updates/replay`, { method: "POST", headers, body })
  ).text();
}

async function send({ server }: World, { key, appid }: Sender, more: object): Promise<string> {
  const channels = { push: { android: { text: "Hello" } } };
  const body = JSON.stringify({ deliverychannel: "push", appid, ...more, channels });
  const answer = await fetch(`${server.origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key },
    body,
  });
  const { response } = (await answer.json()) as { response: [{ transid: string }] };
  if (answer.status !== 200) throw new Error(JSON.stringify(response));
  return response[0].transid;
}
