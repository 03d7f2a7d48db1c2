import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { unseal } from "@/lib/auth/seal";
import { webhookSecretPlace } from "@/lib/auth/sealed-places";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { goneWebhooks } from "@/lib/results/gone-webhooks";
import { enqueueUpdates } from "@/lib/updates/enqueue";
import { resumeWebhook } from "@/lib/updates/resume-webhook";
import { testSource } from "@/lib/updates/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { addNotifyAuth } from "../notify-auth/add";
import { createService } from "../service/create";
import { addWebhook } from "./add";
import { changeWebhook, switchOffWebhook } from "./change";
import { listWebhooks } from "./list";
import { removeWebhook } from "./remove";
import { rerollWebhookSecret } from "./reroll-secret";
import { readWebhookWaiting } from "./waiting";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("webhooks", () => {
  let database: Database;
  let serviceId: string;
  let as: { actor: ReturnType<typeof testMember> };
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 120_000);
  afterAll(() => database.close(), 60_000);
  beforeEach(async () => {
    ({ id: serviceId } = await createService({ actor: testOwner() }, { name: `Shop ${newId()}` }));
    as = { actor: testMember({ [serviceId]: { role: "admin" } }) };
  });

  const problems = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems;
  };
  const webhook = {
    url: "https://a.example/hook",
    kinds: ["read" as const, "submitted" as const],
    notifyAuthId: "",
  };
  const secretOf = async (id: string) => {
    const [row] = await database.query<{ sealed: Uint8Array }>(
      "SELECT signing_secret_sealed AS sealed FROM webhook WHERE id = $1",
      [id],
    );
    return unseal(row?.sealed ?? new Uint8Array(), webhookSecretPlace(id));
  };

  it("count what waits for them, and nothing of what waits for others", async () => {
    const [{ id }, other] = [
      await addWebhook(as, { serviceId, ...webhook, kinds: ["read"] }),
      await addWebhook(as, {
        serviceId,
        ...webhook,
        kinds: ["read"],
        url: "https://b.example/hook",
      }),
    ];
    await enqueueUpdates(
      database,
      Array.from({ length: 3 }, () => testSource(serviceId, "read")),
    );
    await database.query(
      `UPDATE "update" SET state = 'parked', next_at = NULL WHERE id = (SELECT id FROM "update" WHERE service_id = $1 AND receiver = $2 LIMIT 1)`,
      [serviceId, id],
    );
    expect(await readWebhookWaiting(as, { id })).toEqual({ queued: 2, parked: 1 });
    expect(await readWebhookWaiting(as, { id: other.id })).toEqual({ queued: 3, parked: 0 });
    await expect(
      readWebhookWaiting({ actor: testMember({ [newId()]: { role: "owner" } }) }, { id }),
    ).rejects.toThrow(NotFoundError);
  });

  it("come with a signing secret that is shown once, and get the kinds that were chosen", async () => {
    const { id, secret } = await addWebhook(as, { serviceId, ...webhook });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await secretOf(id)).toBe(secret);
    const listed = await listWebhooks(as, { serviceId });
    expect(listed).toEqual([
      {
        id,
        revision: 1,
        url: webhook.url,
        kinds: ["submitted", "read"],
        notifyAuthId: "",
        signed: true,
        off: null,
      },
    ]);
    const { secret: next } = await rerollWebhookSecret(as, { id });
    expect(next).not.toBe(secret);
    expect(await secretOf(id)).toBe(next);
    const events = await eventsOf(database, serviceId);
    expect(events.slice(-2)).toMatchObject([
      {
        action: "webhook.add",
        entityId: id,
        snapshot: { url: webhook.url, kinds: ["submitted", "read"], notifyurlAuthId: "", on: true },
      },
      {
        action: "webhookSecret.reroll",
        entityId: id,
        snapshot: {},
      },
    ]);
    expect(JSON.stringify([listed, events])).not.toContain("whsec_");
  });

  it("refuse what cannot be called, at its field", async () => {
    const pointer = async (change: Partial<Record<"url" | "notifyAuthId", string>>) =>
      (await problems(addWebhook(as, { serviceId, ...webhook, ...change })))[0]?.pointer;
    for (const url of [
      "",
      "a.example",
      "ftp://a.example",
      "https://u:p@a.example/",
      " https://a.example",
      "http://a.example/",
    ])
      expect({ url, pointer: await pointer({ url }) }).toEqual({ url, pointer: "/url" });
    expect(await pointer({ notifyAuthId: "nobody" })).toBe("/notifyAuthId");
    expect((await problems(addWebhook(as, { serviceId, ...webhook, kinds: [] })))[0]?.pointer).toBe(
      "/kinds",
    );
    await addWebhook(as, { serviceId, ...webhook });
    expect(await pointer({})).toBe("/url");
  });

  it("take no authentication of another service", async () => {
    const { id: other } = await createService({ actor: testOwner() }, { name: "Other" });
    await addNotifyAuth(
      { actor: testOwner() },
      { serviceId: other, id: "theirs", name: "T", kind: "bearer", fields: { token: "t" } },
    );
    expect(
      (await problems(addWebhook(as, { serviceId, ...webhook, notifyAuthId: "theirs" })))[0]
        ?.pointer,
    ).toBe("/notifyAuthId");
  });

  it("can be changed, switched and removed, and appear on Home after a 410 alone", async () => {
    const { id } = await addWebhook(as, { serviceId, ...webhook });
    await changeWebhook(as, { id, ...webhook, url: "https://b.example/", kinds: ["failed"] });
    await switchOffWebhook(as, { id });
    expect(await listWebhooks(as, { serviceId })).toMatchObject([
      { url: "https://b.example/", kinds: ["failed"], off: { why: "switched" } },
    ]);
    expect(await goneWebhooks(as, { serviceId })).toEqual([]);
    await resumeWebhook(as, { id });
    expect(await listWebhooks(as, { serviceId })).toMatchObject([{ off: null }]);
    await database.query("UPDATE webhook SET disabled_at = now() WHERE id = $1", [id]);
    expect(await listWebhooks(as, { serviceId })).toMatchObject([{ off: { why: "gone" } }]);
    expect(await goneWebhooks(as, { serviceId })).toMatchObject([{ id }]);
    await removeWebhook(as, { id });
    await expect(removeWebhook(as, { id })).rejects.toThrow(NotFoundError);
    expect(await eventsOf(database, serviceId, "webhook.change")).toMatchObject([
      { snapshot: { on: true } },
    ]);
    const [off] = await eventsOf(database, serviceId, "webhook.switchOff");
    expect(off?.snapshot).toMatchObject({ before: { on: true }, after: { on: false } });
  });
});
