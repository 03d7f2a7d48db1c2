import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { built } from "@/lib/payload/testing";
import type { Provider } from "../provider";
import { openProvider } from "../registry";
import { outcomesOf } from "../testing";

/** A Huawei that gives the app no right to urgent messages. */
let server: Server;
let provider: Provider;
let calls: {
  message: { android: { urgency: string; notification: { body: string } }; token: string[] };
}[];
let normal: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      if (request.url?.startsWith("/token"))
        return response.end('{"access_token":"t","expires_in":3600}');
      const call = JSON.parse(body) as (typeof calls)[number];
      calls.push(call);
      const code = call.message.android.urgency === "HIGH" ? "80300011" : normal;
      return response.end(JSON.stringify({ code, msg: "x", requestId: "1" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credential = {
    appId: "1",
    appSecret: "s",
    tokenUri: `http://${host}/token`,
    endpoint: `http://${host}`,
  };
  provider = openProvider("hms", credential, [host]);
  calls = [];
  normal = "80000000";
});
afterAll(() => void server.close());

const text = '"urgency":"HIGH"';
const send = (extras: { delay_while_idle?: boolean } = {}) =>
  outcomesOf(provider, {
    request: built({ android: { title: text, text, extras } }, "hms"),
    targets: [
      { deliveryId: "a", pushid: "one" },
      { deliveryId: "b", pushid: "two" },
    ],
  });
const urgencies = () => calls.map(({ message }) => message.android.urgency);

it("is sent as a normal message where urgent ones are not allowed, which is remembered and reported", async () => {
  const sent = {
    kind: "submitted",
    providerMessageId: "1",
    note: expect.stringContaining("no right to HIGH") as string,
  };
  expect(await send()).toEqual([sent, sent]);
  expect(urgencies()).toEqual(["HIGH", "NORMAL"]);
  expect(calls[1]).toMatchObject({
    message: { android: { notification: { body: text } }, token: ["one", "two"] },
  });
  expect(await send()).toEqual([sent, sent]);
  expect(urgencies()).toEqual(["HIGH", "NORMAL", "NORMAL"]);
});

it("says nothing of a message that was to be normal", async () => {
  const plain = { kind: "submitted", providerMessageId: "1" };
  expect(await send({ delay_while_idle: true })).toEqual([plain, plain]);
  await send();
  expect(await send({ delay_while_idle: true })).toEqual([plain, plain]);
});

it("is refused where normal ones are not allowed either, and tries again with the next", async () => {
  normal = "80300011";
  expect(await send()).toMatchObject([
    { kind: "rejected", code: "7550", retireDevice: false },
    { kind: "rejected", code: "7550", retireDevice: false },
  ]);
  await send();
  expect(urgencies()).toEqual(["HIGH", "NORMAL", "HIGH", "NORMAL"]);
});
