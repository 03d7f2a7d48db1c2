import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { expand } from "@/lib/dispatch/expand";
import { providerKinds } from "@/lib/interface/device-kinds";
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

/** The key of the service of an old client. */
export const oldClientKey = "sk_old_client_key_000001";

/** Creates the service of a client that wants 200 for refusals too (contract 2). For tests. */
export async function testOldClient(database: Database): Promise<void> {
  await createService(
    { actor: { kind: "job", name: "test" } },
    { name: "Old client", sandbox: false, httpsOnly: false, key: oldClientKey },
  );
  await database.query("UPDATE service SET always_200 = true WHERE name = 'Old client'");
}

/** An answer of the interface: its body as text, and as JSON. */
export interface ReadAnswer {
  status: number;
  text: string;
  body: Record<string, unknown>;
}

/** Pointer, rule and code of each error of a failure, in their order. For tests. */
export function errorsOf({ body }: ReadAnswer): [pointer: string, rule: string, code: string][] {
  const { errors } = body["response"] as {
    errors: { pointer: string; rule: string; code: string }[];
  };
  return errors.map(({ pointer, rule, code }) => [pointer, rule, code]);
}

/** Calls a resource with the key of the service, and reads the answer. For tests. */
export async function callResource(
  { origin, key }: TestInterface,
  method: string,
  path: string,
  body?: object | string,
): Promise<ReadAnswer> {
  const answer = await fetch(`${origin}/resources/v1${path}`, {
    method,
    headers: { key, "content-type": "application/json" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> };
}

const say = { title: "Hi", text: "Hello" };
const channels = {
  push: { android: say, ios: say, web: { ...say, actiontext: "Open", platform_types: ["chrome"] } },
};

/** A device as the database has it. */
interface StoredDevice {
  kind: string;
  pushid: string;
  subscription: unknown;
  state: string;
  users: string[];
}

/** What became of a recipient. */
interface Delivery {
  destination: string;
  kind: string;
  deviceId: string | null;
  state: string;
  code: string | null;
  description: string;
}

/** The interface with an app `all`, which sends by every provider, and the ways in for ids. */
export interface Doors {
  sql: Database;
  served: TestInterface;
  call: (
    method: string,
    path: string,
    body: unknown,
    key?: string,
  ) => Promise<Omit<ReadAnswer, "text">>;
  /** Registers a device. */
  put: (device: object) => Promise<Omit<ReadAnswer, "text">>;
  devices: () => Promise<StoredDevice[]>;
  /** Sends a request. Returns what became of its recipients, and of which of them it warned. */
  send: (
    destination: object[],
  ) => Promise<{ transid: string; deliveries: Delivery[]; warnings: string[] }>;
  /** Removes all devices, and all ids from the list of those that are sent nothing. */
  empty: () => Promise<unknown>;
}

/** Opens the interface and its app on an empty database. For tests. */
export async function openDoors(): Promise<Doors> {
  const sql = await openTestDatabase();
  const served = await openInterface(sql);
  const { clientKey } = await testApp(sql, served.serviceId, "all", providerKinds);
  const call: Doors["call"] = async (method, path, body, key = clientKey) => {
    const answer = await fetch(`${served.origin}/resources/v1/${path}`, {
      method,
      headers: { key },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    sql,
    served,
    call,
    put: (device) => call("PUT", "devices", { appid: "all", deviceid: "d", ...device }),
    devices: () =>
      sql.query<StoredDevice>(
        `SELECT d.kind, d.pushid, d.subscription, d.state, array_remove(array_agg(u.userid ORDER BY u.userid), NULL) AS users
         FROM device d LEFT JOIN device_user u ON u.device_id = d.id GROUP BY d.id ORDER BY d.id`,
      ),
    send: async (destination) => {
      const body = { deliverychannel: "push", appid: "all", destination, channels };
      const answer = await call("POST", "messaging", body, served.key);
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      const [reply] = answer.body["response"] as {
        transid: string;
        warnings?: { pointer: string; rule: string }[];
      }[];
      await expand([reply?.transid ?? ""]);
      const deliveries = await sql.query<Delivery>(
        `SELECT coalesce(destination_written, destination) AS destination, kind, device_id AS "deviceId", state, code, description FROM delivery WHERE message_id = $1 ORDER BY id`,
        [reply?.transid],
      );
      return {
        transid: reply?.transid ?? "",
        deliveries,
        warnings: (reply?.warnings ?? []).map(({ rule, pointer }) => `${rule} ${pointer}`),
      };
    },
    empty: () => sql.query("TRUNCATE device, suppression CASCADE"),
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

interface AnsweredCall {
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
export function undescribed({ method, path, status, text }: AnsweredCall): string | undefined {
  const operation = operations.find((one) => one.method === method && one.path.test(path));
  if (!operation || text === "") return undefined;
  const bodies: Partial<Record<number, z.ZodType>> = answers[operation.operationId];
  const own = bodies[status];
  // A service may want 200 for refusals of messages too (contract 2).
  const fitting =
    status < 400 && operation.operationId !== "sendMessage" ? [] : Object.values(refusals);
  const body: unknown = JSON.parse(text);
  const isDescribed = [...(own ? [own] : []), ...fitting].some((schema) => {
    const parsed = schema.safeParse(body);
    // A schema drops the members that it does not name.
    return parsed.success && isDeepStrictEqual(parsed.data, body);
  });
  return isDescribed
    ? undefined
    : `${operation.operationId} answered ${status} ${text.slice(0, 1_000)}`;
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
      const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
      response.end = (...args: unknown[]) => {
        const [body] = args;
        const text = body instanceof Uint8Array ? Buffer.from(body).toString() : "";
        const what = undescribed({
          method,
          path: url.split("?", 1)[0] ?? "",
          status: response.statusCode,
          text,
        });
        if (what !== undefined) wrong.add(what);
        return end(...args);
      };
    },
    assertDescribed: () => {
      if (wrong.size > 0)
        throw new Error(`The reference does not describe these answers:\n${[...wrong].join("\n")}`);
    },
  };
}
