import { scryptSync } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { temporaryFolder } from "../../tools/ending.mjs";
import { startServer, usedFolder } from "./server";

/** Before all tests: makes the data folder that most of their servers begin with a copy of. Its owner's password is checked in no time. */
export default async function prepare(): Promise<() => void> {
  const { path, remove } = temporaryFolder("clarion-used");
  const server = await startServer();
  await server.end();
  const engine = await PGlite.create({ dataDir: join(server.dataDir, "database", "postgres") });
  await engine.query("UPDATE member SET password_hash = $1", [cheapHash(server.password)]);
  await engine.close();
  cpSync(server.dataDir, path, { recursive: true });
  await server.stop();
  // oxlint-disable-next-line node/no-process-env -- handed on to the processes of the tests
  process.env[usedFolder] = path;
  return remove;
}

/** As `lib/auth/password` stores one, but made in half a millisecond instead of half a second. */
function cheapHash(password: string): string {
  const salt = Buffer.from("a salt of tests ");
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$scrypt$ln=8,r=8,p=1$${text(salt)}$${text(scryptSync(password, salt, 32, { N: 2 ** 8, r: 8, p: 1 }))}`;
}
