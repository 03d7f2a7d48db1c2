import { closeSync, openSync, readSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { ownerSchema } from "@/lib/inputs/member";
import { filled, text } from "@/lib/inputs/text";

const boolean = z.enum(["0", "1", "true", "false"]).transform((text) => text === "1" || text === "true");
const port = z.coerce.number().int().min(0).max(65_535);
const optionalText = filled(100).optional();

function isHostOrRange(entry: string): boolean {
  const text = entry.trim();
  return text === "" || ipaddr.isValidCIDR(text) || ipaddr.isValid(text) || /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text);
}

function isTimeZone(name: string | undefined): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Every setting: its rule, what it is for, and whether it may come from a file as `NAME_FILE`. One row each of the table in README. */
export const settings = {
  PORT: port.default(3000).describe("Port of the console and the interface."),
  HOST: filled(253).default("127.0.0.1").describe("Address to listen on."),
  ORIGIN: text(2_048)
    .pipe(z.url({ protocol: /^https?$/ }))
    .optional()
    .describe("Public address of the console, e.g. https://push.example.com. Default: http://localhost:PORT."),
  DATA_DIR: filled(4_096).default("./data").describe("Folder of the embedded database, of APP_SECRET and of the sandbox."),
  DATABASE_URL: text(8_192)
    .pipe(z.url({ protocol: /^postgres(ql)?$/ }))
    .optional()
    .describe("A PostgreSQL 15 or newer. Unset: the embedded database in DATA_DIR."),
  ROLE: z.enum(["all", "web", "api", "worker"]).default("all").describe("What this process does. The embedded database needs `all`."),
  APP_SECRET: text(8_192)
    .min(32, "at least 32 characters")
    .optional()
    .describe("Seals secrets at rest and signs sessions. Made and kept in DATA_DIR when absent."),
  ADMIN_EMAIL: ownerSchema.shape.email.optional().describe("First start: e-mail address of the owner."),
  ADMIN_PASSWORD: ownerSchema.shape.password.optional().describe("First start: password of the owner."),
  SERVICE_KEY: text(200)
    .min(16, "at least 16 characters")
    .regex(/^[\x21-\x7e]+$/, "printable ASCII without spaces")
    .optional()
    .describe("First start: key of the sandbox service. Otherwise one is made and printed once."),
  NOTIFY_ALLOW: text(65_536)
    .default("")
    .refine((list) => list.split(",").every(isHostOrRange), "each is a host, host:port, address or CIDR range such as 10.0.0.0/8")
    .describe("Hosts and CIDR ranges, separated by commas, that outgoing calls may reach although they are private."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least severity written to the log."),
  TZ: optionalText
    .refine(isTimeZone, "a zone of the IANA list, such as Europe/Berlin")
    .describe("Time zone of timestamps in delivery updates. Default: the machine's."),
  SANDBOX: boolean.default(true).describe("The sandbox: service, app, users, simulated devices and the lab. 0 turns it off."),
  LAB_PORT: port.default(3900).describe("First of four loopback ports on which the lab's provider endpoints listen."),
} as const;

/** Names that may be given as `NAME_FILE`, a path whose content (less a final newline) is the value. */
const secrets = ["DATABASE_URL", "APP_SECRET", "ADMIN_PASSWORD", "SERVICE_KEY"] as const;

const schema = z.object(settings);
/** The environment after parsing: numbers as numbers, defaults filled in. */
export type Environment = z.output<typeof schema>;

/** A setting has a wrong value. The message names each one and says what is wanted; it never repeats a secret's value. */
export class ConfigurationError extends Error {}

/**
 * Parses the environment. An empty variable counts as absent. Throws {@link ConfigurationError} naming every wrong variable.
 *
 * @param source usually `process.env`
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const problems: string[] = [];
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
    } catch (error) {
      const why = error instanceof TypeError ? "not UTF-8" : ((error as NodeJS.ErrnoException).code ?? "error");
      problems.push(`${name}_FILE: cannot read ${path} (${why})`);
    }
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    for (const issue of parsed.error.issues)
      problems.push(`${issue.path.join(".")}: ${issue.message.replace(/\.$/, "")}. ${describe(issue.path[0])}`);
  if (parsed.success && problems.length === 0) {
    if (parsed.data.DATABASE_URL === undefined && parsed.data.ROLE !== "all")
      problems.push("ROLE: the embedded database serves one process only, so ROLE must be `all` unless DATABASE_URL is set.");
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

function describe(name: PropertyKey | undefined): string {
  return (settings as Record<PropertyKey, { description?: string | undefined }>)[name ?? ""]?.description ?? "";
}
