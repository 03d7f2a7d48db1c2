import { spawn } from "node:child_process";
import module from "node:module";
import { join } from "node:path";
import {
  buildServer,
  prepareDatabase,
  requireNode,
  requirePackages,
  root,
  startConsoleBuild,
} from "./prepare.mjs";

// `npm start`: makes what is missing, then is the server. `npm run dev`: a server that is read from
// its sources, with a console that is built as it is looked at.
requireNode();
requirePackages();
prepareDatabase();
process.chdir(root);
process.env.NEXT_TELEMETRY_DISABLED = "1";
if (process.argv.includes("--dev")) develop();
else {
  buildServer();
  // The server starts it when its role has a console: the interface and the lab answer meanwhile.
  globalThis[Symbol.for("clarion.console-build")] = startConsoleBuild;
  process.env.NODE_ENV = "production";
  // Caches compiled code for the next start; Node 20 has no such function.
  module.enableCompileCache?.(join(root, "build/cache"));
  await import(new URL("../build/server.mjs", import.meta.url).href);
}

function develop() {
  process.env.NODE_ENV = "development";
  const child = spawn(process.execPath, ["--import", "tsx", "server.ts", "--dev"], {
    stdio: "inherit",
  });
  // A terminal sends its signals to the whole group; a service manager to this process alone.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
