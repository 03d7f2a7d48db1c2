import { createECDH, generateKeyPair, type KeyObject, randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { folderError, StartError } from "@/lib/config/start-error";
import { createFile, makeFolder, replaceFile } from "@/lib/config/write-file";
import { log } from "@/lib/log/log";
import type { LabKind } from "./kinds";
import { makePushId } from "./push-ids";

const text = z.string().min(1);
const keyPair = z.strictObject({ publicKey: text, privateKey: text });
const deviceSchema = z.strictObject({
  userid: text,
  deviceid: text,
  kind: z.enum(["android", "hms", "ios", "chrome", "firefox", "safari"]),
  /**
   * FCM and HMS token, APNs device token (64 hexadecimal digits), or a short id of a browser's
   * subscription.
   */
  pushId: text,
  model: text,
  os: text,
  /** A browser's subscription: the last part of its endpoint and its keys, base64url. */
  web: z
    .strictObject({ subscriptionId: text, publicKey: text, privateKey: text, auth: text })
    .optional(),
});
const stateSchema = z.strictObject({
  version: z.literal(1),
  fcm: z.strictObject({ projectId: text, clientEmail: z.email(), privateKey: text }),
  apns: z.strictObject({ teamId: text, keyId: text, bundleId: text, privateKey: text }),
  hms: z.strictObject({ appId: text, appSecret: text }),
  webpush: keyPair,
  devices: z.array(deviceSchema),
  /** Issues the certificates of clients of APNs, once one was asked for; PEM. */
  authority: z.strictObject({ certificate: text, key: text }).optional(),
  /**
   * Where it listened last, without a configured port: addresses that were given out stay right.
   */
  ports: z.array(z.int().min(1).max(65_535)).max(4).optional(),
});

/**
 * Accounts and devices of the lab: created once, stable across restarts. Keys as PEM (FCM, APNs) or
 * base64url (Web Push).
 */
export type LabState = z.output<typeof stateSchema>;
/** A device as stored in the file. */
export type StoredDevice = z.output<typeof deviceSchema>;

/**
 * Reads `lab.json` in the folder, or makes it (mode 0600) when it is absent. Throws `StartError`.
 */
export async function openLabState(dataDir: string): Promise<LabState> {
  const file = fileIn(dataDir);
  try {
    const storedState = read(file);
    if (storedState) return storedState;
    const newState = await makeState();
    makeFolder(dataDir);
    // Of two that make it at once one does, and both use that one.
    return createFile(file, stateText(newState)) ? newState : (read(file) ?? newState);
  } catch (error) {
    throw folderError(error, file);
  }
}

/**
 * Stores the ports of the lab, to listen there again at the next start, or its authority. If the
 * file cannot be written, the next start may use others.
 */
export function rememberInState(
  dataDir: string,
  state: LabState,
  more: Pick<LabState, "ports"> | Pick<LabState, "authority">,
): void {
  const before = stateText(state);
  Object.assign(state, more);
  if (stateText(state) === before) return;
  try {
    replaceFile(fileIn(dataDir), stateText(state));
  } catch (error) {
    log().warn(
      { err: error },
      "the sandbox's ports or certificates were not remembered; the next time they may be others",
    );
  }
}

const fileIn = (dataDir: string) => join(dataDir, "lab.json");
const stateText = (state: LabState) => `${JSON.stringify(state, null, 2)}\n`;

function read(file: string): LabState | undefined {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartError(`${file} is ${cure("not JSON")}`);
  }
  const parsed = stateSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "(root)"}: ${issue.message}`)
    .join("; ");
  throw new StartError(`${file} is ${cure(`not as written (${where})`)}`);
}

const cure = (fault: string) => `${fault}: remove it to get new sandbox accounts and devices.`;

/** A new P-256 key pair, base64url: 65 bytes of uncompressed point, 32 bytes of scalar. */
export function makePoint(): { publicKey: string; privateKey: string } {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const scalar = Buffer.alloc(32);
  const privateKey = ecdh.getPrivateKey();
  privateKey.copy(scalar, 32 - privateKey.length); // leading zero bytes are left out by Node
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey: scalar.toString("base64url") };
}

/** A new browser subscription. */
export function makeSubscription(): NonNullable<StoredDevice["web"]> {
  return {
    subscriptionId: randomBytes(33).toString("base64url"),
    ...makePoint(),
    auth: randomBytes(16).toString("base64url"),
  };
}

const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

async function makeState(): Promise<LabState> {
  const generate = promisify(generateKeyPair);
  const rsa = await generate("rsa", { modulusLength: 2048 });
  const ec = await generate("ec", { namedCurve: "P-256" });
  const capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const ten = () => Array.from({ length: 10 }, () => capitals[randomInt(capitals.length)]).join("");
  return {
    version: 1,
    fcm: {
      projectId: "clarion-sandbox",
      clientEmail: "sender@clarion-sandbox.iam.gserviceaccount.com",
      privateKey: pem(rsa.privateKey),
    },
    apns: {
      teamId: ten(),
      keyId: ten(),
      bundleId: "com.clarion.sandbox",
      privateKey: pem(ec.privateKey),
    },
    hms: {
      appId: String(randomInt(100_000_000, 999_999_999)),
      appSecret: randomBytes(32).toString("hex"),
    },
    webpush: makePoint(),
    devices: [
      device("user-1", "android", "Pixel 9", "Android 16"),
      device("user-1", "ios", "iPhone 17", "iOS 26"),
      device("user-2", "hms", "Pura 80", "EMUI 15"),
      device("user-2", "chrome", "Chrome", "Windows 11"),
      device("user-3", "firefox", "Firefox", "Linux"),
      device("user-3", "safari", "Safari", "macOS 26"),
    ],
  };
}

function device(userid: string, kind: LabKind, model: string, os: string): StoredDevice {
  const browser = kind === "chrome" || kind === "firefox" || kind === "safari";
  return {
    userid,
    deviceid: `${userid}-${kind}`,
    kind,
    pushId: makePushId(kind),
    model,
    os,
    ...(browser && { web: makeSubscription() }),
  };
}
