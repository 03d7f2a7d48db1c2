import { closeSync, openSync, readSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { ownerSchema } from "@/lib/inputs/member";
import { serviceKeyText } from "@/lib/inputs/service";
import { filled, text } from "@/lib/inputs/text";
import { isTimeZone } from "@/lib/inputs/time-zone";
import { AddressList, isAddressOrRange } from "./address-list";
import { StartError } from "./start-error";

const boolean = z.enum(["0", "1", "true", "false"]).transform((text) => text === "1" || text === "true");
const port = z.coerce.number().int().min(0).max(65_535);
const rate = z.coerce.number().int().min(0).max(1_000_000);

function isHostOrRange(entry: string): boolean {
  const text = entry.trim();
  return text === "" || ipaddr.isValidCIDR(text) || ipaddr.isValid(text) || /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text);
}

/** A range of everybody would let anybody say who they are. */
function isProxy(entry: string): boolean {
  if (entry.trim() === "") return true;
  const range = new AddressList([entry]);
  const everybody =
    (range.includes("1.1.1.1") && range.includes("203.0.113.1")) || (range.includes("::2") && range.includes("2001:db8::1"));
  return isAddressOrRange(entry) && !everybody;
}

const hostList = text(65_536)
  .default("")
  .refine((list) => list.split(",").every(isHostOrRange), "each is a host, host:port, address or CIDR range such as 10.0.0.0/8");

/** Every setting: its rule, what it is for, and whether it may come from a file as `NAME_FILE`. One row each of the table in README. */
export const settings = {
  PORT: port.default(3000).describe("Port of the console and the interface."),
  HOST: filled(253).default("127.0.0.1").describe("Address to listen on."),
  ORIGIN: text(2_048)
    .pipe(z.url({ protocol: /^https?$/ }))
    .optional()
    .describe("Public address of the console, e.g. https://push.example.com. Default: http://localhost:PORT."),
  DATA_DIR: filled(4_096).default("./data").describe("Folder of the embedded database, of APP_SECRET and of the sandbox."),
  MEDIA_BUCKET: text(2_048)
    .pipe(z.url({ protocol: /^https?$/ }))
    .refine((url) => /^https?:\/\/[^/?#@]+\/[^/?#]+[^?#]*$/i.test(url), "the bucket's name is the first step of its path")
    .optional()
    .describe(
      "An S3-compatible bucket that keeps the media library, path-style, e.g. https://s3.eu-central-1.amazonaws.com/images. Unset: the folder media in DATA_DIR.",
    ),
  MEDIA_BUCKET_REGION: filled(100).default("us-east-1").describe("Region of MEDIA_BUCKET."),
  MEDIA_BUCKET_KEY_ID: filled(200).optional().describe("Access key id for MEDIA_BUCKET."),
  MEDIA_BUCKET_SECRET: filled(1_000).optional().describe("Secret access key for MEDIA_BUCKET."),
  DATABASE_URL: text(8_192)
    .pipe(z.url({ protocol: /^postgres(ql)?$/ }))
    .optional()
    .describe("A PostgreSQL 15 or newer. Unset: the embedded database in DATA_DIR."),
  ROLE: z.enum(["all", "web", "api", "worker"]).default("all").describe("What this process does. The embedded database needs `all`."),
  APP_SECRET: text(8_192)
    .min(32, "at least 32 characters")
    .max(1_000, "at most 1,000 characters")
    .regex(/^[^\s\p{C}\uFFFD]([^\p{C}\uFFFD]*[^\s\p{C}\uFFFD])?$/u, "printable characters, with no space or line break at either end")
    .optional()
    .describe("Seals secrets at rest and signs sessions. Made and kept in DATA_DIR when absent."),
  ADMIN_EMAIL: ownerSchema.shape.email.optional().describe("First start: e-mail address of the owner."),
  ADMIN_PASSWORD: ownerSchema.shape.password.optional().describe("First start: password of the owner."),
  SERVICE_KEY: serviceKeyText.optional().describe("First start: key of the sandbox service. Otherwise one is made and printed once."),
  NOTIFY_ALLOW: hostList.describe(
    "Hosts and CIDR ranges, separated by commas, that notify URLs and push services of browsers may have although they are private.",
  ),
  PROVIDER_ALLOW: hostList.describe(
    "Hosts and CIDR ranges, separated by commas, that may be push providers or issuers of single sign-on although they are private. The sandbox's lab need not be listed.",
  ),
  SIGN_ON_ENFORCED: boolean
    .default(true)
    .describe("0 lets everybody sign in by password although single sign-on is enforced: for when its provider is out of reach."),
  SMTP_URL: text(2_048)
    .pipe(z.url({ protocol: /^smtps?$/ }))
    .optional()
    .describe(
      "Mail server for notices and for links to a new password, e.g. smtps://name:password@mail.example.com. Unset: no e-mail is sent.",
    ),
  SMTP_FROM: text(320).pipe(z.email()).optional().describe("Address that e-mail comes from. Needed with SMTP_URL."),
  CLIENT_KEY_RATE: rate
    .default(5_000)
    .describe("Receipts a second that devices may send with one client key; a registration counts as ten. 0: no limit."),
  CLIENT_ADDRESS_RATE: rate
    .default(1_000)
    .describe("The same for one client address (of IPv6: one /64). Ten seconds' worth of either may come at once."),
  METRICS_PORT: port.optional().describe("Port of `/metrics` alone, for everybody who can reach it. Unset: none."),
  METRICS_TOKEN: text(200)
    .min(16, "at least 16 characters")
    .regex(/^[\x21-\x7e]+$/, "printable ASCII without spaces")
    .optional()
    .describe("Opens `/metrics` on PORT to those who send it as a bearer token. Unset: there is no `/metrics` on PORT."),
  TRUSTED_PROXIES: text(65_536)
    .default("")
    .refine((list) => list.split(",").every(isProxy), "each is an address or a CIDR range such as 10.0.0.0/8, not everybody")
    .describe("Addresses and CIDR ranges, separated by commas, of proxies in front whose X-Forwarded-For tells the client's address."),
  UNDO_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(10)
    .describe("Seconds in which a send can be undone before it leaves, 0 to 60."),
  AUTOSAVE_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(1_200)
    .describe("Milliseconds after the last key until a draft is saved, 100 to 60000."),
  PASSWORD_COST: z.coerce
    .number()
    .int()
    .min(10)
    .max(18)
    .default(17)
    .describe(
      "Work of checking a password: scrypt's N is two to this power, 10 to 18. Counts for passwords that are set from then on; less than 17 is for tests alone.",
    ),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least severity written to the log."),
  TZ: filled(100)
    .refine(isTimeZone, "a zone of the IANA list, such as Europe/Berlin")
    .optional()
    .describe("Time zone of timestamps in delivery updates. Default: the machine's."),
  SANDBOX: boolean.default(true).describe("The sandbox: service, app, users, simulated devices and the lab. 0 turns it off."),
  LAB_PORT: port
    .max(65_532, "at most 65532, the first of four")
    .default(3900)
    .describe("First of four loopback ports on which the lab's provider endpoints listen. Those that are taken are replaced by free ones."),
} as const;

/** Names that may be given as `NAME_FILE`, a path whose content (less a final newline) is the value. */
const secrets = [
  "DATABASE_URL",
  "APP_SECRET",
  "ADMIN_PASSWORD",
  "SERVICE_KEY",
  "METRICS_TOKEN",
  "MEDIA_BUCKET_SECRET",
  "SMTP_URL",
] as const;

const schema = z.object(settings);
/** The environment after parsing: numbers as numbers, defaults filled in. */
export type Environment = z.output<typeof schema>;

/** A setting has a wrong value. The message names each one and says what is wanted; it never repeats a secret's value. */
export class ConfigurationError extends StartError {}

/**
 * Parses the environment. An empty variable counts as absent. Throws {@link ConfigurationError} naming every wrong variable.
 *
 * @param source usually `process.env`
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const problems: string[] = [];
  const files: Record<string, string> = {};
  const values: Record<string, string> = {};
  for (const name of Object.keys(settings)) {
    const value = source[name];
    if (value !== undefined && value !== "") values[name] = value;
  }
  for (const name of secrets) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (values[name] !== undefined) {
      problems.push(`${name}: given twice, as ${name} and as ${name}_FILE; keep one`);
      continue;
    }
    try {
      values[name] = readSecret(path);
      files[name] = path;
    } catch (error) {
      const why = error instanceof TypeError ? "not UTF-8" : ((error as NodeJS.ErrnoException).code ?? "error");
      problems.push(`${name}_FILE: cannot read ${path} (${why})`);
    }
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      const where = files[name] === undefined ? name : `${name}_FILE (${files[name]})`;
      problems.push(`${where}: ${message.replace(/\.$/, "")}. ${describe(name)}`);
    }
  if (parsed.success && problems.length === 0) {
    if (parsed.data.DATABASE_URL === undefined && parsed.data.ROLE !== "all")
      problems.push("ROLE: the embedded database serves one process only, so ROLE must be `all` unless DATABASE_URL is set.");
    if (parsed.data.METRICS_PORT === parsed.data.PORT && parsed.data.PORT !== 0)
      problems.push("METRICS_PORT: another port than PORT is needed; METRICS_TOKEN opens /metrics on PORT.");
    const { MEDIA_BUCKET: bucket, MEDIA_BUCKET_KEY_ID: keyId, MEDIA_BUCKET_SECRET: secret } = parsed.data;
    if ((bucket === undefined) !== (keyId === undefined) || (bucket === undefined) !== (secret === undefined))
      problems.push("MEDIA_BUCKET, MEDIA_BUCKET_KEY_ID and MEDIA_BUCKET_SECRET: set all of them, or none.");
    if ((parsed.data.SMTP_URL === undefined) !== (parsed.data.SMTP_FROM === undefined))
      problems.push("SMTP_URL and SMTP_FROM: set both, or neither.");
    if ((parsed.data.ADMIN_EMAIL === undefined) !== (parsed.data.ADMIN_PASSWORD === undefined))
      problems.push("ADMIN_EMAIL and ADMIN_PASSWORD: set both, or neither.");
  }
  if (problems.length > 0 || !parsed.success)
    throw new ConfigurationError(`Clarion cannot start:\n${problems.map((line) => `  - ${line}`).join("\n")}`);
  return parsed.data;
}

/** A value takes no more; a path may name a device that never ends. */
const mostFileBytes = 65_536;

function readSecret(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(mostFileBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > mostFileBytes) throw Object.assign(new Error(), { code: `more than ${mostFileBytes} bytes` });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length)).replace(/\r?\n$/, "");
  } finally {
    closeSync(file);
  }
}

function describe(name: string): string {
  return (settings as Record<string, { description?: string | undefined }>)[name]?.description ?? "";
}
