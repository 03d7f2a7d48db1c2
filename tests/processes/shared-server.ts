import type { TestProject } from "vitest/node";
import { startUsed } from "@/e2e/support/server";
import prepareUsedFolder from "@/e2e/support/used-folder";
import { buildConsole } from "@/tools/prepare.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * A server with the sandbox and one owner. `greeting` is what it printed at its start, `socket`
     * accepts the calls that create workspaces.
     */
    shared: {
      origin: string;
      serviceKey: string;
      email: string;
      password: string;
      greeting: string;
      socket: string;
    };
  }
}

/**
 * Builds the console and starts the server that the files of this folder share; returns how to stop
 * it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildConsole();
  const removeFolder = await prepareUsedFolder();
  const { origin, serviceKey, email, password, output, socket, stop } = await startUsed();
  project.provide("shared", { origin, serviceKey, email, password, greeting: output(), socket });
  return async () => {
    await stop();
    removeFolder();
  };
}
