import { hkdfSync } from "node:crypto";
import { resolve } from "node:path";
import { storedSecret } from "./app-secret";
import { parseEnvironment, type Environment } from "./environment";
import { nearNames } from "./near-names";

/** The configuration of this process: the environment with everything optional decided. */
export interface Config extends Omit<
  Environment,
  | "ORIGIN"
  | "APP_SECRET"
  | "DATA_DIR"
  | "NOTIFY_ALLOW"
  | "PROVIDER_ALLOW"
  | "TRUSTED_PROXIES"
  | "NO_PROXY"
> {
  /** Absolute path. */
  DATA_DIR: string;
  ORIGIN: string;
  APP_SECRET: string;
  /** Hosts and CIDR ranges, trimmed, lower case. */
  NOTIFY_ALLOW: string[];
  PROVIDER_ALLOW: string[];
  /** Addresses and CIDR ranges, trimmed, lower case. */
  TRUSTED_PROXIES: string[];
  /** Hosts, domains and CIDR ranges, trimmed, lower case. */
  NO_PROXY: string[];
}

const slot = Symbol.for("clarion.config");

/**
 * The configuration, read from the environment once per process (all bundles share it). Throws
 * `StartError`.
 */
export function config(): Config {
  const store = globalThis as { [slot]?: Config };
  store[slot] ??= resolveConfig(parseEnvironment(process.env));
  return store[slot];
}

/**
 * Decides what the environment leaves open, and makes and keeps `APP_SECRET` in the data folder
 * when it is absent.
 */
function resolveConfig(environment: Environment): Config {
  const dataDir = resolve(environment.DATA_DIR);
  return {
    ...environment,
    DATA_DIR: dataDir,
    // As browsers write it: without a slash, a default port or capitals.
    ORIGIN: new URL(environment.ORIGIN ?? `http://localhost:${environment.PORT}`).origin,
    APP_SECRET: environment.APP_SECRET ?? storedSecret(dataDir),
    NOTIFY_ALLOW: entries(environment.NOTIFY_ALLOW),
    PROVIDER_ALLOW: entries(environment.PROVIDER_ALLOW),
    TRUSTED_PROXIES: entries(environment.TRUSTED_PROXIES),
    NO_PROXY: entries(environment.NO_PROXY),
  };
}

function entries(list: string): string[] {
  return list
    .split(/[,\s]+/)
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
}

/**
 * Sentences about variables that nothing reads and that look like a setting, for the log of a
 * start.
 */
export function settingWarnings(): string[] {
  return nearNames(process.env);
}

/**
 * Sets the environment variables of libraries that read it themselves: the console's address for
 * next-auth; for Next the key that encrypts what a page carries for its server actions, the same in
 * all processes with one `APP_SECRET`. Call once, before they are loaded.
 */
export function configureLibraries({
  ORIGIN,
  APP_SECRET,
}: Pick<Config, "ORIGIN" | "APP_SECRET">): void {
  process.env["NEXTAUTH_URL"] = ORIGIN;
  process.env["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"] = Buffer.from(
    hkdfSync("sha256", APP_SECRET, "", "clarion server actions 1", 32),
  ).toString("base64");
}
