import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Database } from "@/lib/database/sql";
import { createApp } from "@/lib/directory/app/create";
import { saveCredential } from "@/lib/directory/credential/save";
import { idleCredential } from "@/lib/directory/credential/testing";
import { createService } from "@/lib/directory/service/create";
import { refuseConnect } from "./request-target";
import { createRouter, type RouterOptions } from "./router";

/** The interface on a port of its own, with a service and its app `shop`, which sends to Android. What is left to pages is answered 299. */
export interface TestInterface {
  port: number;
  origin: string;
  key: string;
  clientKey: string;
  /** Writes bytes to a socket of its own and answers what came back until it was closed. */
  raw: (bytes: string) => Promise<string>;
  close: () => Promise<void>;
}

const key = "sk_interface_test_key_001";

/** Opens the interface on an empty database; closes that too. */
export async function openInterface(database: Database, options: Partial<RouterOptions> = {}): Promise<TestInterface> {
  const actor = { kind: "job" as const, name: "test" };
  const { clientKey } = await database.transaction(async (tx) => {
    const { id: serviceId } = await createService({ actor, tx }, { name: "Test", sandbox: true, httpsOnly: false, key });
    const app = await createApp({ actor, tx }, { serviceId, appid: "shop", name: "Shop" });
    await saveCredential({ actor, tx }, { appId: app.id, provider: "fcm", credential: idleCredential("fcm") });
    return app;
  });
  const router = createRouter({ ready: async () => true, ...options });
  const server = createServer((request, response) => {
    if (!router(request, response)) response.writeHead(299).end(request.url);
  });
  server.on("connect", refuseConnect);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    key,
    clientKey,
    raw: (bytes) => exchange(port, bytes),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
