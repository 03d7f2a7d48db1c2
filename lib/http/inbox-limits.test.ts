import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openInbox } from "@/lib/dispatch/open-inbox";
import { tidyUp } from "@/lib/dispatch/tidy-up";
import { listInbox } from "@/lib/results/list-inbox";
import { attempt } from "@/lib/updates/attempt";
import { claim } from "@/lib/updates/claim";
import { enqueueUpdates } from "@/lib/updates/enqueue";
import { mostInInbox, putInInbox } from "@/lib/updates/inbox";
import { defaultPolicy } from "@/lib/updates/policy";
import { postUpdate } from "@/lib/updates/post";
import { startUpdates } from "@/lib/updates/send";
import { noLimits, testSource } from "@/lib/updates/testing";
import { openInterface, type TestInterface } from "./testing";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");
vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");
vi.stubEnv("CLIENT_ADDRESS_RATE", "0");

describe("the built-in inbox", () => {
  let served: TestInterface;
  let as: { actor: ReturnType<typeof testMember> };
  let serviceId: string;

  beforeAll(async () => {
    served = await openInterface(await openTestDatabase());
    ({ serviceId } = served);
    as = { actor: testMember({ [serviceId]: { role: "admin" } }) };
    await openInbox(as, { serviceId });
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const rows = async () => (await listInbox(as, { serviceId })).rows;

  it("keeps the newest, and none for more than seven days", async () => {
    const sender = startUpdates({ pollMs: [2, 10] });
    await database().query(
      `INSERT INTO inbox_update (service_id, id, at, outside, webhook_id, headers, body, standard_signature, hub_signature)
       SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now() - interval '8 days', true, '', '[]', '', 'absent', 'absent' FROM generate_series(1, ${mostInInbox + 300}) n`,
      [serviceId],
    );
    const source = testSource(serviceId, "submitted");
    await enqueueUpdates(database(), [source]);
    sender.wake();
    await vi.waitFor(
      async () => expect((await rows())[0]).toMatchObject({ about: { status: "Submitted" } }),
      30_000,
    );
    await sender.stop();
    expect((await listInbox(as, { serviceId })).total).toBe(mostInInbox);
    await tidyUp();
    const { total } = await listInbox(as, { serviceId });
    expect(total).toBeLessThan(mostInInbox);
    expect((await rows())[0]).toMatchObject({ about: { status: "Submitted" } });
  });

  it("costs an update no attempt while the database cannot store it", async () => {
    const source = testSource(serviceId, "submitted");
    await enqueueUpdates(database(), [source]);
    const [update] = (await claim(database(), newId(), noLimits, 100, defaultPolicy)).filter(
      ({ messageId }) => messageId === source.delivery.messageId,
    );
    if (!update) throw new Error("nothing was claimed");
    await database().query("ALTER TABLE inbox_update RENAME TO inbox_update_away", []);
    try {
      await expect(attempt(database(), postUpdate, update, defaultPolicy)).rejects.toThrow(
        "could not be stored in an inbox",
      );
    } finally {
      await database().query("ALTER TABLE inbox_update_away RENAME TO inbox_update", []);
    }
    expect(await attempt(database(), postUpdate, update, defaultPolicy)).toMatchObject({
      verdict: { kind: "sent" },
    });
    await database().query(`DELETE FROM "update" WHERE message_id = $1`, [
      source.delivery.messageId,
    ]);
  });

  it("does not wait for a member who deletes from it", async () => {
    await database().query(
      `INSERT INTO inbox_update (service_id, id, at, outside, webhook_id, headers, body, standard_signature, hub_signature)
       SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), true, '', '[]', '', 'absent', 'absent' FROM generate_series(1, ${mostInInbox + 10}) n`,
      [serviceId],
    );
    await database().transaction(async (tx) => {
      await tx.query(
        "SELECT 1 FROM inbox_update WHERE service_id = $1 ORDER BY id LIMIT 3 FOR UPDATE",
        [serviceId],
      );
      await putInInbox(serviceId, { headers: {}, body: Buffer.from("while"), outside: true });
    });
    await putInInbox(serviceId, { headers: {}, body: Buffer.from("after"), outside: true });
    expect((await rows()).slice(0, 2).map(({ body }) => body)).toEqual(["after", "while"]);
    expect((await listInbox(as, { serviceId })).total).toBe(mostInInbox);
  }, 30_000);
});
