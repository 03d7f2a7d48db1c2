import { releaseSend, sendCampaign } from "@/lib/campaign/send";
import { addRecipients, beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { startLab } from "@/lib/lab/lab";
import { prepare } from "../tests/faults/fault-run";
import { lookInto } from "../tests/faults/killed-leases";
import { pause, ServerProcess } from "../tests/server-process";
import { temporaryFolder } from "../tools/ending.mjs";
import { freePort } from "../tools/free-port.mjs";
import { temporaryPostgres } from "../tools/postgres";
import { buildServer } from "../tools/prepare.mjs";

const actor = { kind: "job", name: "bench" } as const;
const perMinute = 6_000;
const seconds = 40;
/** The first ones of a send may go out at once, and the last ones stand for no time. */
const [from, to] = [0.25, 0.95];

/**
 * Sends a campaign with a rate, in messages a minute, over three workers, and measures the rate at
 * which it arrives.
 */
export async function measureRate(): Promise<{ perMinute: number; measured: number }> {
  buildServer();
  // oxlint-disable-next-line node/no-process-env -- of the servers, which open what is sealed here
  process.env["APP_SECRET"] = "a secret that all processes of this benchmark know";
  const postgres = await temporaryPostgres();
  const { path: folder, remove } = temporaryFolder("clarion-bench-rate");
  const place = { DATA_DIR: folder, DATABASE_URL: postgres.url };
  const arrivals: number[] = [];
  const lab = await startLab({
    dataDir: folder,
    ports: 0,
    lean: true,
    onArrival: () => arrivals.push(performance.now()),
  });
  const servers: ServerProcess[] = [];
  for (let n = 0; n < 3; n += 1) servers.push(new ServerProcess(await freePort(), "worker", place));
  try {
    const recipients = (perMinute / 60) * seconds;
    await prepare(place, lab);
    await Promise.all(servers.map((server) => server.start()));
    await order(place, lab.addDevices("android", recipients));
    while (arrivals.length < recipients) await pause(100);
    const [first, last] = [Math.floor(recipients * from), Math.floor(recipients * to)];
    const ms = (arrivals[last] ?? 0) - (arrivals[first] ?? 0);
    return { perMinute, measured: ((last - first) / ms) * 60_000 };
  } finally {
    for (const server of servers) await server.stop();
    await lab.stop();
    await postgres.stop();
    remove();
  }
}

function order(
  place: { DATA_DIR: string; DATABASE_URL: string },
  devices: readonly { pushId: string }[],
): Promise<void> {
  return lookInto(place, async () => {
    const id = await beginAudience({ actor }, { appid: "sandbox", name: "Everybody" });
    for (let at = 0; at < devices.length; at += 2_000)
      await addRecipients(
        { actor },
        {
          id,
          recipients: devices
            .slice(at, at + 2_000)
            .map(({ pushId }) => ({ type: "android_pushid" as const, id: pushId })),
        },
      );
    await createAudience({ actor }, { id });
    const request = JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [],
      channels: { push: { android: { text: "Hello" } } },
    });
    const { campaignId } = await sendCampaign(
      { actor },
      {
        request,
        nonce: "rate",
        reach: { audienceId: id, moreAppids: [], rate: perMinute },
      },
    );
    await releaseSend({ actor }, { id: campaignId });
  });
}
