import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { mask } from "@/lib/describe/description";
import { emptyInbox } from "@/lib/directory/inbox/empty";
import { changeService } from "@/lib/directory/service/change";
import { addWebhook } from "@/lib/directory/webhook/add";
import { switchOffWebhook } from "@/lib/directory/webhook/change";
import { listWebhooks } from "@/lib/directory/webhook/list";
import { rerollWebhookSecret } from "@/lib/directory/webhook/reroll-secret";
import { openInbox } from "@/lib/dispatch/open-inbox";
import { startReceiver } from "@/lib/lab/receiver";
import { listInbox } from "@/lib/results/list-inbox";
import { listen } from "@/lib/runtime/bus";
import { now } from "@/lib/runtime/clock";
import { forgetEndpoints } from "@/lib/updates/endpoints";
import { enqueueUpdates } from "@/lib/updates/enqueue";
import { startUpdates } from "@/lib/updates/send";
import { signatureHeaders } from "@/lib/updates/sign";
import { testAuth, testSource, updatesOf } from "@/lib/updates/testing";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { openInterface, type TestInterface } from "./testing";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");
vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");
vi.stubEnv("CLIENT_ADDRESS_RATE", "0");

describe("the built-in inbox", () => {
  let served: TestInterface;
  let as: { actor: ReturnType<typeof testMember> };
  let serviceId: string;
  let address: string;
  /** At the test's own port. */
  let path: string;

  beforeAll(async () => {
    served = await openInterface(await openTestDatabase());
    ({ serviceId } = served);
    as = { actor: testMember({ [serviceId]: { role: "admin" } }) };
    ({ url: address } = await openInbox(as, { serviceId }));
    path = served.origin + new URL(address).pathname;
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const rows = async () => (await listInbox(as, { serviceId })).rows;
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(path, { method: "POST", body, headers });

  it("is opened once, with a webhook of all kinds that is on again when it was switched off", async () => {
    expect(address).toMatch(/^http:\/\/localhost:\d+\/resources\/v1\/inbox\/[\w-]{32}$/);
    expect(await openInbox(as, { serviceId })).toEqual({ url: address, count: 0 });
    const [webhook, ...others] = await listWebhooks(as, { serviceId });
    expect(others).toEqual([]);
    expect(webhook).toMatchObject({
      url: address,
      kinds: ["submitted", "delivered", "read", "failed"],
      signed: true,
      off: null,
    });
    await switchOffWebhook(as, { id: webhook?.id ?? "" });
    expect(await openInbox(as, { serviceId })).toEqual({ url: address, count: 0 });
    expect(await listWebhooks(as, { serviceId })).toMatchObject([{ url: address, off: null }]);
    expect(
      (await eventsOf(database(), serviceId, "inbox.open")).map(({ snapshot }) => snapshot),
    ).toEqual([{}, {}]);
  });

  it("is sent what was parked while its webhook was off", async () => {
    const [webhook] = await listWebhooks(as, { serviceId });
    await enqueueUpdates(database(), [
      testSource(serviceId, "read"),
      testSource(serviceId, "read"),
    ]);
    await switchOffWebhook(as, { id: webhook?.id ?? "" });
    await database().query(
      `UPDATE "update" SET state = 'parked', next_at = NULL WHERE service_id = $1`,
      [serviceId],
    );
    expect(await openInbox(as, { serviceId })).toEqual({ url: address, count: 2 });
    expect((await updatesOf(database(), serviceId)).map(({ state }) => state)).toEqual([
      "pending",
      "pending",
    ]);
    await database().query(`DELETE FROM "update"`, []);
  });

  it("gets from the sender what a server gets, byte for byte", async () => {
    const server = await startReceiver();
    const heard: string[] = [];
    const quiet = listen("message", ({ transid }) => heard.push(transid));
    const sender = startUpdates({ pollMs: [2, 10] });
    try {
      await addWebhook(as, {
        serviceId,
        url: server.url,
        kinds: ["read"],
        notifyAuthId: await testAuth(database(), serviceId, {
          kind: "apikey",
          header: "X-Our-Key",
          value: "our-secret",
        }),
      });
      await database().query(
        "UPDATE webhook SET notify_auth_id = (SELECT id FROM notify_auth WHERE service_id = $1) WHERE url = $2",
        [serviceId, address],
      );
      await enqueueUpdates(database(), [
        testSource(serviceId, "read", { callbackData: "grüße \u{1F600}", reply: "hi" }),
      ]);
      sender.wake();
      const [request] = await server.waitFor((requests) => requests.length === 1);
      await vi.waitFor(
        async () =>
          expect((await updatesOf(database(), serviceId)).map(({ state }) => state)).toEqual([
            "sent",
            "sent",
          ]),
        30_000,
      );
      const [row, ...others] = await rows();
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        outside: false,
        signatures: { standard: "valid", hub: "valid" },
        about: { status: "Read", destination: "user-1" },
      });
      expect(row?.body).toBe(request?.body);
      const { connection: _, ...names } = request?.headers ?? {};
      expect(row?.headers.map(([name]) => name).toSorted()).toEqual(Object.keys(names).toSorted());
      expect(Object.fromEntries(row?.headers ?? [])).toMatchObject({
        "content-type": request?.headers["content-type"],
        "content-length": request?.headers["content-length"],
        "x-our-key": mask,
      });
      expect(heard).toContain(serviceId);
      const [stored] = await database().query<{ n: number }>(
        "SELECT count(*)::int AS n FROM update_attempt WHERE status = 200",
        [],
      );
      expect(stored?.n).toBe(2);
      const [text] = await database().query<{ headers: string }>(
        "SELECT headers FROM inbox_update",
        [],
      );
      expect(text?.headers).not.toContain("our-secret");
    } finally {
      quiet();
      await sender.stop();
      await server.stop();
    }
  });

  it("shows push ids, callback data and replies to those alone who may read values", async () => {
    const viewer = { actor: testMember({ [serviceId]: { role: "viewer" } }) };
    const [row] = (await listInbox(viewer, { serviceId })).rows;
    expect(row).toMatchObject({ masked: true, about: { destination: "user-1" } });
    expect(row?.body).not.toContain("grüße");
    await expect(listInbox({ actor: testMember({}) }, { serviceId })).rejects.toThrow(
      ForbiddenError,
    );
    await expect(openInbox(viewer, { serviceId })).rejects.toThrow(ForbiddenError);
    await expect(emptyInbox(viewer, { serviceId })).rejects.toThrow(ForbiddenError);
  });

  it("takes calls from outside, and says of their signatures what a receiver would", async () => {
    const answer = await post("no JSON \0\u{1F600}", {
      authorization: "Bearer of-somebody",
      "webhook-id": "mine",
    });
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    expect((await rows())[0]).toMatchObject({
      outside: true,
      signatures: { standard: "absent", hub: "absent" },
      body: "no JSON \0\u{1F600}",
      about: undefined,
    });
    expect((await rows())[0]?.headers).toContainEqual(["authorization", mask]);
    await post("{}", {
      "webhook-id": "m",
      "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
      "webhook-signature": "v1,AAAA",
    });
    expect((await rows())[0]).toMatchObject({ signatures: { standard: "invalid", hub: "absent" } });
    await post("{}", { "x-hub-signature": "sha256=00" });
    expect((await rows())[0]).toMatchObject({ signatures: { standard: "absent", hub: "invalid" } });
  });

  it("says of each signature whether it is valid, and of one alone not that both are", async () => {
    const [webhook] = await listWebhooks(as, { serviceId });
    const { secret } = await rerollWebhookSecret(as, { id: webhook?.id ?? "" });
    forgetEndpoints();
    const right = signatureHeaders(secret, "m", Buffer.from("{}"), Math.floor(now() / 1_000));
    const verdictsFor = async (headers: Record<string, string>) => {
      await post("{}", headers);
      return (await rows())[0]?.signatures;
    };
    const { "x-hub-signature": hub = "", ...standard } = right;
    expect(await verdictsFor(right)).toEqual({ standard: "valid", hub: "valid" });
    expect(await verdictsFor({ "x-hub-signature": hub })).toEqual({
      standard: "absent",
      hub: "valid",
    });
    expect(await verdictsFor(standard)).toEqual({ standard: "valid", hub: "absent" });
    expect(await verdictsFor({ ...right, "x-hub-signature": "sha256=00" })).toEqual({
      standard: "valid",
      hub: "invalid",
    });
    expect(await verdictsFor({ ...right, "webhook-timestamp": "1" })).toEqual({
      standard: "invalid",
      hub: "valid",
    });
  });

  it("has no place for unknown tokens, other methods and large bodies", async () => {
    const unknown = await fetch(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`, {
      method: "POST",
      body: "{}",
    });
    expect(unknown.status).toBe(404);
    expect((await fetch(path)).status).toBe(405);
    expect((await post(Buffer.alloc(65_537, "x"))).status).toBe(413);
    expect((await fetch(`${path}/more`, { method: "POST" })).status).toBe(404);
  });

  it("takes so many calls from outside and no more", async () => {
    // What is refused for its size counts, too, and takes no time: faster than the limit is given
    // back.
    const large = new Uint8Array(65_537);
    const statuses = await Promise.all(
      Array.from({ length: 400 }, async () => (await post(large)).status),
    );
    expect(statuses.filter((status) => status === 413).length).toBeGreaterThanOrEqual(150);
    expect(statuses).toContain(429);
  });

  it("may be called over http by a service that calls https alone, and no other address may", async () => {
    await database().query("UPDATE service SET https_only = true WHERE id = $1", [serviceId]);
    const updates = (notifyurl: string) =>
      changeService(as, { serviceId, part: "updates", httpsOnly: true, notifyurl });
    await updates(address);
    for (const other of [
      `${address}x`,
      address.replace("localhost", "elsewhere"),
      "http://n.example/",
    ])
      await expect(updates(other)).rejects.toThrow(RefusedError);
    const send = (notifyurl: string) =>
      fetch(`${served.origin}/resources/v1/messaging`, {
        method: "POST",
        headers: { key: served.key },
        body: JSON.stringify({
          deliverychannel: "push",
          appid: "shop",
          destination: [{ userid: [newId()] }],
          notifyurl,
          channels: { push: { android: { title: "Title", text: "Text" } } },
        }),
      });
    expect((await send(address)).status).toBe(200);
    expect((await send("http://n.example/")).status).not.toBe(200);
    expect(config().ORIGIN).toMatch(/^http:/);
  });

  it("is emptied", async () => {
    const { total } = await listInbox(as, { serviceId });
    expect(await emptyInbox(as, { serviceId })).toBe(total);
    expect(await listInbox(as, { serviceId })).toMatchObject({ rows: [], total: 0, address });
    expect(await emptyInbox(as, { serviceId })).toBe(0);
    expect(
      (await eventsOf(database(), serviceId, "inbox.empty")).map(({ snapshot }) => snapshot),
    ).toEqual([{ count: total }]);
  });
});
