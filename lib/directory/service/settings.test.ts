import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unseal } from "@/lib/auth/seal";
import { signingSecretPlace } from "@/lib/auth/sealed-places";
import { testOwner } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { now as clock } from "@/lib/runtime/clock";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf, expectRights } from "@/lib/verb/testing";
import { changeService } from "./change";
import { createService } from "./create";
import { deactivateService, reactivateService } from "./deactivate";
import { jwtSecretsOf } from "./jwt-secret";
import { countKeyUse, writeKeyUses } from "./key-use";
import { listJwtSecrets } from "./list-jwt-secrets";
import { openService } from "./open";
import { removeJwtSecret } from "./remove-jwt-secret";
import { rerollServiceSecret } from "./reroll-secret";

const as = { actor: testOwner() };

describe("settings of a service", () => {
  let database: Database;
  let serviceId: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const problem = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems[0];
  };
  const changes = async () =>
    (await eventsOf(database, serviceId, "service.change")).map(({ snapshot }) => snapshot);

  it("are changed part by part, and what was changed is on record with what was there before", async () => {
    await changeService(as, { part: "name", serviceId, name: " Shop & Co " });
    await changeService(as, {
      part: "requests",
      serviceId,
      sizeRule: "message",
      always200: true,
      idsPerSecond: 50,
    });
    await changeService(as, {
      part: "requests",
      serviceId,
      sizeRule: "message",
      always200: true,
      idsPerSecond: 50,
    });
    await changeService(as, {
      part: "addresses",
      serviceId,
      ipAllow: [" 192.0.2.0/24 ", "", "2001:db8::1", "192.0.2.0/24"],
    });
    await changeService(as, {
      part: "updates",
      serviceId,
      notifyurl: "https://shop.example/updates",
      httpsOnly: true,
    });
    expect(await openService(as, { serviceId })).toMatchObject({
      name: "Shop & Co",
      sizeRule: "message",
      always200: true,
      idsPerSecond: 50,
      ipAllow: ["192.0.2.0/24", "2001:db8::1"],
      notifyurl: "https://shop.example/updates",
      notifyurlAuthId: null,
    });
    expect(await changes()).toEqual([
      { before: { name: "Shop" }, after: { name: "Shop & Co" } },
      {
        before: { sizeRule: "body", always200: false, idsPerSecond: null },
        after: { sizeRule: "message", always200: true, idsPerSecond: 50 },
      },
      { before: { ipAllow: "" }, after: { ipAllow: "192.0.2.0/24, 2001:db8::1" } },
      { before: { notifyurl: null }, after: { notifyurl: "https://shop.example/updates" } },
    ]);
  });

  it("accept no address that is none, and warn a user who would lock programs out", async () => {
    const addresses = { part: "addresses" as const, serviceId };
    expect(
      await problem(changeService(as, { ...addresses, ipAllow: ["192.0.2.1", "shop.example"] })),
    ).toMatchObject({
      pointer: "/ipAllow",
      message: expect.stringContaining("“shop.example” is not an address") as string,
    });
    const leftOut = { ...addresses, ipAllow: ["192.0.2.0/24"], from: "198.51.100.7" };
    expect(await problem(changeService(as, leftOut))).toMatchObject({
      pointer: "/anyway",
      message: expect.stringContaining("198.51.100.7") as string,
    });
    await changeService(as, { ...leftOut, anyway: true });
    await changeService(as, { ...leftOut, ipAllow: ["198.51.100.0/24"] });
    await changeService(as, { ...leftOut, ipAllow: [] });
    expect((await openService(as, { serviceId })).ipAllow).toEqual([]);
  });

  it("take a notify URL that the service itself would take, and an authentication of its own alone", async () => {
    const { id: other } = await createService(as, { name: "Other" });
    for (const [id, of, deleted] of [
      ["own", serviceId, null],
      ["gone", serviceId, "2026-01-01T00:00:00Z"],
      ["foreign", other, null],
    ])
      await database.query(
        "INSERT INTO notify_auth (id, service_id, name, kind, deleted_at) VALUES ($1, $2, $1, 'none', $3)",
        [id ?? "", of ?? "", deleted ?? null],
      );
    const to = { part: "updates" as const, serviceId, httpsOnly: true };
    expect(
      await problem(changeService(as, { ...to, notifyurl: "http://shop.example/" })),
    ).toMatchObject({ pointer: "/notifyurl" });
    expect(await problem(changeService(as, { ...to, notifyurl: "shop.example" }))).toMatchObject({
      pointer: "/notifyurl",
    });
    for (const notifyurlAuthId of ["gone", "foreign", "none"])
      expect(await problem(changeService(as, { ...to, notifyurlAuthId }))).toMatchObject({
        pointer: "/notifyurlAuthId",
      });
    await changeService(as, {
      ...to,
      httpsOnly: false,
      notifyurl: "http://shop.example/",
      notifyurlAuthId: "own",
    });
    expect(await openService(as, { serviceId })).toMatchObject({
      notifyurl: "http://shop.example/",
      notifyurlAuthId: "own",
      notifyAuths: [{ id: "own", name: "own" }],
    });
  });

  it("are changed by those who may, and the service is switched off by its owners", async () => {
    const where = { own: serviceId, foreign: newId() };
    await expectRights(
      database,
      "service.change",
      changeService,
      { part: "name", serviceId, name: "Renamed" },
      where,
    );
    await expectRights(database, "service.deactivate", deactivateService, { serviceId }, where);
    await expectRights(
      database,
      "serviceSecret.reroll",
      rerollServiceSecret,
      { serviceId, secret: "jwt" },
      where,
    );
    await deactivateService(as, { serviceId });
    await deactivateService(as, { serviceId });
    await reactivateService(as, { serviceId });
    for (const action of ["service.deactivate", "service.reactivate"] as const)
      expect((await eventsOf(database, serviceId, action)).map(({ snapshot }) => snapshot)).toEqual(
        [{ name: "Shop & Co" }],
      );
  });

  it("have a JWT secret that is replaced with an overlap, shown once and stored sealed", async () => {
    const now = async () => {
      forgetCached("jwt-secrets");
      return (await jwtSecretsOf(serviceId)).map(({ secret }) =>
        Buffer.from(secret).toString("base64"),
      );
    };
    const [first] = await now();
    const { secret: second } = await rerollServiceSecret(as, {
      serviceId,
      secret: "jwt",
      overlapHours: 6,
    });
    expect(await now()).toEqual([second, first]);
    expect(await listJwtSecrets(as, { serviceId })).toMatchObject([
      { replaced: false, expiresAt: null, active: true },
      { replaced: true, expiresAt: expect.any(String) as string, active: true },
    ]);
    await database.query(
      "UPDATE jwt_secret SET expires_at = now() WHERE service_id = $1 AND replaced",
      [serviceId],
    );
    expect(await now()).toEqual([second]);
    expect(await listJwtSecrets(as, { serviceId })).toHaveLength(1);
    const { secret: third } = await rerollServiceSecret(as, {
      serviceId,
      secret: "jwt",
      overlapHours: 1,
    });
    const { secret: fourth } = await rerollServiceSecret(as, { serviceId, secret: "jwt" });
    expect(await now()).toEqual([fourth]);
    const answers = JSON.stringify([
      await openService(as, { serviceId }),
      await listJwtSecrets(as, { serviceId }),
      await eventsOf(database, serviceId),
    ]);
    for (const secret of [second, third, fourth]) expect(answers).not.toContain(secret);
  });

  it("have JWT secrets that expire, show their callers and can be removed", async () => {
    const began = clock();
    const ownerId = newId();
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'jwt@example.com', 'Ada', '')",
      [ownerId],
    );
    const owner = { actor: testOwner(ownerId) };
    const { secret } = await rerollServiceSecret(owner, { serviceId, secret: "jwt", days: 30 });
    expect((await eventsOf(database, serviceId, "serviceSecret.reroll")).at(-1)?.snapshot).toEqual({
      secret: "jwt",
      overlapHours: 0,
      days: 30,
    });
    await rerollServiceSecret(as, { serviceId, secret: "jwt", overlapHours: 24 });
    const [present, former] = await listJwtSecrets(as, { serviceId });
    expect(Date.parse(former?.expiresAt ?? "")).toBeLessThan(began + 25 * 3_600_000);
    expect(former).toMatchObject({ createdBy: "Ada", lastUsedAt: null, calls: 0 });
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"])
      countKeyUse(former?.id ?? "", address);
    countKeyUse(present?.id ?? "");
    await writeKeyUses();
    expect(await listJwtSecrets(as, { serviceId })).toMatchObject([
      { calls: 1, callers: [{ address: "", calls: 1 }], lastUsedFrom: "" },
      {
        calls: 3,
        callers: [
          { address: "192.0.2.1", calls: 2 },
          { address: "192.0.2.2", calls: 1 },
        ],
        lastUsedFrom: expect.stringMatching(/^192/) as string,
      },
    ]);
    const where = { own: serviceId, foreign: newId() };
    await expectRights(
      database,
      "jwtSecret.remove",
      removeJwtSecret,
      { id: former?.id ?? "" },
      where,
    );
    await removeJwtSecret(as, { id: former?.id ?? "" }).catch(() => undefined);
    const left = async () => {
      forgetCached("jwt-secrets");
      return (await jwtSecretsOf(serviceId)).map((one) => one.id);
    };
    expect(await left()).toEqual([present?.id]);
    await removeJwtSecret(as, { id: present?.id ?? "" });
    expect(await left()).toEqual([]);
    const events = await eventsOf(database, serviceId, "jwtSecret.remove");
    expect(events.at(-1)).toMatchObject({ entityId: present?.id, snapshot: {} });
    expect(JSON.stringify(events)).not.toContain(secret);
    // The next one is the first again.
    await rerollServiceSecret(as, { serviceId, secret: "jwt", overlapHours: 24 });
    expect(await left()).toHaveLength(1);
    await database.query("UPDATE jwt_secret SET expires_at = now() WHERE service_id = $1", [
      serviceId,
    ]);
    expect(await left()).toEqual([]);
    expect(await listJwtSecrets(as, { serviceId })).toMatchObject([{ active: false }]);
    expect(
      await problem(rerollServiceSecret(as, { serviceId, secret: "signing", days: 30 })),
    ).toMatchObject({ pointer: "/days" });
  });

  it("have a replaced JWT secret to its own end, although the one that took its place was removed", async () => {
    const ids = async () => (await listJwtSecrets(as, { serviceId })).map(({ id }) => id);
    await rerollServiceSecret(as, { serviceId, secret: "jwt" });
    const [former] = await ids();
    await rerollServiceSecret(as, { serviceId, secret: "jwt", overlapHours: 24 });
    const [present] = await ids();
    await removeJwtSecret(as, { id: present ?? "" });
    await rerollServiceSecret(as, { serviceId, secret: "jwt" });
    const [next, formerId, ...others] = await ids();
    expect([formerId, others]).toEqual([former, []]);
    expect([former, present]).not.toContain(next);
    // One that replaces another takes the place of the former one.
    await rerollServiceSecret(as, { serviceId, secret: "jwt", overlapHours: 24 });
    expect((await ids()).slice(1)).toEqual([next]);
  });

  it("have a signing secret as receivers expect it", async () => {
    const { secret } = await rerollServiceSecret(as, { serviceId, secret: "signing" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await database.query<{ sealed: Uint8Array }>(
      "SELECT signing_secret_sealed AS sealed FROM service WHERE id = $1",
      [serviceId],
    );
    expect(unseal(row?.sealed ?? new Uint8Array(), signingSecretPlace(serviceId))).toBe(secret);
    expect(
      await problem(rerollServiceSecret(as, { serviceId, secret: "signing", overlapHours: 1 })),
    ).toMatchObject({
      pointer: "/overlapHours",
    });
    expect(await openService(as, { serviceId })).toMatchObject({ hasSigningSecret: true });
  });
});
