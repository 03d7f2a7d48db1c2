import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Database } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { answers, refusals, type Operation } from "./answers";
import { openApiDocument } from "./openapi";
import { refuseConnect } from "./request-target";
import { createRouter, type RouterOptions } from "./router";

/** The interface on a port of its own. What is left to pages is answered 299. */
export interface TestRouter {
  server: Server;
  port: number;
  origin: string;
  /** Breaks off what is open. Throws if an answer was not as the reference describes it. */
  close: () => Promise<void>;
}

/** Opens the interface over the database that is open, if any. For tests. */
export async function openRouter(options: Partial<RouterOptions> = {}): Promise<TestRouter> {
  const router = createRouter({ ready: async () => true, ...options });
  const checked = checkAnswers();
  const server = createServer((request, response) => {
    checked.watch(request, response);
    if (!router(request, response)) response.writeHead(299).end(request.url);
  });
  // As of server.ts: Node itself would write 100 before the credential is checked.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
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
      checked.assertDescribed();
    },
  };
}

/**
 * The interface on a port of its own, with a service and its app `shop`, which sends to Android.
 */
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
export async function openInterface(
  database: Database,
  options: Partial<RouterOptions> = {},
): Promise<TestInterface> {
  const actor = { kind: "job" as const, name: "test" };
  const { serviceId, clientKey } = await database.transaction(async (tx) => {
    const { id: serviceId } = await createService(
      { actor, tx },
      { name: "Test", sandbox: true, httpsOnly: false, key },
    );
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

/**
 * Writes a request that is answered before its body is read, as browsers do: all of its body,
 * although the answer is there. Returns the answer. Throws where the connection breaks while it
 * writes.
 */
export async function writeAll(
  port: number,
  head: string,
  body: Iterable<Uint8Array>,
): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  try {
    socket.write(`${head}\r\n\r\n`, "latin1");
    await once(socket, "readable");
    for (const part of body)
      await new Promise<void>((resolve, reject) =>
        socket.write(part, (error) => (error ? reject(error) : resolve())),
      );
    return String(socket.read());
  } finally {
    socket.destroy();
  }
}

interface Answered {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Empty for an answer without a body. */
  text: string;
}

const paths = openApiDocument()["paths"] as Record<
  string,
  Record<string, { operationId: Operation }>
>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(".", String.raw`\.`).replace(/\{\w+\}/g, "[^/]+")}/?$`),
    operationId,
  })),
);

/**
 * Returns what is wrong with the answer of a public call: its body does not fit the schema of its
 * status, or has a member that the schema does not name. Undefined for one that is as described,
 * and for other addresses. For tests.
 */
export function undescribed({ method, path, status, text }: Answered): string | undefined {
  const found = operations.find((one) => one.method === method && one.path.test(path));
  if (!found || text === "") return undefined;
  const bodies: Partial<Record<number, z.ZodType>> = answers[found.operationId];
  const own = bodies[status];
  // A service may want 200 for refusals of messages too (contract 2).
  const fitting =
    status < 400 && found.operationId !== "sendMessage" ? [] : Object.values(refusals);
  const body: unknown = JSON.parse(text);
  const isDescribed = [...(own ? [own] : []), ...fitting].some((schema) => {
    const parsed = schema.safeParse(body);
    // A schema drops the members that it does not name.
    return parsed.success && isDeepStrictEqual(parsed.data, body);
  });
  return isDescribed
    ? undefined
    : `${found.operationId} answered ${status} ${text.slice(0, 1_000)}`;
}

/** Watches the answers of a server. */
function checkAnswers(): {
  watch: (request: IncomingMessage, response: ServerResponse) => void;
  assertDescribed: () => void;
} {
  const wrong = new Set<string>();
  return {
    watch: (request, response) => {
      const { method = "", url = "" } = request;
      const end = response.end.bind(response) as (...written: unknown[]) => ServerResponse;
      response.end = (...written: unknown[]) => {
        const [body] = written;
        const text = body instanceof Uint8Array ? Buffer.from(body).toString() : "";
        const what = undescribed({
          method,
          path: url.split("?", 1)[0] ?? "",
          status: response.statusCode,
          text,
        });
        if (what !== undefined) wrong.add(what);
        return end(...written);
      };
    },
    assertDescribed: () => {
      if (wrong.size > 0)
        throw new Error(`The reference does not describe these answers:\n${[...wrong].join("\n")}`);
    },
  };
}
