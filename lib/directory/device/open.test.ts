import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { NotFoundError } from "@/lib/verb/errors";
import { addSuppressions } from "../suppression/add";
import { suppressDevice } from "../suppression/suppress-device";
import { openDevice } from "./open";

const owner = { actor: testOwner() };
const service = newId();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the page of a device", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [service]);
    await database.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $1, 'shop', 'Shop', 'shop')",
      [service],
    );
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const add = async (pushid: string, deviceid: string, seen: string, kind = "android") => {
    const id = newId();
    await database.query(
      `INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid, model, created_at, last_seen_at)
       VALUES ($1, $2, $3, $4, sha256(convert_to($4, 'UTF8')), $5, 'Pixel', '2026-01-01T00:00:00Z', $6)`,
      [id, service, kind, pushid, deviceid, seen],
    );
    return id;
  };
  const use = (deviceId: string, userids: string[]) =>
    database.query(
      "INSERT INTO device_user (app_id, userid, device_id) SELECT $1, u, $2 FROM unnest($3::text[]) u",
      [service, deviceId, userids],
    );

  it("shows its users, its other tokens and what is suppressed, and no push id", async () => {
    const id = await add("newest", "phone", "2026-03-03T00:00:00Z");
    const [older, oldest] = [
      await add("older", "phone", "2026-02-02T00:00:00Z"),
      await add("oldest", "phone", "2026-01-01T00:00:00Z"),
    ];
    await add("of another kind", "phone", "2026-02-02T00:00:00Z", "hms");
    await add("of another device", "tablet", "2026-02-02T00:00:00Z");
    await use(id, ["maya", "li"]);
    await addSuppressions(owner, { serviceId: service, kind: "userid", ids: ["maya"] });
    await suppressDevice(owner, { id });
    const opened = await openDevice(owner, { id: id.toUpperCase() });
    const token = {
      state: "active",
      stateReason: null,
      stateAt: null,
      createdAt: "2026-01-01T00:00:00.000Z",
    };
    expect(opened).toEqual({
      ...token,
      id,
      fingerprint: sha256("newest").slice(0, 12),
      lastSeenAt: "2026-03-03T00:00:00.000Z",
      serviceId: service,
      appid: "shop",
      appName: "Shop",
      kind: "android",
      deviceid: "phone",
      model: "Pixel",
      os: null,
      language: null,
      timezone: null,
      simulated: false,
      userids: ["li", "maya"],
      suppressed: ["maya", ""],
      entries: [
        { id: expect.any(String) as string, userid: "maya" },
        { id: expect.any(String) as string, userid: "" },
      ],
      others: [
        {
          ...token,
          id: older,
          fingerprint: sha256("older").slice(0, 12),
          lastSeenAt: "2026-02-02T00:00:00.000Z",
        },
        {
          ...token,
          id: oldest,
          fingerprint: sha256("oldest").slice(0, 12),
          lastSeenAt: "2026-01-01T00:00:00.000Z",
        },
      ],
    });
  });

  it("names no other tokens of a device without a device id", async () => {
    const [id] = [
      await add("one", "", "2026-01-01T00:00:00Z"),
      await add("two", "", "2026-01-01T00:00:00Z"),
    ];
    expect(await openDevice(owner, { id })).toMatchObject({
      userids: [],
      suppressed: [],
      entries: [],
      others: [],
    });
  });

  it("is not there for an unknown id, a text that is none, or another service", async () => {
    for (const id of [newId(), "none"])
      await expect(openDevice(owner, { id })).rejects.toThrow(NotFoundError);
    const id = await add("foreign", "", "2026-01-01T00:00:00Z");
    const stranger = { actor: testMember({ [newId()]: { role: "owner" } }) };
    await expect(openDevice(stranger, { id })).rejects.toThrow(NotFoundError);
  });
});
