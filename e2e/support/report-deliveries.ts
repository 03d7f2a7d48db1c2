import { get, type IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import type { DeviceArrival } from "./arrived";
import { query } from "./ask-server";
import { signInByHttp } from "./http-session";
import type { RunningServer } from "./server";

/**
 * Follows the devices of a server's sandbox, and reports what reaches them, and what becomes of it,
 * for apps of workspaces, as those apps would: with their own client key (contract 8). The
 * sandbox's devices know the key of its own app alone. Returns a function that ends it, and throws
 * what went wrong.
 */
export async function reportDeliveries(
  server: Pick<RunningServer, "origin" | "email" | "password" | "socket">,
): Promise<() => void> {
  const session = await signInByHttp(server);
  const cookie = session.cookies().map(({ name, value }) => `${name}=${value}`);
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.origin}/live/lab`, { headers: { cookie: cookie.join("; ") } }, resolve).on(
      "error",
      reject,
    );
  });
  if (stream.statusCode !== 200)
    throw new Error(`The devices of the sandbox cannot be followed: ${stream.statusCode}`);
  let failure: Error | undefined;
  const fail = (error: Error) => void (failure ??= error);
  stream
    .on("error", fail)
    .on("close", () =>
      fail(new Error("The devices of the sandbox could not be followed to the end.")),
    );
  const report = reporter(server);
  createInterface(stream).on("line", (line) => {
    if (line.startsWith("data: "))
      report([JSON.parse(line.slice(6)) as DeviceNotification | DeviceNotification[]].flat()).catch(
        fail,
      );
  });
  return () => {
    const before = failure;
    stream.destroy();
    if (before !== undefined) throw before;
  };
}

/** Returns a function that reports each notification once, however often a snapshot holds it. */
function reporter({
  origin,
  socket,
}: Pick<RunningServer, "origin" | "socket">): (
  notifications: readonly DeviceNotification[],
) => Promise<void> {
  const reported = new Set<string>();
  const keys = new Map<string, Promise<string | undefined>>();
  return async (notifications) => {
    for (const { id, transid, deviceid, state } of notifications) {
      const event = events[state];
      if (event === undefined || reported.has(`${id} ${event}`)) continue;
      reported.add(`${id} ${event}`);
      const clientKey = keys.get(transid) ?? clientKeyOf(socket, transid);
      keys.set(transid, clientKey);
      const key = await clientKey;
      if (key === undefined) continue;
      const body = JSON.stringify({ transid, deviceid, event, at: new Date().toISOString() });
      const answer = await fetch(`${origin}/resources/v1/receipts`, {
        method: "POST",
        headers: { key },
        body,
      });
      if (!answer.ok)
        throw new Error(
          `A delivery could not be reported: ${answer.status} ${await answer.text()}`,
        );
    }
  };
}

/** A notification on a device of the sandbox. */
type DeviceNotification = Pick<DeviceArrival, "id" | "transid" | "deviceid"> & { state: string };

const events: Record<string, string | undefined> = {
  // oxlint-disable-next-line house/noun-names -- a state of the devices of the sandbox
  shown: "delivered",
  read: "read",
  dismissed: "dismissed",
};

/** The client key of the app that sent a message; undefined for the sandbox's own. */
async function clientKeyOf(socket: string, transid: string): Promise<string | undefined> {
  const statement =
    "SELECT a.client_key AS key FROM message m JOIN app a ON a.id = m.app_id WHERE m.id::text = $1 AND a.appid <> 'sandbox'";
  return (await query<{ key: string }>(socket, statement, [transid]))[0]?.key;
}
