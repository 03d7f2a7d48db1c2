import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import apn from "@parse/node-apn";
import { ApnsClient, Notification } from "apns2";
import { Pool } from "undici";
import webPush from "web-push";
import { providerOf } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { checkEffective } from "@/lib/interface/effective";
import { pushRequestSchema } from "@/lib/interface/request";
import type { LabDevice } from "@/lib/lab/devices";
import type { Lab } from "@/lib/lab/lab";
import { build } from "@/lib/payload/build";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import { openProvider } from "@/lib/providers/registry";
import { outcomesOf } from "@/lib/providers/testing";
import { temporaryFolder } from "../tools/ending.mjs";

/**
 * The adapters for APNs and Web Push compared with the libraries @parse/node-apn, apns2 and
 * web-push, in turns, with the same payload to the same lab (a process of its own). Run: `npm run
 * bench:libraries`; `-- --only=ios` or `chrome`, `-- --rounds=9`. APNs goes through TLS, which both
 * libraries insist on; apns2 insists on port 443 too, so it gets the same undici pool on another
 * port. web-push insists on https, so its own encryption and headers are sent by node:http with
 * keep-alive.
 */
const argument = (name: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const total = 6_000;
const rounds = Number(argument("rounds") ?? 5);
const only = argument("only");
const atOnce = 64;

type Run = (targets: readonly LabDevice[]) => Promise<void>;

const ratios: Record<string, number> = {};
await compare("ios", async (lab, folder) => {
  const { port, ca } = await tlsBefore(lab.endpoints.apns, folder);
  const account = { ...lab.accounts.apns, endpoint: `https://localhost:${port}`, ca };
  const payload = payloadOf("ios", { bundleId: account.bundleId });
  const note = new apn.Notification({ topic: account.bundleId, priority: 10, pushType: "alert" });
  note.rawPayload = JSON.parse(payload.body) as object;
  const ours = openProvider("apns", account, [`localhost:${port}`]);
  const theirs = new apn.Provider({
    token: { key: Buffer.from(account.privateKey), keyId: account.keyId, teamId: account.teamId },
    production: false,
    address: "localhost",
    port,
    ca: Buffer.from(ca),
  } as never);
  const apns2 = new ApnsClient({
    team: account.teamId,
    keyId: account.keyId,
    signingKey: account.privateKey,
    defaultTopic: account.bundleId,
    host: "localhost",
  });
  // As it makes it itself, but for the port and the certificate authority.
  Reflect.set(
    apns2,
    "client",
    new Pool(`https://localhost:${port}`, {
      connections: 32,
      pipelining: 1,
      allowH2: true,
      maxConcurrentStreams: 100,
      connect: { ca },
    }),
  );
  const { aps, ...data } = JSON.parse(payload.body) as { aps: Record<string, unknown> };
  const content = { aps, data };
  if (
    (note as unknown as { compile: () => string }).compile() !== payload.body ||
    JSON.stringify(new Notification("", content).buildApnsOptions()) !== payload.body
  )
    throw new Error("the libraries would send other bytes");
  return {
    clarion: async (targets) => {
      await outcomesOf(ours, { request: payload, targets: targets.map(targetOf) });
    },
    "node-apn": async (targets) => {
      const { failed } = await theirs.send(
        note,
        targets.map(({ pushId }) => pushId),
      );
      if (failed[0]) throw new Error(`node-apn: ${JSON.stringify(failed[0])}`);
    },
    apns2: async (targets) => {
      const sent = await apns2.sendMany(
        targets.map(({ pushId }) => new Notification(pushId, content)),
      );
      const failed = sent.find((one) => "error" in one);
      if (failed) throw new Error(`apns2: ${JSON.stringify(failed)}`);
    },
  };
});

await compare("chrome", async (lab) => {
  const payload = payloadOf("chrome");
  const account = lab.accounts.webpush;
  const ours = openProvider("webpush", account, lab.addresses);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const sendOne = ({ subscription }: LabDevice) =>
    new Promise<void>((resolve, reject) => {
      if (!subscription) throw new Error("no subscription");
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(
        subscription,
        payload.body,
        {
          TTL: payload.ttlSeconds,
          vapidDetails: {
            subject: account.subject,
            publicKey: account.publicKey,
            privateKey: account.privateKey,
          },
        },
      );
      const call = httpRequest(
        endpoint,
        { method, headers: headers as Record<string, string>, agent },
        (answer) => {
          answer.resume().on("end", resolve);
        },
      );
      call.on("error", reject).end(body);
    });
  return {
    clarion: async (targets) => {
      await outcomesOf(ours, { request: payload, targets: targets.map(targetOf) });
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
process.stdout.write(`${JSON.stringify({ bench: "libraries", ratios })}\n`);
process.exit(0);

async function compare(
  kind: "ios" | "chrome",
  contestants: (
    lab: Pick<Lab, "accounts" | "addresses" | "endpoints">,
    folder: string,
  ) => Promise<Record<string, Run>>,
): Promise<void> {
  if (only !== undefined && only !== kind) return;
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const child = fork("bench/lab-process.ts", [folder, kind, String(total)], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "fatal", DATA_DIR: folder },
  });
  const lab = await answer<
    Pick<Lab, "accounts" | "addresses" | "endpoints"> & { targets: LabDevice[] }
  >(child);
  const runs = Object.entries(await contestants(lab, folder));
  const rates = new Map<string, number[]>(runs.map(([name]) => [name, []]));
  // One to warm up, then each goes first in turn.
  for (const [, run] of runs) await run(lab.targets.slice(0, 500));
  for (let turn = 0; turn < rounds; turn += 1)
    for (const [name, run] of [
      ...runs.slice(turn % runs.length),
      ...runs.slice(0, turn % runs.length),
    ]) {
      const started = performance.now();
      await run(lab.targets);
      rates.get(name)?.push(total / ((performance.now() - started) / 1_000));
    }
  child.send("arrived?");
  const { arrived } = await answer<{ arrived: number }>(child);
  const expected = runs.length * (rounds * total + 500);
  const [ours = [], ...others] = runs.map(([name]) => rates.get(name) ?? []);
  for (const [n, [name]] of runs.entries()) {
    const times = n === 0 ? [] : ours.map((rate, turn) => rate / (others[n - 1]?.[turn] ?? 0));
    if (n > 0) ratios[`${providerOf(kind)}.${name}`] = Number(middle(times).toFixed(2));
    const ratio =
      n === 0
        ? ""
        : `   ${middle(times).toFixed(2)} × (${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)})`;
    process.stdout.write(
      `${kind.padEnd(8)}${name.padEnd(18)}${middle(rates.get(name) ?? [])
        .toFixed(0)
        .padStart(7)} /s${ratio}\n`,
    );
  }
  if (arrived !== expected)
    process.stdout.write(`${kind.padEnd(8)}VOID: ${arrived} of ${expected} arrived\n`);
  child.disconnect();
  remove();
}

function middle(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}

function payloadOf(kind: "ios" | "chrome", more: { bundleId?: string } = {}): ProviderRequest {
  const text = "Your order left our house today.";
  const parsed = pushRequestSchema.parse({
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ userid: ["-"] }],
    channels: {
      push:
        kind === "ios"
          ? { ios: { title: "Order shipped", text } }
          : { web: { platform_types: ["chrome"], title: "Order shipped", text } },
    },
  });
  const judged = checkEffective(parsed, undefined, { warn: false });
  const effective: EffectiveRequest | undefined = judged.ok ? judged.effective : undefined;
  const now = Date.now();
  const context = {
    transid: crypto.randomUUID(),
    acceptedAt: now,
    now,
    app: { name: "Sandbox", androidRendering: "auto" as const, ...more },
  };
  const built = effective && build(effective, kind, context);
  if (!built) throw new Error("no payload");
  return built;
}

function targetOf({ pushId, subscription }: LabDevice) {
  return {
    deliveryId: crypto.randomUUID(),
    pushid: pushId,
    ...(subscription ? { subscription } : {}),
  };
}

/** TLS with a certificate of its own in front of an address that has none. */
async function tlsBefore(origin: string, folder: string): Promise<{ port: number; ca: string }> {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      ...subject,
      "-keyout",
      key,
      "-out",
      cert,
    ],
    {
      stdio: "ignore",
    },
  );
  const behind = Number(new URL(origin).port);
  const ca = readFileSync(cert, "utf8");
  const server = createServer(
    { key: readFileSync(key), cert: ca, ALPNProtocols: ["h2"] },
    (socket) => {
      const plain = connect(behind, "127.0.0.1");
      socket.pipe(plain).pipe(socket);
      for (const end of [socket, plain]) end.on("error", () => socket.destroy());
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, ca };
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (message) => resolve(message as T)));
}
