import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { LabDevice } from "@/lib/lab/devices";
import { startLab, type Lab } from "@/lib/lab/lab";
import { startReceiver } from "@/lib/lab/receiver";

// `npm run lab`: the four simulated push providers as a process of their own, to set up an app
// against them as against the real ones. Everything listens on loopback.
const { values } = parseArgs({
  options: {
    dir: { type: "string", default: "data/lab" },
    clarion: { type: "string", default: "http://localhost:3000" },
    appid: { type: "string" },
    "client-key": { type: "string" },
    "vapid-key": { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const usage = `npm run lab -- [options]

  --dir <folder>          where accounts, devices and credentials are kept (data/lab)
  --clarion <url>         where Clarion runs (http://localhost:3000)
  --appid <app id>        registers the lab's devices with this app …
  --client-key <key>      … by its client key, and has them send receipts
  --vapid-key <key>       adds a browser that subscribed with this public key: the app’s own, where Clarion made it
`;

async function run(): Promise<void> {
  const folder = resolve(values.dir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lab = await startLab({ dataDir: folder });
  const receiver = await startReceiver();
  const files = await keepCredentials(lab, folder);
  const control = createServer((request, response) => {
    if (!lab.handler(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((done) => control.listen(0, "127.0.0.1", done));
  const address = control.address();
  const { "client-key": clientKey, "vapid-key": vapidKey, appid, clarion } = values;
  const devices = [
    ...lab.devices,
    ...(vapidKey === undefined
      ? []
      : [lab.addDevice({ kind: "chrome", userid: "user-1", vapidKey })]),
  ];
  if (clientKey !== undefined)
    lab.setReceipts({ url: `${clarion}/resources/v1/receipts`, clientKey });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print("The lab is running. Start Clarion with:");
  print(`  SANDBOX=0 PROVIDER_ALLOW=${lab.addresses.join(",")} NOTIFY_ALLOW=127.0.0.1 npm start`);
  print(
    "Credentials for Settings → Apps, including the addresses to enter in “Address”. The password of the .p12 file is “lab”:",
  );
  for (const file of files) print(`  ${file}`);
  print("Addresses of the simulated providers:");
  for (const [provider, origin] of Object.entries(lab.endpoints)) print(`  ${provider}: ${origin}`);
  print(
    `Receiver for delivery updates: ${receiver.url}/updates; OAuth 2 access tokens: ${lab.accounts.hms.tokenUri}`,
  );
  if (typeof address === "object" && address)
    print(
      `Notifications on the devices: http://127.0.0.1:${address.port}/resources/v1/lab/notifications`,
    );
  if (clientKey !== undefined && appid !== undefined) {
    for (const device of devices) print(await register(device, { clarion, clientKey, appid }));
  } else print("To register its devices with an app, add --appid and --client-key.");
  const stop = async () => {
    control.close();
    await Promise.all([receiver.stop(), lab.stop()]);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
}

/**
 * Writes the credentials as their providers hand them out, readable by this user alone; answers the
 * paths.
 */
async function keepCredentials(lab: Lab, folder: string): Promise<string[]> {
  const { fcm, apns, hms, webpush } = lab.accounts;
  const authority = await lab.appleAuthority();
  const { bundleId } = apns;
  const certificate = await authority.issue({ bundleId });
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const files: Record<string, string | Buffer> = {
    "fcm-service-account.json": json({
      type: "service_account",
      project_id: fcm.projectId,
      client_email: fcm.clientEmail,
      private_key: fcm.privateKey,
      token_uri: fcm.tokenUri,
      endpoint: fcm.endpoint,
    }),
    [`AuthKey_${apns.keyId}.p8`]: apns.privateKey,
    "apns.json": json({
      teamId: apns.teamId,
      keyId: apns.keyId,
      bundleId: apns.bundleId,
      endpoint: apns.endpoint,
    }),
    // Of a certificate in the place of the key, by https, with the authority to trust; its password
    // is "lab".
    "apns-certificate.p12": authority.p12(certificate, "lab"),
    "apns-authority.pem": authority.root.certificate,
    "hms.json": json(hms),
    "web-push.json": json(webpush),
  };
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  });
}

/** Registers a device as its app would; answers a line about it. */
async function register(
  device: LabDevice,
  to: { clarion: string; clientKey: string; appid: string },
): Promise<string> {
  const { userid, deviceid, kind, model, os, pushId, subscription } = device;
  const body = {
    appid: to.appid,
    userid,
    deviceid,
    kind,
    model,
    os,
    ...(subscription ? { subscription } : { pushid: pushId }),
  };
  const answer = await fetch(`${to.clarion}/resources/v1/devices`, {
    method: "PUT",
    headers: { key: to.clientKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return `  ${model} of ${userid}: ${answer.ok ? "registered" : `not registered: ${await answer.text()}`}`;
}

if (values.help) process.stdout.write(usage);
else await run();
