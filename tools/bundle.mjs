import { build } from "esbuild";
import { root } from "./prepare.mjs";

/** What `npm start` and the threads of the server are. */
const program = {
  server: "server.ts",
  clarion: "lib/cli/main.ts",
  // What looks into the database itself: the commands above need none.
  "clarion-audit": "lib/cli/audit.ts",
  "clarion-database": "lib/cli/database.ts",
  "clarion-installation": "lib/cli/installation.ts",
  // A thread is loaded from the folder of the module that starts it, by the names of these files.
  "start-web-push-thread": "lib/providers/web-push/web-push-thread.ts",
};

// Run by prepare.mjs. What is ours becomes one file; packages stay where they are.
await build({
  absWorkingDir: root,
  entryPoints: process.argv.includes("--tests")
    ? { "test-rows": "e2e/support/test-rows.ts" }
    : program,
  outdir: "build",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20.19",
  logLevel: "warning",
});
