import { createECDH, randomBytes } from "node:crypto";
import { shortPushId } from "@/lib/directory/device/subscriptions";
import type { LabDevice } from "@/lib/lab/devices";
import { startLab, type Lab } from "@/lib/lab/lab";
import { seedSandbox } from "@/prisma/seed";
import { temporaryFolder } from "../../tools/ending.mjs";
import { freePort } from "../../tools/free-port.mjs";
import { temporaryPostgres } from "../../tools/postgres";
import { pause, ServerProcess } from "../server-process";
import { startListening, type UpdateListener } from "../update-listener";
import type { Outcome } from "./fault-run";
import { lookInto } from "./killed-leases";
import { startSilence } from "./silence";

/** How hard, and for how long, each of the ills is tried. */
export interface SlowRun {
  on: "local" | "named";
  requestsPerSecond: number;
  seconds: number;
}

const key = "sk_slow_test_key_000000001";
const kinds = ["android", "hms", "ios", "chrome"] as const;
const usualIds = 5;
/** Everybody else waits at most so many times as long as without the ill. */
const mostTimes = 2;

interface World {
  server: ServerProcess;
  lab: Lab;
  heard: UpdateListener;
  silentPort: number;
  devices: Record<(typeof kinds)[number], LabDevice[]>;
}

/**
 * Measures how long it takes until the update Submitted of a delivery is heard, p99, while nothing
 * is wrong and then with each of these: one request in 500 of each provider is never answered; 18
 * and 400 browsers whose push services accept and never answer; 40 notify URLs that do, compared
 * with the same messages to one that answers.
 *
 * @returns those that more than doubled the time for all others
 */
export async function runSlow(run: SlowRun): Promise<Outcome> {
  const postgres = run.on === "named" ? await temporaryPostgres() : undefined;
  const { path: folder, remove } = temporaryFolder("clarion-slow");
  const place = { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true });
  const heard = await startListening();
  const silent = await startSilence();
  const server = new ServerProcess(await freePort(), "all", place);
  try {
    await lookInto(place, async (database) => {
      await seedSandbox(database, lab, key);
      await database.query("UPDATE service SET size_rule = 'message'");
    });
    await server.start();
    const devices = Object.fromEntries(
      kinds.map((kind) => [kind, lab.addDevices(kind, 200)]),
    ) as World["devices"];
    const world: World = { server, lab, heard, silentPort: silent.port, devices };
    return await Promise.race([compare(world, run), server.lost]);
  } finally {
    // Asked to stop, it would wait for those that never answer.
    await server.kill();
    heard.stop();
    silent.stop();
    await lab.stop();
    await postgres?.stop();
    remove();
  }
}

async function compare(world: World, run: SlowRun): Promise<string[]> {
  await load(world, { ...run, seconds: 2 });
  const alone = await load(world, run);
  const summary = [`slow answers, ${run.on}: p99 ${Math.round(alone)} ms when all is well`];
  const wrong: string[] = [];
  for (const { name, begin, beginWell } of ills) {
    const well = beginWell ? await load(world, run, beginWell(world)) : alone;
    const ill = await load(world, run, begin(world));
    const times = ill / well;
    const what = `${Math.round(ill)} ms with ${name}, ${times.toFixed(1)} times ${Math.round(well)} ms`;
    // Not a number when nothing was heard at all.
    if (!(times <= mostTimes)) wrong.push(`p99 ${what} as long`);
    summary.push(what);
  }
  process.stdout.write(`${summary.join(" · ")}\n`);
  return wrong;
}

type Begin = (world: World) => () => Promise<void>;

/** `beginWell`: the same load without the ill, where it is a load of its own. */
const ills: { name: string; begin: Begin; beginWell?: Begin }[] = [
  {
    name: "one request in 500 unanswered",
    begin: ({ lab }) => {
      const ill = { halfOpen: 0.002 };
      lab.faults.set({ fcm: ill, apns: ill, hms: ill, webpush: ill });
      return async () => lab.faults.set({});
    },
  },
  { name: "18 dead browsers", begin: (world) => meanwhile(1_000, () => sendToDead(world, 18)) },
  { name: "400 dead browsers", begin: (world) => meanwhile(5_000, () => sendToDead(world, 400)) },
  {
    name: "40 dead notify URLs",
    begin: (world) =>
      sendToReceivers(world, (n) => `http://127.2.0.${(n % 40) + 1}:${world.silentPort}/updates`),
    beginWell: (world) => sendToReceivers(world, () => world.heard.url),
  },
];

/** Ten small messages a second, whose updates go to other receivers. */
function sendToReceivers(world: World, urlOf: (n: number) => string): () => Promise<void> {
  let n = 0;
  return meanwhile(100, async () => {
    n += 1;
    await post(world, { destination: destinationOf(world, n, 1), notifyurl: urlOf(n) });
  });
}

/** Does something every so many milliseconds until it is ended. */
function meanwhile(everyMs: number, act: () => Promise<void>): () => Promise<void> {
  let ended = false;
  const running = (async () => {
    while (!ended) {
      await act();
      await pause(everyMs);
    }
  })();
  return async () => {
    ended = true;
    await running;
  };
}

/**
 * Sends at an even pace, then calls `sent`; answers the 99th percentile of the milliseconds until
 * Submitted was heard of a delivery.
 */
async function load(
  world: World,
  { requestsPerSecond, seconds }: Pick<SlowRun, "requestsPerSecond" | "seconds">,
  sent: () => Promise<void> = async () => undefined,
): Promise<number> {
  const posts: { at: number; names: Promise<string[]> }[] = [];
  const started = performance.now();
  for (let n = 0; n < requestsPerSecond * seconds; n += 1) {
    const wait = started + (n * 1_000) / requestsPerSecond - performance.now();
    if (wait > 0) await pause(wait);
    const destination = destinationOf(world, n);
    const ids = destination
      .flatMap((entry) => Object.values(entry).flat())
      .map((id) => (id.startsWith("{") ? shortOf(id) : id));
    const names = post(world, { destination, notifyurl: world.heard.url }).then((transid) =>
      ids.map((id) => `${transid} ${id}`),
    );
    posts.push({ at: performance.now(), names });
  }
  await sent();
  const all = await Promise.all(
    posts.map(async ({ at, names }) => (await names).map((name) => ({ at, name }))),
  );
  const waiting = all.flat();
  const most = Math.ceil(waiting.length * 0.99);
  const until = performance.now() + 60_000;
  const heard = () =>
    waiting.flatMap(({ at, name }) =>
      world.heard.firstAt.has(name) ? [(world.heard.firstAt.get(name) ?? 0) - at] : [],
    );
  while (heard().length < most && performance.now() < until) await pause(50);
  return heard().toSorted((a, b) => a - b)[most - 1] ?? Infinity;
}

function destinationOf(
  { devices }: World,
  n: number,
  idsOfKind = usualIds,
): Record<string, string[]>[] {
  return kinds.map((kind) => ({
    [`${kind}_pushid`]: Array.from({ length: idsOfKind }, (_, at) => {
      const device = devices[kind][(n * idsOfKind + at) % devices[kind].length];
      return device?.subscription ? JSON.stringify(device.subscription) : (device?.pushId ?? "");
    }),
  }));
}

function shortOf(subscription: string): string {
  return shortPushId(JSON.parse(subscription) as Parameters<typeof shortPushId>[0]);
}

const browserKeys = (() => {
  const pair = createECDH("prime256v1");
  return { p256dh: pair.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
})();

/**
 * One message to so many browsers, each with a push service of its own that accepts and never
 * answers.
 */
async function sendToDead(world: World, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      endpoint: `https://127.1.${Math.floor(n / 200)}.${(n % 200) + 1}:${world.silentPort}/${count}`,
      keys: browserKeys,
    }),
  );
  await post(world, { destination: [{ chrome_pushid: ids }] });
}

async function post({ server }: World, more: object): Promise<string> {
  const text = "Hello";
  const answer = await fetch(`${server.origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key },
    body: JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      ...more,
      channels: {
        push: { android: { text }, ios: { text }, web: { platform_types: ["chrome"], text } },
      },
    }),
  });
  const { response } = (await answer.json()) as { response: [{ transid: string }] };
  if (answer.status !== 200) throw new Error(JSON.stringify(response));
  return response[0].transid;
}
