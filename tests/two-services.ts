import { createHash, randomUUID } from "node:crypto";
import { seal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { storeCampaign } from "@/lib/database/testing";
import { storeTestSegment } from "@/lib/directory/segment/testing";
import { storeTestUser } from "@/lib/directory/user/testing";
import { fillRollups } from "@/lib/results/testing";

/**
 * A service with something of everything. All its texts hold `mark`, and `ids` are those of all its
 * rows.
 */
export interface FullService {
  mark: string;
  ids: readonly string[];
  serviceId: string;
  appid: string;
  appId: string;
  userid: string;
  deviceId: string;
  userRowId: string;
  segmentId: string;
  audienceId: string;
  templateId: string;
  campaignId: string;
  transid: string;
  emptyTransid: string;
  webhookId: string;
  notifyAuthId: string;
  updateId: string;
  mediaId: string;
  memberId: string;
  invitationId: string;
}

/** Of a picture that both have. */
const sharedHash = "cd".repeat(32);

/** Fills two services that have one user id, one push id and one picture in common. */
export async function twoServices(
  database: Database,
): Promise<{ own: FullService; foreign: FullService }> {
  return database.transaction(async (tx) => ({
    own: await fullService(tx, "ownmark"),
    foreign: await fullService(tx, "strangemark"),
  }));
}

async function fullService(tx: Sql, mark: string): Promise<FullService> {
  const ids: string[] = [];
  const id = () => {
    ids.push(newId());
    return ids.at(-1) ?? "";
  };
  const [serviceId, appId, otherAppId, templateId, versionId, audienceId, campaignId] = [
    id(),
    id(),
    id(),
    id(),
    id(),
    id(),
    id(),
  ];
  const [appid, userid] = [`${mark}-app`, `${mark}-user`];
  await tx.query("INSERT INTO service (id, name, sandbox, notifyurl) VALUES ($1, $2, false, $3)", [
    serviceId,
    `${mark} service`,
    `https://${mark}.example/n`,
  ]);
  const keyId = id();
  await tx.query(
    "INSERT INTO service_key (id, service_id, name, prefix, hash, last_used_from) VALUES ($1, $2, $3, $4, decode(md5($4), 'hex'), $3)",
    [keyId, serviceId, `${mark} key`, `${mark}_`],
  );
  const countCall = (key: string, address: string) =>
    tx.query(
      "INSERT INTO service_key_use (key_id, hour, address, calls) VALUES ($1, now(), $2, 1)",
      [key, address],
    );
  await countCall(keyId, `${mark} address`);
  const jwtId = id();
  await tx.query(
    "INSERT INTO jwt_secret (id, service_id, sealed, last_used_from) VALUES ($1, $2, $3, $4)",
    [
      jwtId,
      serviceId,
      seal(Buffer.alloc(32).toString("base64"), jwtSecretPlace(serviceId)),
      `${mark} jwt`,
    ],
  );
  await countCall(jwtId, `${mark} signer`);
  await tx.query(
    "INSERT INTO notify_auth (id, service_id, name, kind) VALUES ($1, $2, $1, 'none')",
    [`${mark} authentication`, serviceId],
  );
  for (const [one, name] of [
    [appId, appid],
    [otherAppId, `${mark}-other`],
  ] as const)
    await tx.query(
      "INSERT INTO app (id, service_id, appid, name, site_url, icon_url, client_key) VALUES ($1, $2, $3, $4, $5, $5, $6)",
      [one, serviceId, name, `${name} name`, `https://${mark}.example/`, `ck_${name}`],
    );
  for (const [provider, setting] of [
    ["webpush", "publicKey"],
    ["apns", "bundleId"],
  ])
    await tx.query(
      `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, flagged_at, flag_reason, updated_at)
       VALUES ($1, $2, $3, jsonb_build_object($4::text, $5::text), ''::bytea, now(), $5, now())`,
      [id(), appId, provider, setting, `${mark} key`],
    );
  const devices = [id(), id()];
  for (const [n, deviceId] of devices.entries()) {
    const pushid = n === 0 ? "shared-push-id" : `${mark}-push`;
    await tx.query(
      `INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid, model, os, simulated) VALUES ($1, $2, 'android', $3, $4, $5, $5, $5, $6)`,
      [
        deviceId,
        appId,
        pushid,
        createHash("sha256").update(pushid).digest(),
        `${mark} device ${n}`,
        n === 1,
      ],
    );
    for (const user of [userid, "shared-user"])
      await tx.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        appId,
        user,
        deviceId,
      ]);
  }
  const userRowId = id();
  const segmentId = await storeTestSegment(tx, { id: id(), serviceId, name: `${mark} segment` });
  await storeTestUser(tx, { id: userRowId, serviceId, userid, plan: `${mark} plan` });
  await tx.query(
    "INSERT INTO template (id, app_id, template_id, name, published, tags) VALUES ($1, $2, $3, $4, 1, ARRAY[$5])",
    [templateId, appId, `${mark}_template`, `${mark} template`, `${mark} tag`],
  );
  await tx.query(
    "INSERT INTO template_version (id, template_id, version, content, content_hash, hash) VALUES ($1, $2, 1, $3, '', '')",
    [
      versionId,
      templateId,
      JSON.stringify({ blocks: { android: { text: `${mark} template text` } } }),
    ],
  );
  await tx.query(
    "INSERT INTO template_draft (template_id, content, content_hash, revision) VALUES ($1, $2, '', 1)",
    [
      templateId,
      JSON.stringify({
        blocks: {
          android: {
            text: `${mark} draft text`,
            extras: { iconurl: `https://x.example/media/${sharedHash}.png` },
          },
        },
      }),
    ],
  );
  const mediaId = id();
  await tx.query(
    "INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name) VALUES ($1, $2, $3, 'png', 1, 1, 1, $4)",
    [mediaId, serviceId, sharedHash, `${mark} picture`],
  );
  await tx.query(
    "INSERT INTO preview_link (id, template_id, token_hash, expires_at) VALUES ($1, $2, decode(md5($3), 'hex'), now() + interval '1 day')",
    [id(), templateId, mark],
  );
  const recipient = { type: "userid", id: userid, parameters: { name: `${mark} name` } };
  await tx.query(
    `INSERT INTO audience (id, service_id, name, test, recipients, summary, ready_at) VALUES ($1, $2, $3, true, 1, $4::jsonb, now())`,
    [
      audienceId,
      serviceId,
      `${mark} list`,
      JSON.stringify({ kinds: { userid: 1 }, parameters: [`${mark}_name`], widest: [recipient] }),
    ],
  );
  await tx.query(
    `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position) VALUES ($1, 'userid', $2, ''::bytea, $3::jsonb, 0)`,
    [audienceId, userid, JSON.stringify(recipient.parameters)],
  );
  const text = `${mark} campaign`;
  const texts = { request: text, problem: text, timezone: text, more_appids: [`${mark}-other`] };
  const sent = { requests: 2, answered: 2, started_at: new Date() };
  const order = { state: "sent", audience_id: audienceId, ...texts, ...sent };
  await storeCampaign(tx, { id: campaignId, serviceId, appId, name: text, draft: text, order });
  await tx.query(
    `INSERT INTO approval (id, service_id, campaign_id, state, subject, sha256, note, asked_by) VALUES ($1, $2, $3, 'used', '{"request":"{}","audience":null,"moreAppids":[],"language":null,"columns":{},"followTemplate":false,"templates":{},"at":null,"plan":{},"recipients":1,"requests":1}', '', $4, $1)`,
    [id(), serviceId, campaignId, `${mark} note`],
  );
  const { id: draftId } = await storeCampaign(tx, {
    serviceId,
    appId,
    name: `${mark} draft`,
    draft: JSON.stringify({ request: { message: { template: `${mark}_template` } } }),
  });
  await tx.query(
    `INSERT INTO approval (id, service_id, campaign_id, state, subject, sha256, note, asked_by) SELECT $1, service_id, $2, 'waiting', subject, '', note, $1 FROM approval WHERE campaign_id = $3`,
    [id(), draftId, campaignId],
  );
  await tx.query(
    "INSERT INTO campaign_template (campaign_id, app_id, name) SELECT $1, app_id, template_id FROM template WHERE id = $2",
    [draftId, templateId],
  );
  const request = JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [{ userid: [userid] }],
    channels: { push: { android: { title: `${mark} title`, text: `${mark} text` } } },
  });
  const transids = [id(), id()];
  for (const [n, transid] of transids.entries())
    await tx.query(
      `INSERT INTO message (id, service_id, app_id, campaign_id, source, request, effective_hash, state, correlationid, notifyurl, accepted_at)
       VALUES ($1, $2, $3, $4, $5, convert_to($6, 'UTF8'), '\\x00'::bytea, 'done', $7, $7, now())`,
      [
        transid,
        serviceId,
        appId,
        campaignId,
        n === 0 ? "console" : "api",
        request,
        `${mark} correlation`,
      ],
    );
  const [transid = "", emptyTransid = ""] = transids;
  let updateId = "";
  for (const state of ["failed", "expired", "read"]) {
    const deliveryId = id();
    updateId = id();
    await tx.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, device_id, destination, destination_type, kind, pushid, deviceid, state, code,
         description, queued_at, read_at, reply, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'userid', 'android', $7, $7, $8, '7513', $7, now(), CASE WHEN $8 = 'read' THEN now() END, $7, now())`,
      [transid, deliveryId, serviceId, appId, randomUUID(), devices[0], `${mark} delivery`, state],
    );
    await tx.query(
      `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, last_error, created_at)
       VALUES ($1, $2, $3, $4, $5, 'notifyurl', $6, $6, ''::bytea, 'parked', $6, now())`,
      [transid, updateId, deliveryId, serviceId, state, `https://${mark}.example/update`],
    );
  }
  await tx.query(
    "INSERT INTO suppression (id, service_id, kind, hash, value, note) VALUES ($1, $2, 'userid', sha256(convert_to($3, 'UTF8')), $3, $3)",
    [id(), serviceId, `${mark} suppressed`],
  );
  const notifyAuthId = `${mark}-auth`;
  await tx.query(
    "INSERT INTO notify_auth (id, service_id, name, kind, settings) VALUES ($1, $2, $3, 'none', '{}')",
    [notifyAuthId, serviceId, `${mark} authentication`],
  );
  const webhookId = id();
  await tx.query(
    "INSERT INTO webhook (id, service_id, url, notify_auth_id, kinds, disabled_at) VALUES ($1, $2, $3, $4, '{}', now())",
    [webhookId, serviceId, `https://${mark}.example/webhook`, notifyAuthId],
  );
  await tx.query("INSERT INTO inbox (service_id, token) VALUES ($1, md5($2))", [
    serviceId,
    `${mark} inbox`,
  ]);
  await tx.query(
    `INSERT INTO inbox_update (service_id, id, at, outside, webhook_id, headers, body, standard_signature, hub_signature)
     VALUES ($1, $2, now(), true, '', '[]', convert_to($3, 'UTF8'), 'absent', 'absent')`,
    [serviceId, id(), `${mark} update`],
  );
  const [memberId, invitationId] = [id(), id()];
  await tx.query(
    `WITH m AS (INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $3, '') RETURNING id)
     INSERT INTO membership (member_id, service_id, role) SELECT id, $4, 'owner' FROM m`,
    [memberId, `member@${mark}.example`, `${mark} member`, serviceId],
  );
  await tx.query(
    `INSERT INTO invitation (id, service_id, email, role, token_hash, created_by, expires_at)
     VALUES ($1, $2, $3, 'viewer', decode(md5($3), 'hex'), $4, now() + interval '1 day')`,
    [invitationId, serviceId, `invited@${mark}.example`, memberId],
  );
  await tx.query(
    `INSERT INTO audit_event (id, actor_kind, actor_id, service_id, action, entity_id, snapshot) VALUES ($1, 'job', $2, $3, 'audience.remove', $4, $5)`,
    [id(), `${mark} job`, serviceId, audienceId, JSON.stringify({ name: `${mark} list` })],
  );
  await fillRollups(tx);
  return {
    mark,
    ids,
    serviceId,
    appid,
    appId,
    userid,
    deviceId: devices[0] ?? "",
    userRowId,
    segmentId,
    audienceId,
    templateId,
    campaignId,
    transid,
    emptyTransid,
    webhookId,
    notifyAuthId,
    updateId,
    mediaId,
    memberId,
    invitationId,
  };
}
