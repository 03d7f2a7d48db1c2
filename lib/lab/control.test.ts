import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Lab, startLab } from "./lab";
import type { LabNotification } from "./notification";
import type { Receipt } from "./receipts";
import { type Receiver, startReceiver } from "./receiver";
import { ask1, fcmPush, fcmToken, freshFolder } from "./test-client";

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function started(options: Partial<Parameters<typeof startLab>[0]> = {}): Promise<Lab> {
  const lab = await startLab({ dataDir: freshFolder(), ports: 0, ...options });
  closers.push(() => lab.stop());
  return lab;
}
async function receiving(): Promise<Receiver> {
  const receiver = await startReceiver();
  closers.push(() => receiver.stop());
  return receiver;
}
/** The control interface mounted as the composition root does. */
async function mounted(lab: Lab): Promise<string> {
  const server = createServer((request, response) => {
    if (!lab.handler(request, response)) response.writeHead(404).end("not the lab's");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const receiptsOf = (receiver: Receiver) =>
  receiver.requests.flatMap((request) => JSON.parse(request.body) as Receipt[]);

describe("control", () => {
  it("lists and clears notifications", async () => {
    const lab = await started();
    const origin = await mounted(lab);
    const token = await fcmToken(lab);
    for (const transid of ["a", "b", "a", "c"]) await fcmPush(lab, transid, undefined, token);
    const list = async (query: string) => {
      const answered = await ask1(`${origin}/resources/v1/lab/notifications${query}`, "GET", {});
      return (JSON.parse(answered.body) as LabNotification[]).map(
        (notification) => notification.transid,
      );
    };
    expect(await list("?userid=user-1")).toEqual(["a", "b", "a", "c"]);
    expect(await list("?userid=user-1&transid=a")).toEqual(["a", "a"]);
    expect(await list("?limit=2")).toEqual(["a", "c"]);
    expect(await list("?userid=user-2")).toEqual([]);
    expect(
      (await ask1(`${origin}/resources/v1/lab/notifications?transid=a`, "DELETE", {})).status,
    ).toBe(204);
    expect(await list("")).toEqual(["b", "c"]);
    const wrong = await ask1(`${origin}/resources/v1/lab/notifications?limit=x&user=1`, "GET", {});
    expect(wrong.status).toBe(400);
    expect(JSON.parse(wrong.body)).toMatchObject({
      problems: [{ pointer: "/limit" }, { pointer: "/user" }],
    });
    expect(
      (await ask1(`${origin}/resources/v1/lab/notifications`, "POST", {})).headers["allow"],
    ).toBe("GET, DELETE");
    expect((await ask1(`${origin}/elsewhere`, "GET", {})).body).toBe("not the lab's");
  });

  it("sets, shows and resets faults, and names what it does not know", async () => {
    const lab = await started();
    const url = `${await mounted(lab)}/resources/v1/lab/faults`;
    const put = (body: string) => ask1(url, "PUT", { "content-type": "application/json" }, body);
    expect((await put('{"fcm":{"latencyMs":5}}')).status).toBe(200);
    expect(JSON.parse((await ask1(url, "GET", {})).body)).toEqual({ fcm: { latencyMs: 5 } });
    const wrong = await put('{"fcm":{"speed":1}}');
    expect([wrong.status, JSON.parse(wrong.body)]).toEqual([
      400,
      {
        error: expect.any(String) as string,
        problems: [{ pointer: "/fcm/speed", message: 'unknown member "speed"' }],
      },
    ]);
    expect((await put("{")).status).toBe(400);
    expect(lab.faults.get()).toEqual({ fcm: { latencyMs: 5 } });
    expect((await put("{}")).status).toBe(200);
    expect(lab.faults.get()).toEqual({});
    expect(JSON.parse((await ask1(url.replace("faults", "counts"), "GET", {})).body)).toMatchObject(
      { fcm: { requests: 0 } },
    );
  });

  it("streams a snapshot, notifications and interactions, and takes interactions", async () => {
    const receiver = await receiving();
    const lab = await started({ receipts: { url: receiver.url, clientKey: "k" } });
    const origin = await mounted(lab);
    const token = await fcmToken(lab);
    await fcmPush(lab, "s-1", undefined, token);
    const stream = await new Promise<IncomingMessage>((resolve) =>
      get(`${origin}/live/lab`, resolve),
    );
    expect(stream.headers["content-type"]).toContain("text/event-stream");
    let text = "";
    const events = () =>
      text
        .split("\n\n")
        .slice(0, -1)
        .map((chunk) => /^event: (\w+)\ndata: (.*)$/.exec(chunk))
        .map(
          (match) =>
            [match?.[1], JSON.parse(match?.[2] ?? "null")] as [
              string,
              LabNotification | LabNotification[],
            ],
        );
    const seen = async (count: number) => {
      while (events().length < count)
        await new Promise((resolve) =>
          stream.once("data", (chunk: Buffer) => resolve((text += chunk.toString("utf8")))),
        );
      return events();
    };
    const [snapshot] = await seen(1);
    expect(snapshot?.[0]).toBe("snapshot");
    expect(snapshot?.[1]).toHaveLength(1);
    await fcmPush(lab, "s-2", undefined, token);
    const second = (await seen(2))[1];
    expect(second).toMatchObject(["notification", { transid: "s-2", state: "shown" }]);
    const id = (second?.[1] as LabNotification | undefined)?.id ?? "";
    const interact = (body: object) =>
      ask1(
        `${origin}/live/lab/interactions`,
        "POST",
        { "content-type": "application/json" },
        JSON.stringify(body),
      );
    expect((await interact({ id, event: "read", button: "YES" })).status).toBe(204);
    expect((await seen(3))[2]).toMatchObject(["interaction", { id, state: "read", button: "YES" }]);
    expect((await interact({ id: "none", event: "read" })).status).toBe(404);
    expect((await interact({ id, event: "eaten" })).status).toBe(400);
    await receiver.waitFor(() =>
      receiptsOf(receiver).some((receipt) => receipt.event === "read" && receipt.button === "YES"),
    );
    await ask1(`${origin}/resources/v1/lab/notifications`, "DELETE", {});
    expect((await seen(4))[3]).toEqual(["snapshot", []]);
    stream.destroy();
  });
});
