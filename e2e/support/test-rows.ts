import { newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { createApp } from "@/lib/directory/app/create";
import { storeAudience } from "@/lib/directory/audience/store";
import { loadCredential } from "@/lib/directory/credential/load";
import { saveCredential } from "@/lib/directory/credential/save";
import { createService } from "@/lib/directory/service/create";
import { publishForTest } from "@/lib/directory/template/testing";
import { mergeUsers } from "@/lib/directory/user/merge";
import { providerKinds } from "@/lib/interface/device-kinds";
import type { Actor } from "@/lib/policy/can";
import { orderShipped } from "@/prisma/order-shipped";
import { sandboxLists } from "@/prisma/sandbox-lists";
import { sandboxUsers } from "@/prisma/sandbox-users";
import { makeTwoServices } from "@/tests/processes/make-two-services";

/** The ids, names and keys of a workspace. */
export interface WorkspaceRows {
  /** Ends its appid and its member's e-mail address, and no others. */
  mark: string;
  serviceId: string;
  serviceKey: string;
  appId: string;
  appid: string;
  memberId: string;
  email: string;
}

/**
 * What a test asks for: the rows of a statement, whose parameters are JSON values, or to make
 * something.
 */
export type TestQuestion =
  | { statement: string; values: readonly unknown[] }
  | "workspace"
  | "two services";

/**
 * Answers a test, in the process and the database of its server. Bundled into `build` for the tests
 * (`tools/bundle.mjs`), read by `test-socket.mjs`.
 */
export function answerTest(question: TestQuestion): Promise<unknown> {
  if (question === "workspace") return makeWorkspace();
  return question === "two services"
    ? makeTwoServices()
    : database().query(question.statement, [...question.values]);
}

const actor: Actor = { kind: "job", name: "test" };

/**
 * Makes another sandbox: a service with an app, the lab's credentials, devices and users, the
 * template `order_shipped` and the two lists; and a member who owns this service alone, with the
 * password of the installation's owner. The devices belong to the first sandbox, too: its members
 * alone see their screens, and what they report for this app comes by `report-deliveries.ts`.
 */
async function makeWorkspace(): Promise<WorkspaceRows> {
  const [sandbox] = await database().query<{ id: string }>(
    "SELECT id FROM app WHERE appid = 'sandbox'",
  );
  if (!sandbox) throw new Error("This server has no sandbox.");
  const credentials = await Promise.all(
    providerKinds.map(async (provider) => ({
      provider,
      loaded: await loadCredential(sandbox.id, provider),
    })),
  );
  return database().transaction(async (tx) => {
    const memberId = newId();
    const mark = memberId.slice(-12);
    const appid = `sandbox-${mark}`;
    const { id: serviceId, key: serviceKey } = await createService(
      { actor, tx },
      { name: "Sandbox", sandbox: true, httpsOnly: false },
    );
    const { id: appId } = await createApp(
      { actor, tx },
      {
        serviceId,
        appid,
        name: "Sandbox",
        siteUrl: "https://sandbox.clarion.example/",
        defaultChannelId: "general",
      },
    );
    for (const { provider, loaded } of credentials)
      if (loaded)
        await saveCredential({ actor, tx }, { appId, provider, credential: loaded.credential });
    await tx.query("UPDATE credential SET checked_at = now() WHERE app_id = $1", [appId]);
    await copyDevices(tx, sandbox.id, appId);
    await publishForTest({ actor, tx }, { appId, ...orderShipped });
    for (const list of sandboxLists) await storeAudience({ actor, tx }, { serviceId, ...list });
    const users = sandboxUsers(Date.now()).slice(0, 12);
    await mergeUsers({ actor, tx }, { serviceId, users });
    const email = `owner-${mark}@example.com`;
    await tx.query(
      "INSERT INTO member (id, email, name, password_hash) SELECT $1, $2, 'Owner', password_hash FROM member WHERE installation_owner ORDER BY id LIMIT 1",
      [memberId, email],
    );
    await tx.query(
      `INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'owner')`,
      [memberId, serviceId],
    );
    return { mark, serviceId, serviceKey, appId, appid, memberId, email };
  });
}

/** Gives an app the simulated devices of another one, and their users. */
async function copyDevices(tx: Sql, from: string, to: string): Promise<void> {
  await tx.query(
    `INSERT INTO device (id, app_id, kind, pushid, push_hash, subscription, deviceid, model, os, simulated)
     SELECT gen_random_uuid(), $2, kind, pushid, push_hash, subscription, deviceid, model, os, true FROM device WHERE app_id = $1 AND simulated`,
    [from, to],
  );
  await tx.query(
    `INSERT INTO device_user (app_id, userid, device_id)
     SELECT $2, u.userid, mine.id FROM device_user u JOIN device theirs ON theirs.id = u.device_id
       JOIN device mine ON mine.app_id = $2 AND mine.kind = theirs.kind AND mine.push_hash = theirs.push_hash
     WHERE u.app_id = $1`,
    [from, to],
  );
}
