import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { root } from "./prepare.mjs";

// Run by prepare.mjs. An empty database of the embedded engine, for new ones to begin as a copy of.
const engine = await PGlite.create();
const dump = await engine.dumpDataDir("none");
writeFileSync(join(root, "lib/database/generated/cluster.tar"), new Uint8Array(await dump.arrayBuffer()));
await engine.close();
