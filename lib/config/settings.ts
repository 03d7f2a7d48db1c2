import ipaddr from "ipaddr.js";
import { z } from "zod";
import { ownerSchema } from "@/lib/inputs/member";
import { serviceKeyText } from "@/lib/inputs/service";
import { filled, text } from "@/lib/inputs/text";
import { isTimeZone } from "@/lib/inputs/time-zone";
import { asciiDigits } from "@/lib/inputs/typed-number";
import { AddressList, isAddressOrRange } from "./address-list";
import {
  behindOrigin,
  credentialFault,
  parameterFault,
  pathFault,
  proxyFault,
  switchOf,
  wholePath,
} from "./written";

const boolean = z.string().transform((value, context) => {
  const isOn = switchOf(value);
  if (isOn === undefined)
    context.addIssue({
      code: "custom",
      message: "must be 1 or 0 (also: true, false, yes, no, on, off)",
    });
  return isOn ?? z.NEVER;
});
/** A whole number in digits of any script. */
const whole = z.preprocess(
  (value) =>
    typeof value === "string" && /^[+-]?\d+$/.test(asciiDigits(value))
      ? Number(asciiDigits(value))
      : value,
  z.number("must be a whole number").int(),
);
const within = (least: number, most: number) => whole.pipe(z.number().min(least).max(most));
const port = within(0, 65_535);
const rate = within(0, 1_000_000);

/** A text of which `fault` says what is wrong with it, if anything. */
const without = (most: number, fault: (value: string) => string | undefined) =>
  text(most).superRefine((value, context) => {
    const message = fault(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
const urlWith = (protocol: RegExp, schemes: string) =>
  z.url({ protocol, error: `must be a whole URL that begins with ${schemes}` });
const webUrl = urlWith(/^https?$/, "http:// or https://");
const databaseUrl = without(8_192, credentialFault)
  .pipe(urlWith(/^postgres(ql)?$/, "postgres:// or postgresql://"))
  .superRefine((url, context) => {
    const message = parameterFault(url);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .optional();
/** Programs such as curl take a proxy without its protocol. */
const proxy = text(2_048)
  .transform((address) =>
    /^(?:[^/\s]*@)?[\w.-]+:\d{1,5}\/?$/.test(address) ? `http://${address}` : address,
  )
  .pipe(without(2_048, proxyFault))
  .pipe(webUrl)
  .optional();

function isHostOrRange(entry: string): boolean {
  const text = entry.trim();
  if (text === "" || ipaddr.isValid(text)) return true;
  // Of "169.254/16" the library would make 169.0.0.254.
  if (text.includes("/"))
    return ipaddr.isValidCIDR(text) && (text.includes(":") || /^(?:\d+\.){3}\d+\//.test(text));
  const [, port = "0"] = /^(?:[\p{L}\p{N}][\p{L}\p{N}_.-]*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/iu.exec(
    text,
  ) ?? [undefined, "none"];
  return Number(port) <= 65_535;
}

/**
 * What other programs write in NO_PROXY besides: everything, names without a dot, and the beginning
 * of an IPv4 address.
 */
function isWildcard(entry: string): boolean {
  return entry === "*" || entry.toLowerCase() === "<local>" || /^(?:\d{1,3}\.){1,3}\*$/.test(entry);
}

/** A range of everybody would let anybody say who they are. */
function isProxy(entry: string): boolean {
  if (entry.trim() === "") return true;
  const range = new AddressList([entry]);
  const everybody =
    (range.includes("1.1.1.1") && range.includes("203.0.113.1")) ||
    (range.includes("::2") && range.includes("2001:db8::1"));
  return isAddressOrRange(entry) && !everybody;
}

const hostList = text(65_536)
  .default("")
  .refine(
    (list) => list.split(",").every(isHostOrRange),
    "each entry must be a host, host:port, address, or CIDR range such as 10.0.0.0/8",
  );

/**
 * Every setting: its schema, its description, and whether it can be read from a file (`NAME_FILE`).
 * docs/configuration.md is generated from it.
 */
export const settings = {
  PORT: port.default(3000).describe("Port for the console and the interface."),
  HOST: filled(253).default("127.0.0.1").describe("Address to listen on."),
  ORIGIN: text(2_048)
    .pipe(webUrl)
    .superRefine((url, context) => {
      const message = behindOrigin(url);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .optional()
    .describe(
      "Public address of the console, such as https://push.example.com. Default: http://localhost:PORT.",
    ),
  DATA_DIR: filled(4_096)
    .superRefine((path, context) => {
      const message = pathFault(path);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .transform(wholePath)
    .default("./data")
    .describe("Folder for the local database, APP_SECRET, the media library and the sandbox."),
  MEDIA_BUCKET: text(2_048)
    .pipe(webUrl)
    .refine(
      (url) => /^https?:\/\/[^/?#@]+\/[^/?#]+[^?#]*$/i.test(url),
      "the path must begin with the name of the bucket",
    )
    .optional()
    .describe(
      "S3-compatible bucket for the media library, path-style, such as https://s3.eu-central-1.amazonaws.com/images. If unset, Clarion uses the folder `media` in DATA_DIR.",
    ),
  MEDIA_BUCKET_REGION: filled(100).default("us-east-1").describe("Region of MEDIA_BUCKET."),
  MEDIA_BUCKET_KEY_ID: filled(200).optional().describe("Access key ID for MEDIA_BUCKET."),
  MEDIA_BUCKET_SECRET: filled(1_000).optional().describe("Secret access key for MEDIA_BUCKET."),
  DATABASE_URL: databaseUrl.describe(
    "PostgreSQL 15 or newer. If unset, Clarion starts a local PostgreSQL server, which keeps its database in DATA_DIR.",
  ),
  DATABASE_DIRECT_URL: databaseUrl.describe(
    "The same database past a connection pooler, for migrations, notifications and locks. Required if DATABASE_URL leads to PgBouncer in transaction mode.",
  ),
  ROLE: z
    .enum(["all", "web", "api", "worker"])
    .default("all")
    .describe(
      "Role of this process: `all`, `web`, `api` or `worker`. The local database requires `all`.",
    ),
  APP_SECRET: text(8_192)
    .min(32, "must have at least 32 characters")
    .max(1_000, "must have at most 1,000 characters")
    .regex(
      /^[^\s\p{C}\uFFFD]([^\p{C}\uFFFD]*[^\s\p{C}\uFFFD])?$/u,
      "must contain only printable characters, and no space or line break at the start or end",
    )
    .optional()
    .describe(
      "Key that seals secrets at rest and signs sessions. If unset, Clarion generates one and stores it in DATA_DIR.",
    ),
  ADMIN_EMAIL: ownerSchema.shape.email
    .optional()
    .describe("E-mail address of the owner, for the first start."),
  ADMIN_PASSWORD: ownerSchema.shape.password
    .optional()
    .describe("Password of the owner, for the first start."),
  SERVICE_KEY: serviceKeyText
    .optional()
    .describe(
      "Key of the sandbox service, for the first start. If unset, Clarion generates one and prints it once.",
    ),
  NOTIFY_ALLOW: hostList.describe(
    "Private hosts and CIDR ranges, separated by commas, that notify URLs and browser push services may use.",
  ),
  PROVIDER_ALLOW: hostList.describe(
    "Private hosts and CIDR ranges, separated by commas, that push providers and single sign-on issuers may use. The sandbox's lab is always allowed.",
  ),
  HTTPS_PROXY: proxy.describe(
    "Proxy for calls to https addresses, such as http://proxy.example:3128: push providers, notify URLs, sign-on issuers, the bucket. Also read as `https_proxy`.",
  ),
  HTTP_PROXY: proxy.describe("Proxy for calls to http addresses. Also read as `http_proxy`."),
  NO_PROXY: text(65_536)
    .default("")
    .refine(
      (list) =>
        list
          .split(/[,\s]+/)
          .every((entry) => isWildcard(entry) || isHostOrRange(entry.replace(/^\*?\./, ""))),
      "each entry must be a host, .domain, host:port, address, range such as 10.0.0.0/8 or 192.168.*, <local>, or *",
    )
    .describe(
      "Hosts, domains and CIDR ranges, separated by commas, that are called without a proxy; `*` for all. This machine itself never is. Also read as `no_proxy`.",
    ),
  SIGN_ON_ENFORCED: boolean
    .default(true)
    .describe(
      "Set to 0 to let all members sign in by password even if single sign-on is enforced, for example while its provider is unreachable.",
    ),
  SMTP_URL: without(2_048, credentialFault)
    .pipe(urlWith(/^smtps?$/, "smtp:// or smtps://"))
    .optional()
    .describe(
      "Mail server for notices and password reset links, such as smtps://name:password@mail.example.com. If unset, Clarion sends no e-mail.",
    ),
  SMTP_FROM: text(320)
    .pipe(z.email())
    .optional()
    .describe("Sender address of e-mails. Required with SMTP_URL."),
  CLIENT_KEY_RATE: rate
    .default(5_000)
    .describe(
      "Receipts per second that devices may send with one client key. A registration counts as ten; 0 means no limit.",
    ),
  CLIENT_ADDRESS_RATE: rate
    .default(1_000)
    .describe(
      "Receipts per second from one client address (for IPv6, one /64). Both limits allow bursts of ten seconds' worth.",
    ),
  METRICS_PORT: port
    .optional()
    .describe(
      "Separate port for `/metrics`, open to everyone who can reach it. If unset, there is none.",
    ),
  METRICS_TOKEN: text(200)
    .min(16, "must have at least 16 characters")
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
    .optional()
    .describe(
      "Bearer token that gives access to `/metrics` on PORT. If unset, PORT does not serve `/metrics`.",
    ),
  TRUSTED_PROXIES: text(65_536)
    .default("")
    .refine(
      (list) => list.split(",").every(isProxy),
      "each entry must be an address or a CIDR range such as 10.0.0.0/8, and must not include all addresses",
    )
    .describe(
      "Addresses and CIDR ranges, separated by commas, of reverse proxies whose X-Forwarded-For contains the client's address.",
    ),
  UNDO_SECONDS: within(0, 60)
    .default(10)
    .describe("Length of the undo window of a send in seconds, 0 to 60."),
  AUTOSAVE_MS: within(100, 60_000)
    .default(1_200)
    .describe(
      "Delay in milliseconds from the last keystroke until a draft is saved, 100 to 60000.",
    ),
  PASSWORD_COST: within(10, 18)
    .default(17)
    .describe(
      "Cost of checking a password, 10 to 18: scrypt's N is two to this power. Applies to passwords that are set from then on. Use less than 17 only for tests.",
    ),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Minimum severity of log entries."),
  TZ: filled(100)
    .refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin")
    .optional()
    .describe("Time zone of timestamps in delivery updates. Default: the machine's time zone."),
  SANDBOX: boolean
    .default(true)
    .describe(
      "Provides the sandbox: a service, an app, users, simulated devices and the lab. Set to 0 to turn it off.",
    ),
  LAB_PORT: port
    .refine((first) => first <= 65_532, "must be at most 65532, because the lab uses four ports")
    .default(3900)
    .describe(
      "First of the four loopback ports of the lab's provider endpoints. Clarion replaces ports that are in use with free ones.",
    ),
} as const;

/**
 * Names that may be given as `NAME_FILE`, a path whose content (less a final newline) is the value.
 */
export const secrets = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "APP_SECRET",
  "ADMIN_PASSWORD",
  "SERVICE_KEY",
  "METRICS_TOKEN",
  "MEDIA_BUCKET_SECRET",
  "SMTP_URL",
  "HTTPS_PROXY",
  "HTTP_PROXY",
] as const;

/** Names that other programs write in lower case. */
export const alsoLower: readonly string[] = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
