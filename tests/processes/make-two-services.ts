import { seal } from "@/lib/auth/seal";
import { jwtSecretPlace, signOnSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { hashLinkToken, newLinkToken } from "@/lib/directory/member/link-token";
import { storeTestSegment } from "@/lib/directory/segment/testing";
import { twoServices, type FullService } from "@/tests/two-services";
import { addSpareCampaigns, noSpareCampaigns } from "./spare-campaigns";

const people = [
  ["viewer", "viewer", false, false],
  ["marketer", "marketer", false, false],
  ["sender", "marketer", true, false],
  ["approver", "marketer", false, true],
  ["admin", "admin", false, false],
  ["owner", "owner", false, false],
] as const;
/** What one call uses up: enough for every member, there and at home. */
const spares = 30;

async function sparesIn(sql: Sql, own: FullService) {
  const { serviceId, appid, appId } = own;
  const spareIds = {
    ...noSpareCampaigns(),
    lists: [] as string[],
    filling: [] as string[],
    unpublished: [] as string[],
    rolled: [] as string[],
    archivable: [] as string[],
    removable: [] as string[],
    links: [] as string[],
    images: [] as string[],
    devices: [] as string[],
    suppressed: [] as string[],
    attributes: [] as string[],
    segments: [] as string[],
    keys: [] as string[],
    jwtSecrets: [] as string[],
    members: [] as string[],
    invitations: [] as string[],
    spareApps: [] as string[],
    auths: [] as string[],
    webhooks: [] as string[],
  };
  for (let n = 0; n < spares; n += 1) {
    await addSpareCampaigns(sql, own, spareIds, n);
    for (const [name, ready] of [
      ["lists", true],
      ["filling", false],
    ] as const) {
      const id = newId();
      await sql.query(
        `INSERT INTO audience (id, service_id, name, recipients, summary, ready_at)
         VALUES ($1, $2, $3, 0, '{"kinds":{},"parameters":[],"widest":[]}', CASE WHEN $4::boolean THEN now() END)`,
        [id, serviceId, `Spare ${name} ${n}`, ready],
      );
      spareIds[name].push(id);
    }
    const key = newId();
    await sql.query(
      "INSERT INTO service_key (id, service_id, name, prefix, hash) VALUES ($1, $2, 'Spare', 'ck_', decode(md5($3), 'hex'))",
      [key, serviceId, key],
    );
    spareIds.keys.push(key);
    const jwtSecret = newId();
    await sql.query("INSERT INTO jwt_secret (id, service_id, sealed) VALUES ($1, $2, $3)", [
      jwtSecret,
      serviceId,
      seal(jwtSecret, jwtSecretPlace(serviceId)),
    ]);
    spareIds.jwtSecrets.push(jwtSecret);
    const spareApp = newId();
    await sql.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, 'Spare', $3)",
      [spareApp, serviceId, `${appid}-spare-${n}`],
    );
    await sql.query(
      `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at) VALUES ($1, $2, 'hms', '{}', ''::bytea, now())`,
      [newId(), spareApp],
    );
    spareIds.spareApps.push(spareApp);
    const image = newId();
    await sql.query(
      "INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name) VALUES ($1, $2, $3, 'png', 1, 1, 1, 'Spare')",
      [image, serviceId, n.toString(16).padStart(64, "0")],
    );
    spareIds.images.push(image);
    const device = newId();
    await sql.query(
      "INSERT INTO device (id, app_id, kind, pushid, push_hash, state) VALUES ($1, $2, 'android', $3, sha256($4), 'invalid')",
      [device, appId, `spare ${device}`, Buffer.from(device)],
    );
    spareIds.devices.push(device);
    const attribute = `spare_${n}`;
    await sql.query("INSERT INTO user_attribute (service_id, name, type) VALUES ($1, $2, 'text')", [
      serviceId,
      attribute,
    ]);
    spareIds.attributes.push(attribute);
    spareIds.segments.push(await storeTestSegment(sql, { serviceId, name: `Spare ${n}` }));
    const suppression = newId();
    await sql.query(
      "INSERT INTO suppression (id, service_id, kind, hash, value) VALUES ($1, $2, 'userid', sha256($3), 'Spare')",
      [suppression, serviceId, Buffer.from(suppression)],
    );
    spareIds.suppressed.push(suppression);
    const [member, invitation] = [newId(), newId()];
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, 'Spare', '')",
      [member, `${member}@shop.example`],
    );
    await sql.query(
      "INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'viewer')",
      [member, serviceId],
    );
    await sql.query(
      "INSERT INTO authenticator_app (member_id, sealed, last_step) VALUES ($1, '', 0)",
      [member],
    );
    spareIds.members.push(member);
    await sql.query(
      `INSERT INTO invitation (id, service_id, email, role, token_hash, created_by, expires_at)
       VALUES ($1, $2, $3, 'viewer', decode(md5($3), 'hex'), $1, now() + interval '1 day')`,
      [invitation, serviceId, `${invitation}@shop.example`],
    );
    spareIds.invitations.push(invitation);
    await sql.query(
      "INSERT INTO notify_auth (id, service_id, name, kind) VALUES ($1, $2, 'Spare', 'none')",
      [`spare_${n}`, serviceId],
    );
    spareIds.auths.push(`spare_${n}`);
    const webhook = newId();
    await sql.query("INSERT INTO webhook (id, service_id, url, kinds) VALUES ($1, $2, $3, '{}')", [
      webhook,
      serviceId,
      `https://127.0.0.1:9/${webhook}`,
    ]);
    spareIds.webhooks.push(webhook);
    for (const [name, versions] of [
      ["unpublished", 0],
      ["rolled", 2],
      ["archivable", 1],
      ["removable", 0],
    ] as const) {
      const id = newId();
      await sql.query(
        "INSERT INTO template (id, app_id, template_id, name, published) VALUES ($1, $2, $3, 'Spare', nullif($4::int, 0))",
        [id, appId, `spare_${name}_${n}`, versions],
      );
      for (let version = 1; version <= versions; version += 1)
        await sql.query(
          `INSERT INTO template_version (id, template_id, version, content, content_hash, hash) VALUES ($1, $2, $3, '{"blocks":{"android":{"text":"Hello"}}}', '', '')`,
          [newId(), id, version],
        );
      if (versions === 0)
        await sql.query(
          `INSERT INTO template_draft (template_id, content, content_hash, revision) VALUES ($1, '{"blocks":{"android":{"text":"Hello"}}}', '', 1)`,
          [id],
        );
      spareIds[name].push(id);
    }
    const linkId = newId();
    await sql.query(
      `INSERT INTO preview_link (id, template_id, token_hash, expires_at) VALUES ($1, $2, decode(md5($3), 'hex'), now() + interval '1 day')`,
      [linkId, spareIds.rolled[0], linkId],
    );
    spareIds.links.push(linkId);
  }
  return spareIds;
}

/**
 * In the process of a server (`e2e/support/test-rows.ts`): makes two services with something of
 * everything, and for every role a member of the first one alone, who signs in with the owner's
 * password as `ROLE@shop.example`.
 */
export async function makeTwoServices(): Promise<{ own: object; foreign: object }> {
  const { own, foreign } = await twoServices(database());
  return database().transaction(async (tx) => {
    for (const [name, role, maySend, mayApprove] of people) {
      const id = newId();
      await tx.query(
        "INSERT INTO member (id, email, name, password_hash) SELECT $1, $2, $3, password_hash FROM member WHERE installation_owner",
        [id, `${name}@shop.example`, name],
      );
      await tx.query(
        `INSERT INTO membership (member_id, service_id, role, may_send, may_approve) VALUES ($1, $2, $3::"Role", $4, $5)`,
        [id, own.serviceId, role, maySend, mayApprove],
      );
    }
    // Adds a second session of the first of them, and an invitation for the owner of the
    // installation.
    const [sessionId, token] = [newId(), newLinkToken()];
    await tx.query(
      "INSERT INTO session (id, member_id, epoch) SELECT $1, id, session_epoch FROM member WHERE email = 'viewer@shop.example'",
      [sessionId],
    );
    await tx.query(
      `INSERT INTO invitation (id, service_id, email, role, token_hash, created_by, expires_at)
   SELECT $1, $2, email, 'viewer', $3, id, now() + interval '1 day' FROM member WHERE installation_owner`,
      [newId(), own.serviceId, hashLinkToken(token)],
    );
    const connectionId = newId();
    await tx.query(
      "INSERT INTO sign_on_connection (id, name, issuer, client_id, secret_sealed, domains) VALUES ($1, 'Acme', 'https://127.0.0.1:9', 'c', $2, '{acme.example}')",
      [connectionId, seal("nobody’s", signOnSecretPlace(connectionId))],
    );
    const erasureIn = async (serviceId: string) => {
      const id = newId();
      await tx.query(
        "INSERT INTO erasure (id, service_id, pseudonym, finished_at) VALUES ($1, $2, 'p', now())",
        [id, serviceId],
      );
      return id;
    };
    return {
      own: {
        sessionId,
        token,
        connectionId,
        erasureId: await erasureIn(own.serviceId),
        ...own,
        ...(await sparesIn(tx, own)),
      },
      foreign: {
        connectionId,
        erasureId: await erasureIn(foreign.serviceId),
        ...foreign,
        ...(await sparesIn(tx, foreign)),
      },
    };
  });
}
