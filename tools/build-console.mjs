import { buildConsole } from "./prepare.mjs";

// A process of its own, for whoever has something else to do meanwhile.
buildConsole();
