import { z } from "zod";
import { campaignState, currentOrder } from "@/lib/database/campaign-state";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { notifyAuths, type NotifyAuthKind } from "@/lib/describe/notify-auths";
import { text as textOf } from "@/lib/inputs/text";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { withoutUserInfo } from "@/lib/interface/url";
import { can, type Actor } from "@/lib/policy/can";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { listMessages } from "./read-messages";

/** What can be found by name. */
export type FoundKind =
  | "campaign"
  | "approval"
  | "list"
  | "segment"
  | "template"
  | "app"
  | "device"
  | "media"
  | "key"
  | "auth"
  | "webhook"
  | "notifyurl"
  | "member"
  | "service"
  | "connection"
  | "message";

/** Something that was found: `id` is what its page is opened by. */
export interface SearchResult {
  kind: FoundKind;
  id: string;
  name: string;
  /**
   * What else distinguishes it from others: a campaign's state, an app's id, who asked for an
   * approval, a member's e-mail, what kind an authentication is, a message's time (ISO 8601 UTC).
   * Empty when nothing does.
   */
  aside: string;
}

const most = 5;
/**
 * So many of the newest campaigns and images are looked through, of which a service may have any
 * number.
 */
const mostSearched = 20_000;

/**
 * What a service, and the installation around it, have by a name or another text that people know
 * it by: at most five of each kind, one statement for all kinds but messages. A name that is
 * exactly the text comes first, then those that begin with it; of campaigns, images and messages
 * the newest. Devices are found by a whole user id, push id, device id or id. Of services those of
 * the member alone; sign-on connections for owners of the installation. What waits for an approval
 * is found by the words for that, the oldest request first, and campaigns under way by those for
 * what is done to them.
 */
export const findByName = view({
  action: "service.view",
  input: z.object({ serviceId: z.string(), text: textOf(200).trim() }),
  service: serviceNamed,
  run: async ({ sql, actor, serviceId }, { text }): Promise<SearchResult[]> => {
    if (text === "") return [];
    const named = await foundIn(sql, actor, serviceId, text);
    const { rows: messages } = await listMessages(
      { actor },
      { serviceId, text, source: "api", limit: most },
    );
    return [
      ...named,
      ...messages.map(({ transid, title, text: said, acceptedAt }) => ({
        kind: "message" as const,
        id: transid,
        name: title ?? said,
        aside: acceptedAt,
      })),
    ];
  },
});

/** An address without its user name and password: they are neither shown nor looked for. */
const plain = (url: string) => `regexp_replace(${url}, '//[^/?#]*@', '//')`;
const has = (words: string) => `strpos(lower(${words}), lower($2)) > 0`;
const exactly = (name: string) => `lower(${name}) <> lower($2)`;
const nearest = (words: string, name: string) =>
  `ORDER BY ${exactly(name)}, strpos(lower(${words}), lower($2)), lower(${words}) LIMIT ${most}`;
/** What people type to find the campaigns that are under way: to pause, resume or stop one. */
const steeringWords = /^(?:paus(?:e[ds]?|ing)?|resum(?:es?|ing)?|stop(?:s|ping)?|sending)$/i;
/** What people type to find what waits for an approval; four letters of it at least. */
const approvalWords =
  /^(?:appr(?:o(?:v(?:a(?:ls?)?|e[ds]?)?)?)?|wait(?:i(?:n(?:g(?: for (?:an )?approvals?)?)?)?)?|needs approval)$/i;
/** Devices are looked up app by app, in so many of the newest ones. */
const apps = `(SELECT a.id FROM app a WHERE a.service_id = $1 ORDER BY a.id DESC LIMIT 500)`;

async function foundIn(
  sql: Sql,
  actor: Actor,
  serviceId: string,
  text: string,
): Promise<SearchResult[]> {
  const own =
    actor.kind === "member" && !actor.installationOwner ? Object.keys(actor.services) : null;
  const rows = await sql.query<SearchResult>(
    `(SELECT 'campaign' AS kind, c.id::text AS id, c.name, c.state AS aside FROM
        (SELECT c.id, c.name, ${campaignState} AS state, c.updated_at FROM campaign c LEFT JOIN ${currentOrder} WHERE c.service_id = $1 ORDER BY c.updated_at DESC LIMIT ${mostSearched}) c
        WHERE c.state <> 'archived' AND (${has("c.name")} OR ($8::boolean AND c.state IN ('sending', 'paused'))) ORDER BY ${exactly("c.name")}, c.updated_at DESC LIMIT ${most})
     UNION ALL (SELECT 'approval', c.id::text, c.name, coalesce(m.name, '') FROM approval p JOIN campaign c ON c.id = p.campaign_id LEFT JOIN member m ON m.id = p.asked_by
        WHERE $7::boolean AND p.service_id = $1 AND p.decided_at IS NULL AND p.state = 'waiting' AND c.order_id IS NULL AND c.archived_at IS NULL ORDER BY p.asked_at LIMIT ${most})
     UNION ALL (SELECT 'list', a.id::text, a.name, a.recipients::text FROM audience a
        WHERE a.service_id = $1 AND a.ready_at IS NOT NULL AND a.removed_at IS NULL AND ${has("a.name")} ${nearest("a.name", "a.name")})
     UNION ALL (SELECT 'segment', s.id::text, s.name, '' FROM segment s
        WHERE s.service_id = $1 AND ${has("s.name")} ${nearest("s.name", "s.name")})
     UNION ALL (SELECT 'template', t.id::text, t.name, t.template_id FROM template t
        WHERE t.service_id = $1 AND t.archived_at IS NULL AND ${has("t.name || ' ' || t.template_id")} ${nearest("t.name || ' ' || t.template_id", "t.name")})
     UNION ALL (SELECT 'app', a.id::text, a.name, a.appid FROM app a
        WHERE a.service_id = $1 AND ${has("a.name || ' ' || a.appid")} ${nearest("a.name || ' ' || a.appid", "a.name")})
     UNION ALL (SELECT 'device', d.id::text,
        coalesce((SELECT string_agg(u.userid, ', ') FROM (SELECT x.userid FROM device_user x WHERE x.device_id = d.id ORDER BY x.userid LIMIT 3) u), d.model, d.id::text),
        d.kind FROM device d WHERE d.id IN (
          SELECT u.device_id FROM device_user u WHERE u.userid = $2 AND u.app_id IN ${apps}
          UNION SELECT x.id FROM device x WHERE x.kind = ANY($6) AND x.push_hash = sha256(convert_to($2, 'UTF8')) AND x.app_id IN ${apps}
          UNION SELECT x.id FROM device x WHERE x.deviceid = $2 AND x.app_id IN ${apps}
          UNION SELECT x.id FROM device x WHERE x.id = $3 AND x.app_id IN ${apps})
        ORDER BY d.last_seen_at DESC, d.id DESC LIMIT ${most})
     UNION ALL (SELECT 'media', m.id::text, m.name, m.width || ' × ' || m.height FROM
        (SELECT x.id, x.name, x.width, x.height FROM media x WHERE x.service_id = $1 ORDER BY x.id DESC LIMIT ${mostSearched}) m
        WHERE ${has("m.name")} ORDER BY ${exactly("m.name")}, m.id DESC LIMIT ${most})
     UNION ALL (SELECT 'key', k.id::text, k.name, k.prefix FROM service_key k
        WHERE k.service_id = $1 AND k.revoked_at IS NULL AND ${has("k.name || ' ' || k.prefix")} ${nearest("k.name || ' ' || k.prefix", "k.name")})
     UNION ALL (SELECT 'auth', n.id, n.name, n.kind FROM notify_auth n
        WHERE n.service_id = $1 AND n.deleted_at IS NULL AND ${has("n.name || ' ' || n.id")} ${nearest("n.name || ' ' || n.id", "n.name")})
     UNION ALL (SELECT 'webhook', w.id::text, ${plain("w.url")}, '' FROM webhook w
        WHERE w.service_id = $1 AND ${has(plain("w.url"))} ${nearest(plain("w.url"), plain("w.url"))})
     UNION ALL (SELECT 'notifyurl', s.id::text, ${plain("s.notifyurl")}, '' FROM service s WHERE s.id = $1 AND ${has(plain("s.notifyurl"))})
     UNION ALL (SELECT 'member', m.id::text, m.name, m.email FROM membership p JOIN member m ON m.id = p.member_id
        WHERE p.service_id = $1 AND ${has("m.name || ' ' || m.email")} ${nearest("m.name || ' ' || m.email", "m.name")})
     UNION ALL (SELECT 'service', s.id::text, s.name, '' FROM service s
        WHERE ($4::uuid[] IS NULL OR s.id = ANY($4)) AND (${has("s.name")} OR s.id = $3) ${nearest("s.name", "s.name")})
     UNION ALL (SELECT 'connection', c.id::text, c.name, c.issuer FROM sign_on_connection c
        WHERE $5::boolean AND ${has("c.name || ' ' || c.issuer || ' ' || array_to_string(c.domains, ' ')")} ${nearest("c.name", "c.name")})`,
    [
      serviceId,
      text,
      isId(text) ? text : null,
      own,
      can(actor, "connection.save", null).ok,
      [...deviceKinds],
      approvalWords.test(text),
      steeringWords.test(text),
    ],
  );
  return rows.map(visibleMatch);
}

function visibleMatch(row: SearchResult): SearchResult {
  if (row.kind === "webhook" || row.kind === "notifyurl")
    return { ...row, name: withoutUserInfo(row.name) };
  // Here and not in the palette: the descriptions are large.
  if (row.kind === "auth") return { ...row, aside: notifyAuths[row.aside as NotifyAuthKind].label };
  return row;
}
