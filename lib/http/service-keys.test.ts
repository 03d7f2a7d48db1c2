import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { deactivateService, reactivateService } from "@/lib/directory/service/deactivate";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import { writeKeyUses } from "@/lib/directory/service/key-use";
import { listServiceKeys } from "@/lib/directory/service/list-keys";
import { rerollServiceKey } from "@/lib/directory/service/reroll-key";
import { rerollServiceSecret } from "@/lib/directory/service/reroll-secret";
import { openInterface, type TestInterface } from "./testing";

const as = { actor: testOwner() };

describe("credentials of a service, as programs use them", () => {
  let database: Database;
  let served: TestInterface;
  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
  });
  afterAll(() => served.close());

  const status = async (headers: Record<string, string>) => {
    for (const cache of ["service", "service-by-key", "jwt-secrets"]) forgetCached(cache);
    const answer = await fetch(
      `${served.origin}/resources/v1/messaging/00000000-0000-7000-8000-000000000000`,
      { headers },
    );
    return answer.status;
  };
  const keys = () => listServiceKeys(as, { serviceId: served.serviceId });
  const signedWith = (secret: Uint8Array) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "HS256" })}.${part({ iss: served.serviceId, iat: Math.floor(Date.now() / 1_000) })}`;
    return {
      authorization: `Bearer ${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`,
    };
  };

  it("counts calls by key and address, and none that was refused", async () => {
    expect(await status({ key: served.key })).toBe(404);
    expect(await status({ authorization: `Bearer ${served.key}` })).toBe(404);
    expect(await status({ key: "ck_nobody_has_this_key" })).toBe(401);
    await database.query("UPDATE service SET ip_allow = '{192.0.2.1}'");
    expect(await status({ key: served.key })).toBe(403);
    await database.query("UPDATE service SET ip_allow = '{}'");
    await writeKeyUses();
    expect(await keys()).toMatchObject([
      { calls: 2, callers: [{ address: "127.0.0.1", calls: 2 }], lastUsedFrom: "127.0.0.1" },
    ]);
  });

  it("takes both keys while they overlap, and the new one alone afterwards", async () => {
    const [old] = await keys();
    const next = await rerollServiceKey(as, { id: old?.id ?? "", overlapHours: 1 });
    expect([await status({ key: served.key }), await status({ key: next.key })]).toEqual([
      404, 404,
    ]);
    await database.query("UPDATE service_key SET expires_at = now() WHERE id = $1", [
      old?.id ?? "",
    ]);
    expect([await status({ key: served.key }), await status({ key: next.key })]).toEqual([
      401, 404,
    ]);
  });

  it("takes tokens of both JWT secrets while they overlap, and of no other", async () => {
    const [{ secret: first } = { secret: new Uint8Array() }] = await jwtSecretsOf(served.serviceId);
    const { secret } = await rerollServiceSecret(as, {
      serviceId: served.serviceId,
      secret: "jwt",
      overlapHours: 1,
    });
    const second = Buffer.from(secret, "base64");
    const all = async () => [
      await status(signedWith(first)),
      await status(signedWith(second)),
      await status(signedWith(Buffer.alloc(32))),
    ];
    expect(await all()).toEqual([404, 404, 401]);
    await database.query("UPDATE jwt_secret SET expires_at = now() WHERE replaced");
    expect(await all()).toEqual([401, 404, 401]);
  });

  it("refuses everything of a service that is switched off", async () => {
    const [{ secret } = { secret: new Uint8Array() }] = await jwtSecretsOf(served.serviceId);
    const [{ key }, headers] = [
      await rerollServiceKey(as, { id: (await keys())[0]?.id ?? "", overlapHours: 0 }),
      signedWith(secret),
    ];
    await deactivateService(as, { serviceId: served.serviceId });
    expect([await status({ key }), await status(headers)]).toEqual([403, 403]);
    const device = { appid: "shop", deviceid: "d", kind: "android", pushid: "p" };
    const answer = await fetch(`${served.origin}/resources/v1/devices`, {
      method: "PUT",
      headers: { key: served.clientKey },
      body: JSON.stringify(device),
    });
    expect(answer.status, "devices register all the same").toBe(201);
    await reactivateService(as, { serviceId: served.serviceId });
    expect(await status({ key })).toBe(404);
  });
});
