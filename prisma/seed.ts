import { createHash } from "node:crypto";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { createApp } from "@/lib/directory/app/create";
import { storeAudience } from "@/lib/directory/audience/store";
import { loadCredential } from "@/lib/directory/credential/load";
import { saveCredential } from "@/lib/directory/credential/save";
import { keepLabAddresses } from "@/lib/directory/lab-addresses";
import { createService } from "@/lib/directory/service/create";
import { publishTemplate } from "@/lib/directory/template/publish";
import { createTemplate } from "@/lib/directory/template/save";
import { mergeUsers } from "@/lib/directory/user/merge";
import { seeUser } from "@/lib/directory/user/store";
import { providerKinds, type ProviderKind } from "@/lib/interface/device-kinds";
import { writeJson } from "@/lib/interface/exact-json";
import type { Lab } from "@/lib/lab/lab";
import type { Actor } from "@/lib/policy/can";
import { providers } from "@/lib/providers/credentials";
import { now } from "@/lib/runtime/clock";
import { orderShipped } from "./order-shipped";
import { sandboxLists } from "./sandbox-lists";
import { sandboxPast } from "./sandbox-past";
import { sandboxUsers } from "./sandbox-users";

/** The sandbox as it stands after a start. */
export interface Sandbox {
  appid: string;
  clientKey: string;
  /** The service's key, when this start generated it: it is in no other place. */
  newKey?: string;
}

const actor: Actor = { kind: "job", name: "seed" };
const appid = "sandbox";

/**
 * Puts the sandbox into an empty database: service "Sandbox", app `sandbox` whose providers point
 * at the lab, the lab's devices and their users, the template `order_shipped`, two lists of
 * recipients, and 200 users with attributes and a past. On a later start it brings keys and
 * addresses of the lab up to date. Undefined when the database has been used without a sandbox.
 * Safe when several processes start at once.
 */
export async function seedSandbox(
  database: Database,
  lab: Pick<Lab, "accounts" | "addresses" | "devices">,
  wantedKey: string | undefined,
): Promise<Sandbox | undefined> {
  const before = await sandboxApp(database);
  const stale = before ? await staleProviders(before.id, lab) : providerKinds;
  return database.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(7105100, 3)");
    const existingApp = await sandboxApp(tx);
    if (existingApp) {
      await refresh(tx, existingApp, lab, stale);
      return { appid, clientKey: existingApp.clientKey };
    }
    const [services] = await tx.query<{ n: number }>("SELECT count(*)::int AS n FROM service");
    if ((services?.n ?? 0) > 0) return undefined;
    const service = await createService(
      { actor, tx },
      { name: "Sandbox", sandbox: true, httpsOnly: false, key: wantedKey },
    );
    const app = await createApp(
      { actor, tx },
      {
        serviceId: service.id,
        appid,
        name: "Sandbox",
        siteUrl: "https://sandbox.clarion.example/",
        defaultChannelId: "general",
      },
    );
    await refresh(
      tx,
      { id: app.id, serviceId: service.id, clientKey: app.clientKey },
      lab,
      providerKinds,
    );
    const { templateId, name, ...content } = orderShipped;
    const { id } = await createTemplate(
      { actor, tx },
      { appId: app.id, templateId, name, content: writeJson(content) },
    );
    await publishTemplate({ actor, tx }, { id, revision: 1 });
    for (const list of sandboxLists)
      await storeAudience({ actor, tx }, { serviceId: service.id, ...list });
    const users = sandboxUsers(now());
    await mergeUsers({ actor, tx }, { serviceId: service.id, users });
    await storePast(tx, service.id, sandboxPast(users, now()));
    return {
      appid,
      clientKey: app.clientKey,
      ...(wantedKey === undefined ? { newKey: service.key } : {}),
    };
  });
}

/** Stores what became of messages to users, and when these were seen. */
async function storePast(
  tx: Sql,
  serviceId: string,
  { deeds, seen }: ReturnType<typeof sandboxPast>,
): Promise<void> {
  await tx.query(
    `UPDATE service_user u SET first_seen_at = to_timestamp(s.first / 1000), last_seen_at = to_timestamp(s.last / 1000)
     FROM unnest($2::text[], $3::float8[], $4::float8[]) AS s(userid, first, last) WHERE u.service_id = $1 AND u.userid = s.userid`,
    [
      serviceId,
      seen.map(({ userid }) => userid),
      seen.map(({ first }) => first),
      seen.map(({ last }) => last),
    ],
  );
  for (const { deed, at, button, userids } of deeds)
    await tx.query(
      `INSERT INTO user_activity (service_id, deed, hour, button, users)
       SELECT $1, $2, date_trunc('hour', to_timestamp($3::float8 / 1000), 'UTC'), $4, array_agg(u.number) FROM service_user u
       WHERE u.service_id = $1 AND u.userid = ANY($5::text[]) HAVING count(*) > 0`,
      [serviceId, deed, at, button, userids],
    );
}

interface KnownApp {
  id: string;
  serviceId: string;
  clientKey: string;
}

async function sandboxApp(tx: Sql): Promise<KnownApp | undefined> {
  const rows = await tx.query<KnownApp>(
    `SELECT a.id, a.service_id AS "serviceId", a.client_key AS "clientKey" FROM app a JOIN service s ON s.id = a.service_id WHERE s.sandbox AND a.appid = $1`,
    [appid],
  );
  return rows[0];
}

/**
 * Providers whose stored credential is not the lab's. The others stay: saving them again would
 * reopen all connections.
 */
async function staleProviders(appId: string, lab: Pick<Lab, "accounts">): Promise<ProviderKind[]> {
  const sorted = (value: Record<string, unknown>) =>
    JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const stored = await Promise.all(
    providerKinds.map((provider) => loadCredential(appId, provider).catch(() => undefined)),
  );
  return providerKinds.filter((provider, n) => {
    const storedCredential = stored[n];
    return (
      storedCredential === undefined ||
      storedCredential.flagged ||
      sorted(storedCredential.credential) !==
        sorted(providers[provider].schema.parse(lab.accounts[provider]))
    );
  });
}

async function refresh(
  tx: Sql,
  app: KnownApp,
  lab: Pick<Lab, "accounts" | "addresses" | "devices">,
  stale: readonly ProviderKind[],
): Promise<void> {
  await keepLabAddresses(tx, lab.addresses);
  for (const provider of stale)
    await saveCredential(
      { actor, tx },
      { appId: app.id, provider, credential: lab.accounts[provider] },
    );
  // The lab accepts its own accounts: no check is needed.
  await tx.query(
    "UPDATE credential SET checked_at = now() WHERE app_id = $1 AND provider = ANY($2::text[])",
    [app.id, stale],
  );
  for (const device of lab.devices) {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO device (id, app_id, kind, pushid, push_hash, subscription, deviceid, model, os, simulated) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, true)
       ON CONFLICT (app_id, kind, push_hash) DO UPDATE SET subscription = excluded.subscription, state = 'active', state_reason = NULL RETURNING id`,
      [
        newId(),
        app.id,
        device.kind,
        device.pushId,
        createHash("sha256").update(device.pushId).digest(),
        device.subscription ? JSON.stringify(device.subscription) : null,
        device.deviceid,
        device.model,
        device.os,
      ],
    );
    if (!row) continue;
    await tx.query(
      "INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [app.id, device.userid, row.id],
    );
    await seeUser(tx, app.serviceId, device.userid);
  }
}
