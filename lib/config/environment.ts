import { closeSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { parseAddress } from "@/lib/inputs/own-page";
import { alsoLower, secrets, settings } from "./settings";
import { StartError } from "./start-error";
import { meantValue, pathFault, wholePath } from "./written";

/** Values whose blanks and quotation marks belong to them. */
const literal: readonly string[] = [
  "APP_SECRET",
  "ADMIN_PASSWORD",
  "SERVICE_KEY",
  "METRICS_TOKEN",
  "MEDIA_BUCKET_KEY_ID",
  "MEDIA_BUCKET_SECRET",
];
const schema = z.object(settings);
/** The environment after parsing: numbers as numbers, defaults filled in. */
export type Environment = z.output<typeof schema>;

/**
 * A setting has a wrong value. The message names each one and says what is wanted; it never repeats
 * a secret's value.
 */
export class ConfigurationError extends StartError {}

/**
 * Parses the environment. An empty variable counts as absent. Throws {@link ConfigurationError}
 * naming every wrong variable.
 *
 * @param source usually `process.env`
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const values = valuesIn(source);
  const { files, problems } = addSecrets(values, source);
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      const where = files[name] === undefined ? name : `${name}_FILE (${files[name]})`;
      problems.push(`${where}: ${message.replace(/\.$/, "")}. ${describe(name)}`);
    }
  if (parsed.success && problems.length === 0) problems.push(...contradictionsIn(parsed.data));
  if (problems.length > 0 || !parsed.success)
    throw new ConfigurationError(
      `Clarion cannot start:\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    );
  return parsed.data;
}

/** Returns the value of each setting that has one, without blanks and quotation marks around it. */
function valuesIn(source: Record<string, string | undefined>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(settings)) {
    const value =
      source[name] || (alsoLower.includes(name) ? source[name.toLowerCase()] : undefined);
    const effectiveValue = value && asMeant(name, value);
    if (effectiveValue !== undefined && effectiveValue !== "") values[name] = effectiveValue;
  }
  return values;
}

/**
 * Adds to the values those that stand in files.
 *
 * @returns the path of each file that was read, by setting, and what is wrong with the others
 */
function addSecrets(
  values: Record<string, string>,
  source: Record<string, string | undefined>,
): { files: Record<string, string>; problems: string[] } {
  const problems: string[] = [];
  const files: Record<string, string> = {};
  for (const name of secrets) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (values[name] !== undefined) {
      problems.push(`${name}: set both as ${name} and as ${name}_FILE; remove one`);
      continue;
    }
    const fault = pathFault(meantValue(path));
    if (fault !== undefined) {
      problems.push(`${name}_FILE: ${fault}`);
      continue;
    }
    try {
      values[name] = asMeant(name, readSecret(wholePath(meantValue(path))));
      files[name] = path;
    } catch (error) {
      const why =
        error instanceof TypeError
          ? "not UTF-8"
          : ((error as NodeJS.ErrnoException).code ?? "error");
      // A secret that was written where its file is expected is repeated nowhere.
      problems.push(
        `${name}_FILE: cannot read ${looksLikePath(path) ? path : "the file that it names"} (${why})`,
      );
    }
  }
  return { files, problems };
}

/** A sentence for each group of settings whose values do not go together. */
function contradictionsIn(environment: Environment): string[] {
  const problems = databaseContradictionsIn(environment);
  if (environment.DATABASE_URL === undefined && environment.ROLE !== "all")
    problems.push(
      "ROLE: must be `all` unless DATABASE_URL is set, because the local database serves only one process.",
    );
  if (environment.METRICS_PORT === environment.PORT && environment.PORT !== 0)
    problems.push(
      "METRICS_PORT: must differ from PORT. To serve /metrics on PORT, set METRICS_TOKEN instead.",
    );
  const {
    MEDIA_BUCKET: bucket,
    MEDIA_BUCKET_KEY_ID: keyId,
    MEDIA_BUCKET_SECRET: secret,
  } = environment;
  if (
    (bucket === undefined) !== (keyId === undefined) ||
    (bucket === undefined) !== (secret === undefined)
  )
    problems.push(
      "MEDIA_BUCKET, MEDIA_BUCKET_KEY_ID and MEDIA_BUCKET_SECRET: set all three or none.",
    );
  if ((environment.SMTP_URL === undefined) !== (environment.SMTP_FROM === undefined))
    problems.push("SMTP_URL and SMTP_FROM: set both or neither.");
  if ((environment.ADMIN_EMAIL === undefined) !== (environment.ADMIN_PASSWORD === undefined))
    problems.push("ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither.");
  return problems;
}

/** Parameters that the driver sends when it connects, and that a pooler does not pass on. */
const unpooled = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

function databaseContradictionsIn({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
}: Environment): string[] {
  if (directUrl === undefined) return [];
  if (url === undefined) return ["DATABASE_DIRECT_URL: set DATABASE_URL, too, or neither."];
  const parameters = parseAddress(url)?.searchParams;
  const parameter = unpooled.find((name) => parameters?.has(name));
  return parameter === undefined
    ? []
    : [
        `DATABASE_URL: a connection pooler does not pass the parameter ${parameter} on. Remove it, and set it for the user: ALTER ROLE … SET ${parameter}.`,
      ];
}

/** Passwords and keys contain slashes, too, but hardly ever begin with one. */
function looksLikePath(text: string): boolean {
  return /^(?:\.{0,2}\/|~|[A-Za-z]:[\\/])/.test(text) && !text.includes("://");
}

/** A secret stays as it is but for the end of a line. */
function asMeant(name: string, value: string): string {
  return literal.includes(name) ? value.replace(/\r?\n?$/, "") : meantValue(value);
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
    if (length > mostFileBytes)
      throw Object.assign(new Error(), { code: `more than ${mostFileBytes} bytes` });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

function describe(name: string): string {
  return (
    (settings as Record<string, { description?: string | undefined }>)[name]?.description ?? ""
  );
}
