import type { ConsoleBuild } from "../lib/runtime/console-build";

/**
 * Creates the database client and the empty database if their sources have changed since. Ends the
 * process when that fails.
 */
export function prepareDatabase(): void;
/** Builds the console if its sources have changed since. Ends the process when that fails. */
export function buildConsole(): void;
/**
 * Bundles the server into `build` if its sources have changed since. Ends the process when that
 * fails.
 */
export function buildServer(): void;
/**
 * Bundles the code that the servers of tests run for tests through a socket, if its sources have
 * changed since. Ends the process when that fails.
 */
export function buildTestRows(): void;
/** Root of the repository. */
export const root: string;
/** SHA-256, in hex, of the sources of the console: the same in every checkout of a commit. */
export function consoleHash(): string;
/** Starts the build of the console in a separate process if its sources have changed since. */
export function startConsoleBuild(): ConsoleBuild | undefined;
