import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Database } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { refuseConnect } from "./request-target";
import { createRouter, type RouterOptions } from "./router";

/** The interface on a port of its own. What is left to pages is answered 299. */
export interface TestRouter {
  server: Server;
  port: number;
  origin: string;
  /** Breaks off what is open. */
  close: () => Promise<void>;
}

/** Opens the interface over the database that is open, if any. For tests. */
export async function openRouter(options: Partial<RouterOptions> = {}): Promise<TestRouter> {
  const router = createRouter({ ready: async () => true, ...options });
  const server = createServer((request, response) => {
    if (!router(request, response)) response.writeHead(299).end(request.url);
  });
  server.on("connect", refuseConnect);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The interface on a port of its own, with a service and its app `shop`, which sends to Android. */
export interface TestInterface extends TestRouter {
  serviceId: string;
  /** Of the service. */
  key: string;
  /** Of the app. */
  clientKey: string;
  /** Writes bytes to a socket of its own and answers what came back until it was closed. */
  raw: (bytes: string) => Promise<string>;
}

const key = "sk_interface_test_key_001";

/** Opens the interface on an empty database; closes that too. */
export async function openInterface(database: Database, options: Partial<RouterOptions> = {}): Promise<TestInterface> {
  const actor = { kind: "job" as const, name: "test" };
  const { serviceId, clientKey } = await database.transaction(async (tx) => {
    const { id: serviceId } = await createService({ actor, tx }, { name: "Test", sandbox: true, httpsOnly: false, key });
    return { serviceId, ...(await testApp(tx, serviceId, "shop")) };
  });
  const router = await openRouter(options);
  return {
    ...router,
    serviceId,
    key,
    clientKey,
    raw: (bytes) => exchange(router.port, bytes),
    close: async () => {
      await router.close();
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
