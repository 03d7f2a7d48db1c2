import { buildConsole } from "./prepare.mjs";

// Runs the build in a process of its own, so that the caller can do other work meanwhile.
buildConsole();
