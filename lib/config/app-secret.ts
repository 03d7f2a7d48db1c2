import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folderError, StartError } from "./start-error";
import { createFile, makeFolder } from "./write-file";

/** 32 random bytes in base64url, and the end of the line. */
const secretLine = /^[\w-]{43}\n$/;

/**
 * Returns the secret in the data folder; creates it at the first start. Throws {@link StartError}
 * for a damaged file, and for a missing one although there is a database: a new secret could never
 * open the values sealed there.
 */
export function storedSecret(dataDir: string): string {
  const file = join(dataDir, "app-secret");
  try {
    makeFolder(dataDir);
    const content = read(file) ?? createSecret(dataDir, file);
    if (!secretLine.test(content))
      throw new StartError(
        `${file} ${content.trim() === "" ? "is empty" : "is damaged: it must contain 43 characters and a line break"}. ${cure(dataDir)}`,
      );
    return content.trimEnd();
  } catch (error) {
    throw folderError(error, file);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function createSecret(dataDir: string, file: string): string {
  if (existsSync(join(dataDir, "database")))
    throw new StartError(
      `${file} is missing, and the secrets in the existing database are sealed with it. ${cure(dataDir)}`,
    );
  const secret = `${randomBytes(32).toString("base64url")}\n`;
  // Of two first starts at once one makes it, and both use that one.
  return createFile(file, secret) ? secret : (read(file) ?? "");
}

function cure(dataDir: string): string {
  return (
    `Restore the file from a backup, or set APP_SECRET to its content. Only if no secrets are sealed with it yet (neither in ${dataDir} nor in DATABASE_URL), ` +
    "delete it to generate a new one."
  );
}
