// A thread does not inherit how the process that starts it reads TypeScript (privatenumber/tsx,
// Node 20).
import { register } from "tsx/esm/api";

register();
await import("./web-push-thread.ts");
