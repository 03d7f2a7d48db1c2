/** The build of the console that runs next to the server. */
export interface ConsoleBuild {
  /** Names the step under way. */
  step: () => string;
  /** Resolves when the console is built; rejects with what the build printed. */
  done: Promise<void>;
  stop: () => void;
}

const key = Symbol.for("clarion.console-build");

/**
 * Starts the build of the console and returns it; undefined when the console is built already, and
 * where `npm start` did not start this process. `tools/start.mjs` provides it: the server itself
 * contains no compiler.
 */
export function startConsoleBuild(): ConsoleBuild | undefined {
  return (globalThis as { [key]?: () => ConsoleBuild | undefined })[key]?.();
}
