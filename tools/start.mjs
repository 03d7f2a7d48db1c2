import { spawn } from "node:child_process";
import { buildConsole, generateClient, requireNode, requirePackages, root } from "./prepare.mjs";

// `npm start`: makes what is missing, then runs server.ts. `npm run dev`: the same with a console that is built as it is looked at.
const development = process.argv.includes("--dev");
requireNode();
requirePackages();
generateClient();
if (!development) buildConsole();

const child = spawn(process.execPath, ["--import", "tsx", "server.ts", ...(development ? ["--dev"] : [])], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: development ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" },
});
// A terminal sends its signals to the whole group; a service manager to this process alone.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
