import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import apn from "@parse/node-apn";
import webPush from "web-push";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { judgeEffective } from "@/lib/interface/effective";
import { pushRequestSchema } from "@/lib/interface/request";
import type { Lab } from "@/lib/lab/lab";
import type { LabDevice } from "@/lib/lab/devices";
import { build, type ProviderRequest } from "@/lib/payload/build";
import { openProvider } from "@/lib/providers/registry";

/**
 * The adapters for APNs and Web Push beside the libraries @parse/node-apn and web-push, in turns, with the same payload to the same lab (a process of its own).
 * Run: `npm run bench:libraries`. APNs goes through TLS, which node-apn insists on; web-push insists on https too, so its own encryption and headers are
 * sent by node:http with keep-alive.
 */
const total = 6_000;
const rounds = 3;
const atOnce = 64;

type Run = (targets: readonly LabDevice[]) => Promise<void>;

await compare("ios", async (lab, folder) => {
  const { port, ca } = await tlsBefore(lab.endpoints.apns, folder);
  const account = { ...lab.accounts.apns, endpoint: `https://localhost:${port}`, ca };
  const payload = payloadOf("ios");
  const note = new apn.Notification({ topic: account.bundleId, priority: 10, pushType: "alert" });
  note.rawPayload = JSON.parse(payload.body) as object;
  const ours = openProvider("apns", account);
  const theirs = new apn.Provider({
    token: { key: Buffer.from(account.privateKey), keyId: account.keyId, teamId: account.teamId },
    production: false,
    address: "localhost",
    port,
    ca: Buffer.from(ca),
  } as never);
  return {
    clarion: async (targets) => {
      await ours.send({ request: payload, targets: targets.map(targetOf) });
    },
    "@parse/node-apn": async (targets) => {
      const { failed } = await theirs.send(
        note,
        targets.map(({ pushId }) => pushId),
      );
      if (failed[0]) throw new Error(`node-apn: ${JSON.stringify(failed[0])}`);
    },
  };
});

await compare("chrome", async (lab) => {
  const payload = payloadOf("chrome");
  const account = lab.accounts.webpush;
  const ours = openProvider("webpush", account);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const sendOne = ({ subscription }: LabDevice) =>
    new Promise<void>((resolve, reject) => {
      if (!subscription) throw new Error("no subscription");
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, payload.body, {
        TTL: payload.ttlSeconds,
        vapidDetails: { subject: account.subject, publicKey: account.publicKey, privateKey: account.privateKey },
      });
      const call = httpRequest(endpoint, { method, headers: headers as Record<string, string>, agent }, (answer) => {
        answer.resume().on("end", resolve);
      });
      call.on("error", reject).end(body);
    });
  return {
    clarion: async (targets) => {
      await ours.send({ request: payload, targets: targets.map(targetOf) });
    },
    "web-push": async (targets) => {
      const queue = targets.values();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const target of queue) await sendOne(target);
        }),
      );
    },
  };
});
process.exit(0);

async function compare(
  kind: "ios" | "chrome",
  contestants: (lab: Pick<Lab, "accounts" | "endpoints">, folder: string) => Promise<Record<string, Run>>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "clarion-bench-"));
  const child = fork("bench/lab-process.ts", [folder, kind, String(total)], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "fatal", DATA_DIR: folder },
  });
  const lab = await answer<Pick<Lab, "accounts" | "endpoints"> & { targets: LabDevice[] }>(child);
  const runs = Object.entries(await contestants(lab, folder));
  const rates = new Map<string, number[]>(runs.map(([name]) => [name, []]));
  // One to warm up, then each goes first in turn.
  for (const [, run] of runs) await run(lab.targets.slice(0, 500));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of round % 2 === 0 ? runs : runs.toReversed()) {
      const started = performance.now();
      await run(lab.targets);
      rates.get(name)?.push(total / ((performance.now() - started) / 1_000));
    }
  child.send("arrived?");
  const { arrived } = await answer<{ arrived: number }>(child);
  const wanted = runs.length * (rounds * total + 500);
  const middle = (name: string) => rates.get(name)?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const line = runs.map(([name]) => `${name} ${middle(name).toFixed(0)} /s`).join("   ");
  const [ours = "", theirs = ""] = runs.map(([name]) => name);
  process.stdout.write(
    `${kind.padEnd(8)}${line}   ${(middle(ours) / middle(theirs)).toFixed(2)} ×${arrived === wanted ? "" : `   VOID: ${arrived} of ${wanted} arrived`}\n`,
  );
  child.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

function payloadOf(kind: "ios" | "chrome"): ProviderRequest {
  const text = "Your order left our house today.";
  const parsed = pushRequestSchema.parse({
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ userid: ["-"] }],
    channels: {
      push:
        kind === "ios" ? { ios: { title: "Order shipped", text } } : { web: { platform_types: ["chrome"], title: "Order shipped", text } },
    },
  });
  const judged = judgeEffective(parsed, undefined, { warn: false });
  const effective: EffectiveRequest | undefined = judged.ok ? judged.effective : undefined;
  const now = Date.now();
  const context = { transid: crypto.randomUUID(), acceptedAt: now, now, app: { name: "Sandbox", androidRendering: "auto" as const } };
  const built = effective && build(effective, kind, context);
  if (!built) throw new Error("no payload");
  return built;
}

function targetOf({ pushId, subscription }: LabDevice) {
  return { deliveryId: crypto.randomUUID(), pushid: pushId, ...(subscription ? { subscription } : {}) };
}

/** TLS with a certificate of its own in front of an address that has none. */
async function tlsBefore(origin: string, folder: string): Promise<{ port: number; ca: string }> {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const behind = Number(new URL(origin).port);
  const ca = readFileSync(cert, "utf8");
  const server = createServer({ key: readFileSync(key), cert: ca, ALPNProtocols: ["h2"] }, (socket) => {
    const plain = connect(behind, "127.0.0.1");
    socket.pipe(plain).pipe(socket);
    for (const end of [socket, plain]) end.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, ca };
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (message) => resolve(message as T)));
}
