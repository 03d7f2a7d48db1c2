import { cpSync } from "node:fs";
import { temporaryFolder } from "../../tools/ending.mjs";
import { query } from "./ask-server";
import { startServer, usedFolder } from "./server";

/** Before all tests: makes the data folder that most of their servers begin with a copy of. */
export default async function prepare(): Promise<() => void> {
  const { path, remove } = temporaryFolder("clarion-used");
  const server = await startServer();
  // As `clarion installation move` does: its copies send, too.
  await query(server.socket, "DELETE FROM setting WHERE name = 'installation_place'");
  await server.end();
  cpSync(server.dataDir, path, { recursive: true });
  await server.stop();
  // oxlint-disable-next-line node/no-process-env -- handed on to the processes of the tests
  process.env[usedFolder] = path;
  return remove;
}
