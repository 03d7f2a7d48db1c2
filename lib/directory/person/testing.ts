import { createHash } from "node:crypto";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { storeCampaign } from "@/lib/database/testing";
import { storeTestUser } from "../user/testing";

interface Column {
  table: string;
  column: string;
  type: string;
}

/**
 * Every column of the database in which one of the texts stands, as `table.column: text`. For
 * tests.
 */
export async function foundAnywhere(sql: Sql, texts: readonly string[]): Promise<string[]> {
  const columns = await sql.query<Column>(
    `SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name) WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND c.table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition) ORDER BY 1, 2`,
  );
  const matches: string[] = [];
  for (const { table, column, type } of columns)
    for (const text of texts) {
      const holds =
        type === "bytea"
          ? `position(convert_to($1, 'UTF8') IN "${column}") > 0`
          : `strpos("${column}"::text, $1) > 0`;
      const rows = await sql.query(`SELECT 1 FROM "${table}" WHERE ${holds} LIMIT 1`, [text]);
      if (rows.length > 0) matches.push(`${table}.${column}: ${text}`);
    }
  return matches;
}

/**
 * Everything that is stored of one person and of another one, in a service of its own. For tests.
 */
export async function personEverywhere(sql: Sql, who: string) {
  const mine = [`token-a-${who}`, `token-b-${who}`];
  const ids = {
    service: newId(),
    other: newId(),
    app: newId(),
    list: newId(),
    alone: newId(),
    draft: newId(),
    sent: newId(),
    template: newId(),
  };
  const appid = `app-${ids.app}`;
  for (const id of [ids.service, ids.other])
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
  await sql.query(
    "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, 'A', $3)",
    [ids.app, ids.service, appid],
  );
  const devices: string[] = [];
  for (const [token, deviceid, users] of [
    [mine[0], `device-${who}`, [who]],
    [mine[1], `device-${who}`, [who]],
    ["shared-token", "shared-device", [who, "other-user"]],
    ["others-token", "others-device", ["other-user"]],
  ] as const) {
    const id = newId();
    devices.push(id);
    await sql.query(
      "INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid) VALUES ($1, $2, 'android', $3, sha256(convert_to($3, 'UTF8')), $4)",
      [id, ids.app, token, deviceid],
    );
    for (const userid of users)
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        ids.app,
        userid,
        id,
      ]);
  }
  const name = `name-of-${who}`;
  // The description of the attribute is the first value.
  await storeTestUser(sql, { serviceId: ids.service, userid: "other-user", plan: "Other" });
  await storeTestUser(sql, { serviceId: ids.service, userid: who, plan: name });
  const list = async (id: string, recipients: readonly [type: string, to: string][]) => {
    const valuesOf = (to: string) => (to === who || mine.includes(to) ? { name } : {});
    const widest = recipients.map(([type, to]) => ({ type, id: to, parameters: valuesOf(to) }));
    await sql.query(
      "INSERT INTO audience (id, service_id, name, recipients, summary, ready_at) VALUES ($1, $2, $3, $4, $5::jsonb, now())",
      [
        id,
        ids.service,
        `List ${id}`,
        recipients.length,
        JSON.stringify({ kinds: { userid: recipients.length }, parameters: ["name"], widest }),
      ],
    );
    for (const [position, [type, to]] of recipients.entries())
      await sql.query(
        `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position)
         VALUES ($1, $2, $3, decode($4, 'hex'), $5::jsonb, $6)`,
        [
          id,
          type,
          to,
          createHash("sha256").update(to).digest("hex"),
          JSON.stringify(valuesOf(to)),
          position,
        ],
      );
  };
  await list(ids.list, [
    ["userid", who],
    ["android_pushid", mine[0] ?? ""],
    ["userid", "other-user"],
    ["userid", "third-user"],
  ]);
  await list(ids.alone, [["userid", who]]);
  const destination = [
    { userid: [who, "other-user"] },
    { android_pushid: [mine[1]], correlationid: `own-${who}` },
  ];
  const push = { android: { title: `Hello ${who}!`, text: "Text" } };
  const request = {
    deliverychannel: "push",
    appid,
    destination,
    correlationid: `for-${who}`,
    channels: { push },
  };
  const order = { state: "sent", request: JSON.stringify(request) };
  for (const campaign of [
    { id: ids.draft, order: { ...order, state: "unscheduled" } },
    { id: ids.sent, order },
  ])
    await storeCampaign(sql, {
      serviceId: ids.service,
      appId: ids.app,
      name: `To ${who}`,
      draft: JSON.stringify({ request, shared: { text: `Dear ${who}` } }),
      revision: 3,
      ...campaign,
    });
  await sql.query("UPDATE campaign SET order_id = NULL WHERE id = $1", [ids.draft]);
  for (const [campaign, state] of [
    [ids.draft, "approved"],
    [ids.sent, "used"],
  ])
    await sql.query(
      "INSERT INTO approval (id, service_id, campaign_id, state, subject, sha256, note, asked_by) VALUES ($1, $2, $3, $4, $5, '', $6, $1)",
      [
        newId(),
        ids.service,
        campaign,
        state,
        JSON.stringify({ request: JSON.stringify(request), at: null }),
        `For ${who}`,
      ],
    );
  const transids: string[] = [];
  for (const to of [destination, [{ userid: [who] }]]) {
    const transid = newId();
    transids.push(transid);
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, words, title, text, platforms, request, effective_hash, state, correlationid, callback_data, notifyurl, pushref, accepted_at)
       VALUES ($1, $2, $3, $4, $4, $4, '{android}', convert_to($5, 'UTF8'), ''::bytea, 'done', $4, $4, $6, $4, now())`,
      [
        transid,
        ids.service,
        ids.app,
        `words of ${who}`,
        JSON.stringify({
          ...request,
          destination: to,
          message: { parameters: { name: to === destination ? "all" : name } },
        }),
        `https://n.example/?of=${who}`,
      ],
    );
  }
  const [shared = "", own = ""] = transids;
  for (const [transid, to, type, token, device] of [
    [shared, who, "userid", mine[0], devices[0]],
    [shared, mine[1], "android_pushid", mine[1], devices[1]],
    [shared, "other-user", "userid", "others-token", devices[3]],
    [own, who, "userid", mine[0], devices[0]],
    [own, who, "userid", "", null],
  ] as const) {
    const [delivery, update] = [newId(), newId()];
    await sql.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, device_id, kind, destination, destination_type, pushid, deviceid, correlationid, state, code,
         description, provider_message_id, reply, button, queued_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'android', $7, $8, $9, $10, $11, 'read', '1002', $12, $12, $13, $13, now(), now())`,
      [
        transid,
        delivery,
        ids.service,
        ids.app,
        device ?? `userid:${to}`,
        device,
        to,
        type,
        token,
        to === "other-user" ? "others-device" : `device-${who}`,
        `c-${to}`,
        `projects/x/${token}`,
        `I am ${to}`,
      ],
    );
    await sql.query(
      `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, next_at, last_error, created_at)
       VALUES ($1, $2, $3, $4, 'read', 'notifyurl', 'https://n.example/', 'https://n.example:443', convert_to($5, 'UTF8'), $6, now(), $5, now())`,
      [
        transid,
        update,
        delivery,
        ids.service,
        JSON.stringify({ destination: to, pushid: token }),
        transid === own ? "parked" : "sent",
      ],
    );
    // Another service's inbox may be the notify URL of a message.
    for (const inbox of [ids.service, ids.other]) {
      await sql.query(
        "INSERT INTO inbox (service_id, token) VALUES ($1::uuid, md5($1::text)) ON CONFLICT DO NOTHING",
        [inbox],
      );
      await sql.query(
        `INSERT INTO inbox_update (service_id, id, at, outside, webhook_id, headers, body, standard_signature, hub_signature)
         VALUES ($1, $2, now(), false, $3, '[]', convert_to($4, 'UTF8'), 'valid', 'valid')`,
        [inbox, newId(), update, JSON.stringify({ destination: to, pushid: token })],
      );
    }
    await sql.query(
      "INSERT INTO update_attempt (update_id, id, at, duration_ms, error, exchange) VALUES ($1, $2, now(), 1, $3, $3)",
      [update, newId(), `answered ${to} ${token}`],
    );
  }
  await templateNaming(sql, ids, who, name);
  await repliesNaming(sql, ids, who, own);
  for (const [kind, value] of [
    ["userid", who],
    ["pushid", mine[0]],
    ["userid", "other-user"],
  ])
    await sql.query(
      "INSERT INTO suppression (id, service_id, kind, hash, value, note) VALUES ($1, $2, $3, sha256(convert_to($4, 'UTF8')), $4, $5)",
      [newId(), ids.service, kind, value, value === "other-user" ? "kept" : `asked by ${who}`],
    );
  return { ...ids, appid, shared, own, name, traces: [who, ...mine, `device-${who}`, name] };
}

/**
 * A template with a sample set of the person and one of another user, in its draft and its version.
 */
async function templateNaming(
  sql: Sql,
  { app, template }: Readonly<Record<"app" | "template", string>>,
  who: string,
  name: string,
): Promise<void> {
  const samples = [
    { name: `Like ${who}`, values: { user: who, name } },
    { name: "Long", values: { user: "other-user", name: "Maximiliana" } },
  ];
  const blocks = { android: { text: "Dear ${name}" } };
  const content = JSON.stringify({ blocks, parameters: [], samples });
  await sql.query(
    "INSERT INTO template (id, app_id, template_id, name, published) VALUES ($1, $2, 'welcome', 'Welcome', 1)",
    [template, app],
  );
  await sql.query(
    "INSERT INTO template_draft (template_id, content, content_hash, revision) VALUES ($1, $2, '', 3)",
    [template, content],
  );
  await sql.query(
    `INSERT INTO template_version (id, template_id, version, content, content_hash, note, hash) VALUES ($1, $2, 1, $3, '', $4, '')`,
    [newId(), template, content, `Asked for by ${who}`],
  );
}

/**
 * Replies that are stored for idempotency keys: of a message to the person alone, of a refusal that
 * names them, of others, and one under a key that names them.
 */
async function repliesNaming(
  sql: Sql,
  { service }: Readonly<Record<"service", string>>,
  who: string,
  transid: string,
): Promise<void> {
  const accepted = (id: string, correlationid: string) => ({
    response: [{ code: "1001", transid: id, description: "Queued", correlationid }],
  });
  const problem = {
    pointer: "/destination/0/userid/0",
    rule: "destination.id",
    code: "7004",
    message: `“${who}” is given twice`,
  };
  for (const [key, reply] of [
    ["own", accepted(transid, `words of ${who}`)],
    [
      "refused",
      {
        response: {
          code: "7004",
          transid: newId(),
          description: problem.message,
          errors: [problem],
        },
      },
    ],
    [`order of ${who}`, accepted(newId(), "")],
    // As a header stores it: one character for each byte.
    [`header ${Buffer.from(who).toString("latin1")}`, accepted(newId(), "")],
    ["others", accepted(newId(), "")],
  ] as const)
    await sql.query(
      "INSERT INTO idempotency_record (service_id, key, body_hash, status, reply, created_at) VALUES ($1, $2, ''::bytea, 200, convert_to($3, 'UTF8'), now())",
      [service, key, JSON.stringify(reply)],
    );
}
