import type { ConsoleBuild } from "../lib/runtime/console-build";

/** Makes the database client and the empty database, where what they come from has changed since. Ends the process when that fails. */
export function prepareDatabase(): void;
/** Builds the console when what it is made of has changed since. Ends the process when that fails. */
export function buildConsole(): void;
/** Bundles the server into `build` when what it is made of has changed since. Ends the process when that fails. */
export function buildServer(): void;
/** Bundles what the servers of tests do for those through a socket, when what it is made of has changed since. Ends the process when that fails. */
export function buildTestRows(): void;
/** Root of the repository. */
export const root: string;
/** SHA-256, in hex, of the sources of the console: the same in every checkout of a commit. */
export function consoleHash(): string;
/** Starts the build of the console in a process of its own, when what it is made of has changed since. */
export function startConsoleBuild(): ConsoleBuild | undefined;
