import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import type { Actor } from "@/lib/policy/can";
import { NotFoundError } from "@/lib/verb/errors";
import { messageStatus } from "./status";
import { fillRollups, writeDeliveries } from "./testing";

const actor = { kind: "job" as const, name: "test" };
const key = (serviceId: string): { actor: Actor } => ({
  actor: { kind: "serviceKey", serviceId, scopes: ["status"] },
});

describe("the status of a message", () => {
  let sql: Database;
  let serviceId: string;
  const transid = newId();

  beforeAll(async () => {
    sql = await openTestDatabase();
    await sql.transaction(async (tx) => {
      ({ id: serviceId } = await createService(
        { actor, tx },
        { name: "S", sandbox: true, httpsOnly: false, key: "sk_status_test_000001" },
      ));
      const app = await createApp({ actor, tx }, { serviceId, appid: "shop", name: "Shop" });
      await tx.query(
        `INSERT INTO message (id, service_id, app_id, source, request, effective_hash, priority, accepted_at) VALUES ($1, $2, $3, 'api', ''::bytea, ''::bytea, 0, now())`,
        [transid, serviceId, app.id],
      );
      await tx.query(
        `INSERT INTO delivery (message_id, id, service_id, app_id, target, destination, destination_type, kind, pushid, deviceid, state, code, description, priority, queued_at, updated_at)
         SELECT $1, gen_random_uuid(), $2, $3, 't' || n, 'u' || n, 'userid', 'android', '', '', 'queued', '', '', 0, now(), now() FROM generate_series(1, 200) n`,
        [transid, serviceId, app.id],
      );
      await fillRollups(tx);
    });
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("counts what it lists, while everything changes", async () => {
    let changing = true;
    const change = (async () => {
      for (let n = 0; n < 60; n += 1)
        await writeDeliveries(sql, (tx) =>
          tx.query(`UPDATE delivery SET state = $2 WHERE message_id = $1`, [
            transid,
            n % 2 === 0 ? "submitted" : "queued",
          ]),
        );
      changing = false;
    })();
    let looks = 0;
    while (changing) {
      const status = await messageStatus(key(serviceId), { transid, limit: "1000" });
      const listed = status.deliveries.filter((delivery) => delivery.status === "queued").length;
      expect(listed).toBe(status.counts.queued);
      looks += 1;
    }
    await change;
    expect(looks).toBeGreaterThan(0);
  });

  it("is answered to its own service alone, page by page", async () => {
    await expect(messageStatus(key(newId()), { transid })).rejects.toThrow(NotFoundError);
    await expect(messageStatus(key(serviceId), { transid: "nonsense" })).rejects.toThrow(
      NotFoundError,
    );
    const first = await messageStatus(key(serviceId), { transid, limit: "150" });
    const second = await messageStatus(key(serviceId), {
      transid,
      limit: "150",
      after: first.next ?? "",
    });
    expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([
      150,
      50,
      null,
    ]);
  });
});
