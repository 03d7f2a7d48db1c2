import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openParts } from "@/lib/auth/sealed-parts";
import { notifyAuthPlace } from "@/lib/auth/sealed-places";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { mask } from "@/lib/describe/description";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createService } from "../service/create";
import { addNotifyAuth } from "./add";
import { changeNotifyAuth } from "./change";
import { listNotifyAuths } from "./list";
import { removeNotifyAuth } from "./remove";
import { readNotifyAuthUsers } from "./used-by";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("authentications", () => {
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
  const stored = async (id: string) => {
    const [row] = await database.query<{
      settings: Record<string, unknown>;
      sealed: Uint8Array | null;
    }>(
      "SELECT settings, secret_sealed AS sealed FROM notify_auth WHERE service_id = $1 AND id = $2",
      [serviceId, id],
    );
    return row
      ? {
          settings: row.settings,
          all: openParts(row.settings, row.sealed, notifyAuthPlace(serviceId, id)),
        }
      : undefined;
  };
  const basic = {
    name: "CRM",
    kind: "basic" as const,
    fields: { username: "clarion", password: "top secret" },
  };

  it("are stored with sealed secrets, which no list and no event has", async () => {
    await addNotifyAuth(as, { serviceId, id: "crm", ...basic });
    expect(await stored("crm")).toEqual({
      settings: { username: "clarion" },
      all: { username: "clarion", password: "top secret" },
    });
    const listed = await listNotifyAuths(as, { serviceId });
    expect(listed).toMatchObject([
      {
        id: "crm",
        name: "CRM",
        kind: "basic",
        settings: { username: "clarion" },
        isDefault: false,
        webhooks: 0,
      },
    ]);
    const events = await eventsOf(database, serviceId, "notifyAuth.add");
    expect(events).toMatchObject([
      {
        entityId: "crm",
        snapshot: {
          name: "CRM",
          kind: "basic",
          before: {},
          after: { username: "clarion", password: "••••••••" },
        },
      },
    ]);
    expect(JSON.stringify([listed, events])).not.toContain("top secret");
  });

  it("get an id where none is chosen, and each service has its own ids", async () => {
    const { id } = await addNotifyAuth(as, { serviceId, ...basic });
    expect(id).toMatch(/^auth_[a-z\d]{10}$/);
    const { id: other } = await createService({ actor: testOwner() }, { name: "Other" });
    await addNotifyAuth({ actor: testOwner() }, { serviceId: other, id, ...basic });
    expect(await problems(addNotifyAuth(as, { serviceId, id, ...basic }))).toEqual([
      { pointer: "/id", message: "Another authentication has this ID. Choose a different one." },
    ]);
    expect(
      (await problems(addNotifyAuth(as, { serviceId, ...basic, id: "not an id" })))[0]?.pointer,
    ).toBe("/id");
  });

  it("say at its field what is missing or wrong, and repeat no value", async () => {
    const faults = await problems(
      addNotifyAuth(as, {
        serviceId,
        name: "X",
        kind: "apikey",
        fields: { header: "content-type" },
      }),
    );
    expect(faults.map(({ pointer }) => pointer)).toEqual(["/fields/header", "/fields/value"]);
    const bad = await problems(
      addNotifyAuth(as, {
        serviceId,
        name: "X",
        kind: "bearer",
        fields: { token: "geheim\u0007" },
      }),
    );
    expect(JSON.stringify(bad)).not.toContain("geheim");
  });

  it("keep a secret that is not written again, as long as the kind stays", async () => {
    await addNotifyAuth(as, { serviceId, id: "crm", ...basic });
    await changeNotifyAuth(as, {
      serviceId,
      id: "crm",
      name: "CRM 2",
      kind: "basic",
      fields: { username: "other" },
    });
    expect((await stored("crm"))?.all).toEqual({ username: "other", password: "top secret" });
    await changeNotifyAuth(as, {
      serviceId,
      id: "crm",
      name: "CRM 2",
      kind: "basic",
      fields: { username: "other", password: "new" },
    });
    expect((await stored("crm"))?.all).toEqual({ username: "other", password: "new" });
    expect(
      await problems(
        changeNotifyAuth(as, { serviceId, id: "crm", name: "CRM", kind: "bearer", fields: {} }),
      ),
    ).toEqual([{ pointer: "/fields/token", message: "must not be empty" }]);
    await changeNotifyAuth(as, {
      serviceId,
      id: "crm",
      name: "CRM",
      kind: "bearer",
      fields: { token: "t" },
    });
    // Nothing of the kind before is left.
    expect((await stored("crm"))?.all).toEqual({ token: "t" });
    const changes = (await eventsOf(database, serviceId, "notifyAuth.change")).map(
      ({ snapshot }) => snapshot as Record<string, unknown>,
    );
    const was = { kind: "basic", username: "clarion", password: mask };
    expect(changes.slice(-3).map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { ...was, name: "CRM" }, after: { ...was, name: "CRM 2", username: "other" } },
      {
        before: { ...was, name: "CRM 2", username: "other" },
        after: { ...was, name: "CRM 2", username: "other", password: "Replaced" },
      },
      {
        before: { kind: "basic", name: "CRM 2" },
        after: { kind: "bearer", name: "CRM", token: mask },
      },
    ]);
  });

  it("are not removed while the service or a webhook is called with them, and leave no secret behind", async () => {
    await addNotifyAuth(as, { serviceId, id: "crm", ...basic });
    const webhookId = newId();
    await database.query(
      "INSERT INTO webhook (id, service_id, url, notify_auth_id, kinds) VALUES ($1, $2, 'https://a.example/hook', 'crm', '{}')",
      [webhookId, serviceId],
    );
    await database.query(
      "UPDATE service SET notifyurl = 'https://a.example/n', notifyurl_auth_id = 'crm' WHERE id = $1",
      [serviceId],
    );
    await database.query(
      `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, notify_auth_id, origin, body, created_at)
       VALUES ($1, $1, $1, $2, 'read', 'notifyurl', 'https://a.example/n', 'crm', 'https://a.example', ''::bytea, now())`,
      [newId(), serviceId],
    );
    expect(await readNotifyAuthUsers(as, { serviceId, id: "crm" })).toEqual({
      notifyurl: "https://a.example/n",
      webhooks: ["https://a.example/hook"],
      campaigns: [],
      waiting: 1,
    });
    const [problem] = await problems(removeNotifyAuth(as, { serviceId, id: "crm" }));
    expect(problem?.message).toContain(
      "the service’s notify URL, the webhook https://a.example/hook",
    );
    await database.query("DELETE FROM webhook WHERE id = $1", [webhookId]);
    await database.query("UPDATE service SET notifyurl_auth_id = NULL WHERE id = $1", [serviceId]);
    await removeNotifyAuth(as, { serviceId, id: "crm" });
    expect(
      await database.query(
        "SELECT settings, secret_sealed FROM notify_auth WHERE service_id = $1",
        [serviceId],
      ),
    ).toEqual([{ settings: {}, secret_sealed: null }]);
    expect(await listNotifyAuths(as, { serviceId })).toEqual([]);
    await expect(removeNotifyAuth(as, { serviceId, id: "crm" })).rejects.toThrow(NotFoundError);
    await expect(changeNotifyAuth(as, { serviceId, id: "crm", ...basic })).rejects.toThrow(
      NotFoundError,
    );
    // Its id may be used again, so that what waits for it can be sent.
    await addNotifyAuth(as, { serviceId, id: "crm", ...basic });
    expect(await listNotifyAuths(as, { serviceId })).toHaveLength(1);
  });
});
