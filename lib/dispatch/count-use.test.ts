import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { listTemplates } from "@/lib/directory/template/list";
import { readTemplateUsers } from "@/lib/directory/template/used-by";
import { now } from "@/lib/runtime/clock";
import { forget } from "@/lib/runtime/once";
import { countUse } from "./count-use";
import { openSandbox, type TestSandbox } from "./testing";

describe("uses of templates", () => {
  let database: Database;
  let sandbox: TestSandbox;
  let templateId: string;
  const owner = { actor: testOwner() };

  beforeAll(async () => {
    database = await openTestDatabase();
    sandbox = await openSandbox(database);
    const [row] = await database.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = 'order_shipped'",
    );
    templateId = row?.id ?? "";
  }, 120_000);
  afterAll(() => sandbox.close(), 60_000);

  const request = (template: string, parameters: object = { name: "Ann", order: "7" }) => ({
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ userid: ["user-1"] }],
    message: { template, parameters },
  });
  const uses = async () =>
    (await readTemplateUsers(owner, { id: templateId })).days.map(
      ({ version, source, uses: n }) => [version, source, n],
    );

  it("are counted once for what is accepted", async () => {
    const began = now();
    await Promise.all(Array.from({ length: 7 }, () => sandbox.accept(request("order_shipped"))));
    await sandbox.accept(request("order_shipped@1"), { source: "test" });
    for (let n = 0; n < 2; n++)
      await sandbox.accept(request("order_shipped"), { idempotencyKey: "same" });
    expect((await sandbox.accept(request("order_shipped", {}))).ok).toBe(false);
    expect(await uses()).toEqual([
      [1, "api", 8],
      [1, "test", 1],
    ]);
    const { rows } = await listTemplates(owner, { serviceId: sandbox.service.id });
    expect(rows).toMatchObject([{ templateId: "order_shipped", uses: 9 }]);
    expect(Date.parse(rows[0]?.lastUsedAt ?? "")).toBeGreaterThanOrEqual(began);
  });

  it("of several processes add up, and those of a version that is gone block no other", async () => {
    const [version] = await database.query<{ id: string }>(
      "SELECT id FROM template_version WHERE template_id = $1",
      [templateId],
    );
    const before = (await uses())[0]?.[2] as number;
    for (let n = 0; n < 20; n++) {
      // Another process has another slot.
      forget("template-use-slot");
      await database.transaction((tx) =>
        countUse(tx, [
          { templateVersionId: version?.id ?? "", source: "api", acceptedAt: new Date() },
          { templateVersionId: newId(), source: "api", acceptedAt: new Date() },
          { templateVersionId: null, source: "api", acceptedAt: new Date() },
        ]),
      );
    }
    expect((await uses())[0]?.[2]).toBe(before + 20);
  });
});
